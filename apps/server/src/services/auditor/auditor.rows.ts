import { type Expression, sql } from "kysely";
import type { Db, Row } from "../../db/index.ts";
import { countToMax } from "../list/list.rows.ts";
import type { Page } from "../list/list.rules.ts";
import type { AuditorOrder } from "./auditor.rules.ts";
import { type AuditorScope, isMissingInRow, matchesAuditor } from "./auditor-filter.rows.ts";

type Auditor = Row<"auditor">;

export type AuditorRow = Pick<
  Auditor,
  | "id"
  | "tipo"
  | "tipoNota"
  | "chave"
  | "descEvento"
  | "dataEvento"
  | "dataEmissao"
  | "numeroNota"
  | "serieNota"
  | "nomeEmitente"
  | "cnpjEmitente"
  | "valorTotal"
  | "origem"
  | "empresaId"
  | "criadoEm"
> & {
  notaId: string | null;
  entradaSaida: "E" | "S" | null;
  cSitNFe: Auditor["cSitNfe"];
  text: string;
  faltandoXml: boolean;
  empresaNome: string | null;
};

const DIRECTIONS = { eventoDesc: "desc", eventoAsc: "asc" } as const satisfies Record<
  AuditorOrder,
  "asc" | "desc"
>;

export type AuditorList = AuditorScope & { ordem: AuditorOrder };

/** Rows of records (p, by id) with the nota and the empresa of each. */
function selectAuditores(db: Db, contaId: string, ids: Expression<{ id: string }>) {
  return (
    db
      .selectFrom(sql<{ id: string }>`${ids}`.as("p"))
      .innerJoin("auditor as a", (join) => join.on("a.contaId", "=", contaId).onRef("a.id", "=", "p.id"))
      // Of two views the received one: "E" sorts before "S".
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom("nota as n")
            .where("n.contaId", "=", contaId)
            .whereRef("n.chave", "=", "a.chave")
            .select(["n.id", "n.papel"])
            .orderBy("n.papel")
            .limit(1)
            .as("v"),
        (join) => join.onTrue(),
      )
      .leftJoin("empresa as m", (join) =>
        join.on("m.contaId", "=", contaId).onRef("m.id", "=", "a.empresaId"),
      )
      .select(["a.id", "v.id as notaId", "v.papel as entradaSaida", "a.tipo", "a.tipoNota", "a.chave"])
      .select(["a.cSitNfe as cSitNFe", "a.texto as text", "a.descEvento", "a.dataEvento", "a.dataEmissao"])
      .select(["a.numeroNota", "a.serieNota", "a.nomeEmitente", "a.cnpjEmitente", "a.valorTotal", "a.origem"])
      .select(["a.empresaId", "m.nome as empresaNome", "a.criadoEm", isMissingInRow().as("faltandoXml")])
  );
}

/** A sorted page of records. An index gives the order, and OFFSET skips only ids. */
export async function findAuditores(
  db: Db,
  contaId: string,
  { lista, pagina }: { lista: AuditorList; pagina: Page },
): Promise<AuditorRow[]> {
  const direction = DIRECTIONS[lista.ordem];
  const page = db
    .selectFrom("auditor as a")
    .where(matchesAuditor(contaId, lista))
    .select("a.id")
    .orderBy("a.dataEvento", direction)
    .orderBy("a.id", direction)
    .limit(pagina.limit)
    .offset(pagina.offset);
  return await selectAuditores(db, contaId, page)
    .orderBy("a.dataEvento", direction)
    .orderBy("a.id", direction)
    .execute();
}

/** Counts the records, as {@link countToMax}. */
export async function countAuditores(db: Db, contaId: string, lista: AuditorList): Promise<number> {
  return await countToMax(db, db.selectFrom("auditor as a").where(matchesAuditor(contaId, lista)));
}

/** A record with all fields. */
export type FullAuditor = AuditorRow &
  Pick<Auditor, "protocolo" | "digVal" | "nsu" | "esquema" | "tpEvento" | "nSeq" | "autor">;

export async function findAuditor(db: Db, contaId: string, id: string): Promise<FullAuditor | null> {
  const one = db.selectFrom("auditor").where("contaId", "=", contaId).where("id", "=", id).select("id");
  const found = await selectAuditores(db, contaId, one)
    .select(["a.protocolo", "a.digVal", "a.nsu", "a.esquema", "a.tpEvento", "a.nSeq", "a.autor"])
    .executeTakeFirst();
  return found ?? null;
}

export type RelatedAuditor = Pick<AuditorRow, "id" | "tipo" | "descEvento" | "dataEvento">;

/** Related records shown per document; more are not useful to a reader. */
const RELATED_MAX = 100;

/** Other records of the same chave, oldest first. */
export async function findRelated(
  db: Db,
  contaId: string,
  { id, chave }: { id: string; chave: string },
): Promise<RelatedAuditor[]> {
  return await db
    .selectFrom("auditor")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("id", "<>", id)
    .select(["id", "tipo", "descEvento", "dataEvento"])
    .orderBy("dataEvento")
    .orderBy("id")
    .limit(RELATED_MAX)
    .execute();
}
