import { type RawBuilder, sql } from "kysely";
import {
  anyOf,
  column,
  type Db,
  insertObjects,
  newId,
  type Row,
  refsOf,
  unnestRows,
} from "../../db/index.ts";
import { type Fact, type KnownFields, numberOf } from "./auditor.rules.ts";

/**
 * A fact and its source at SEFAZ. `resumo`: the summary, gzip; null if stored as documento or evento.
 */
export type ReportedFact = {
  fato: Fact;
  empresaId: string | null;
  resumo: Buffer | null;
} & Pick<Row<"auditor">, "origem" | "esquema" | "nsu">;

/** A new record. */
export type NewAuditor = Pick<Row<"auditor">, "id" | "chave" | "tipo" | "tpEvento" | "descEvento" | "texto">;

/**
 * What the conta knows about some documents, by chave: from their nota (the received view first)
 * or else their own auditor record; a missing emitter name comes from other documents.
 */
export async function findKnown(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<ReadonlyMap<string, KnownFields>> {
  const rows = await db
    .selectFrom(unnestRows("c", { chave: column("text", chaves) }))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("nota as n")
          .where("n.contaId", "=", contaId)
          .whereRef("n.chave", "=", "c.chave")
          .where(({ not }) => not("n.quarentena"))
          .select(["n.cnpjEmitente", "n.nomeEmitente", "n.dataEmissao", "n.valorTotal"])
          .orderBy("n.papel")
          .limit(1)
          .as("n"),
      (join) => join.onTrue(),
    )
    .leftJoin("auditor as a", (join) =>
      join.on("a.contaId", "=", contaId).onRef("a.chave", "=", "c.chave").on("a.tpEvento", "=", sql.lit("")),
    )
    .leftJoin("participante as p", (join) =>
      join
        .on("p.contaId", "=", contaId)
        .on("p.documento", "=", sql<string>`substr(${sql.ref("c.chave")}, 7, 14)`),
    )
    .select("c.chave")
    .select(({ fn }) => [
      fn.coalesce("n.cnpjEmitente", "a.cnpjEmitente").as("cnpjEmitente"),
      fn.coalesce("n.nomeEmitente", "a.nomeEmitente", "p.nome").as("nomeEmitente"),
      fn.coalesce("n.dataEmissao", "a.dataEmissao").as("dataEmissao"),
      fn.coalesce("n.valorTotal", "a.valorTotal").as("valorTotal"),
    ])
    .execute();
  return new Map(rows.map(({ chave, ...known }) => [chave, withoutNulls(known)]));
}

function withoutNulls(known: { [K in keyof KnownFields]: KnownFields[K] | null }): KnownFields {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

/**
 * Inserts records, one per fact; a repetition adds missing fields. The situação only grows graver:
 * a cancellation is final. The empresa comes from the distribution sync, or from the nota.
 * @returns the new records
 */
export async function saveAuditores(
  db: Db,
  contaId: string,
  { registros, now }: { registros: readonly (ReportedFact & { texto: string })[]; now: Date },
): Promise<NewAuditor[]> {
  const empresaOfNota = db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.chave", "=", sql.ref<string>("x.chave"))
    .select("n.empresaId")
    .orderBy("n.papel")
    .limit(1);
  const rows = await insertObjects(db, "auditor", {
    objects: registros.map(toRecord),
    fields: FIELDS,
    computed: { empresaId: sql`coalesce(${sql.ref("x.empresaId")}, ${empresaOfNota})` },
    all: { contaId, criadoEm: now, alteradoEm: now },
    orderBy: ["chave", "tpEvento", "nSeq", "autor"],
  })
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "chave", "tpEvento", "nSeq", "autor"])
        .doUpdateSet(updateRecord())
        .where(bringsNews()),
    )
    .returning(["id", "chave", "tipo", "tpEvento", "descEvento", "texto", sql<boolean>`xmax = 0`.as("novo")])
    .execute();
  return rows.filter(({ novo: isNew }) => isNew).map(({ novo: _new, ...registro }) => registro);
}

