import { type RawBuilder, sql } from "kysely";
import {
  anyOf,
  type Db,
  fixedStatement,
  literals,
  type Placeholders,
  refsOf,
  type StatementBuilder,
} from "../../db/index.ts";
import { isByRightAutor, isFact } from "../evento/fact.rows.ts";
import { CIENCIA, EVENTO_TYPES, type ManifestacaoStatus } from "./manifestacao.rules.ts";

const STATUS_TYPES = Object.entries(EVENTO_TYPES);

/** The manifestação status that an evento, by its alias, gives a document (spec §4). */
export function statusOf(evento: string): RawBuilder<ManifestacaoStatus> {
  const cases = STATUS_TYPES.map(([status, tp]) => sql`WHEN ${sql.lit(tp)} THEN ${sql.lit(Number(status))}`);
  return sql`CASE ${refsOf("evento", evento)("tpEvento")} ${sql.join(cases, sql` `)} END`;
}

/** The evento is a registered manifestação about the view's document, by its recipient. */
export function isValidManifestacao(aliases: { evento: string; nota: string }): RawBuilder<boolean> {
  const tpEvento = refsOf("evento", aliases.evento)("tpEvento");
  return sql`(${tpEvento} IN ${literals(Object.values(EVENTO_TYPES))} AND ${isFact(aliases)} AND ${isByRightAutor(aliases)})`;
}

type Marked = { contaId: string; chaves: readonly string[]; now: Date };

const MARK = fixedStatement<Marked>()((db, placeholders) =>
  db
    .updateTable("nota")
    .from(selectLastManifestacoes(db, placeholders).as("v"))
    .set(({ ref }) => ({
      manifestacao: ref("v.status"),
      manifestacaoEm: ref("v.em"),
      alteradoEm: placeholders.now,
    }))
    .where("nota.contaId", "=", placeholders.contaId)
    .whereRef("nota.id", "=", "v.id")
    .where(({ eb, refTuple }) =>
      eb(
        refTuple("nota.manifestacao", "nota.manifestacaoEm"),
        "is distinct from",
        refTuple("v.status", "v.em"),
      ),
    ),
);

/**
 * Sets the last registered manifestação of the recipient on the received views of some chaves; a conclusive
 * one ranks above a ciência. Call it whenever eventos or views of chaves are saved.
 */
export async function markManifestacoes(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<void> {
  if (chaves.length === 0) return;
  await MARK.change(db, { contaId, chaves, now });
}

function selectLastManifestacoes(db: StatementBuilder, { contaId, chaves }: Placeholders<Marked>) {
  return db
    .selectFrom("nota as n")
    .innerJoin("evento as e", (join) =>
      join.onRef("e.contaId", "=", "n.contaId").onRef("e.chave", "=", "n.chave"),
    )
    .where(({ and }) => and({ "n.contaId": contaId, "n.chave": anyOf(chaves), "n.papel": "E" }))
    .where(isValidManifestacao({ evento: "e", nota: "n" }))
    .distinctOn("n.id")
    .select(["n.id", statusOf("e").as("status"), "e.protocoloData as em"])
    .orderBy("n.id")
    .orderBy(({ eb }) => eb("e.tpEvento", "=", EVENTO_TYPES[CIENCIA]))
    .orderBy("e.protocoloData", (order) => order.desc().nullsLast())
    .orderBy("e.nSeq", "desc")
    .orderBy("e.criadoEm", "desc");
}