const stored = refsOf("auditor", "auditor");
const given = refsOf("auditor", "excluded");

/** What a repetition changes in a record. */
function updateRecord() {
  const first = <T>(one: RawBuilder<T>, other: RawBuilder<T>) => sql<T>`coalesce(${one}, ${other})`;
  return {
    empresaId: first(stored("empresaId"), given("empresaId")),
    cSitNfe: sql<Row<"auditor">["cSitNfe"]>`greatest(${stored("cSitNfe")}, ${given("cSitNfe")})`,
    nomeEmitente: first(given("nomeEmitente"), stored("nomeEmitente")),
    dataEmissao: first(given("dataEmissao"), stored("dataEmissao")),
    valorTotal: first(given("valorTotal"), stored("valorTotal")),
    protocolo: first(stored("protocolo"), given("protocolo")),
    digVal: first(stored("digVal"), given("digVal")),
    texto: sql<string>`CASE WHEN ${stored("nomeEmitente")} IS NULL THEN ${given("texto")} ELSE ${stored("texto")} END`,
    esquema: first(given("esquema"), stored("esquema")),
    nsu: first(given("nsu"), stored("nsu")),
    resumoGzip: sql<Buffer>`CASE WHEN ${given("resumoGzip")} IS NULL THEN NULL ELSE ${stored("resumoGzip")} END`,
    alteradoEm: given("alteradoEm"),
  };
}

/** Whether a repetition changes anything. */
function bringsNews(): RawBuilder<boolean> {
  return sql`${given("cSitNfe")} > ${stored("cSitNfe")} OR ${stored("empresaId")} IS NULL
    OR ${stored("nsu")} IS NULL AND ${given("nsu")} IS NOT NULL
    OR ${stored("nomeEmitente")} IS NULL AND ${given("nomeEmitente")} IS NOT NULL
    OR ${stored("resumoGzip")} IS NOT NULL AND ${given("resumoGzip")} IS NULL AND ${given("origem")} = 'distribuicao'`;
}

/** Marks the records of cancelled documents, whichever of document and cancellation arrived first. */
export async function markCancelled(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable("auditor as a")
    .set({ cSitNfe: 3, alteradoEm: now })
    .where("a.contaId", "=", contaId)
    .where("a.chave", "=", anyOf(chaves))
    .where("a.tpEvento", "=", sql.lit(""))
    .where("a.cSitNfe", "<>", 3)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("auditor as c")
          .where("c.contaId", "=", contaId)
          .whereRef("c.chave", "=", "a.chave")
          .where("c.tipo", "=", "Cancelamento"),
      ),
    )
    .execute();
}

const FIELDS = {
  id: "uuid",
  empresaId: "uuid",
  tipo: "text",
  tipoNota: "text",
  chave: "text",
  tpEvento: "text",
  nSeq: "int4",
  autor: "text",
  cSitNfe: "int4",
  descEvento: "text",
  texto: "text",
  dataEvento: "timestamptz",
  dataEmissao: "timestamptz",
  numeroNota: "int4",
  serieNota: "int4",
  nomeEmitente: "text",
  cnpjEmitente: "text",
  valorTotal: "numeric",
  protocolo: "text",
  digVal: "text",
  origem: "text",
  esquema: "text",
  nsu: "text",
  resumoGzip: "bytea",
} as const;

function toRecord({
  fato: fact,
  empresaId,
  texto,
  origem,
  esquema,
  nsu,
  resumo,
}: ReportedFact & { texto: string }) {
  const { cSitNFe: cSitNfe, ...fields } = fact;
  const { numero: numeroNota, serie: serieNota } = numberOf(fact.chave);
  const source = { empresaId, origem, esquema, nsu, resumoGzip: resumo };
  return { id: newId(), ...fields, cSitNfe, texto, numeroNota, serieNota, ...source };
}
