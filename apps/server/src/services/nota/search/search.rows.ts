import { SUGGESTIONS_MAX } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import { type AliasedExpression, type Expression, sql } from "kysely";
import { column, type Db, expressionsOf, unionAll, unnestObjects, unnestRows } from "../../../db/index.ts";
import { type Condition, hasPrefix } from "../../list/list.rows.ts";
import { rangesOfNumero } from "../../list/list.rules.ts";
import { findDocumentosOf, selectDocumentosOf } from "../../participante/participante.rows.ts";
import { matchCents, matchChavePart } from "../list/nota-filter.rows.ts";
import type { Side } from "../nota.rules.ts";
import type { ChavePart } from "./chave-part.rules.ts";
import type { SearchInput } from "./search.rules.ts";

/** A search result: a document, or a record of the auditor about one. */
export type SearchResultRow = {
  id: string;
  notaId: string | null;
  papel: Side | null;
  tipoNota: TipoNota;
  chave: string;
  numeroNota: number | null;
  serieNota: number | null;
  dataEmissao: Date | null;
  valorTotal: string | null;
  nomeEmitente: string | null;
  cnpjEmitente: string | null;
  nomeDestinatario: string | null;
};

const NOTA_COLUMNS = [
  ...(["n.id", "n.id as notaId", "n.papel", "n.tipoNota", "n.chave", "n.numeroNota", "n.serieNota"] as const),
  ...(["n.dataEmissao", "n.valorTotal", "n.nomeEmitente", "n.cnpjEmitente", "n.nomeDestinatario"] as const),
];

/** Up to this many parties, the documents of each are looked up through its index. */
const PARTIES_MAX = 500;
/** For more parties, only this many of the newest documents of each side are searched. */
const RECENT_MAX = 100_000;

const SIDES: readonly Side[] = ["E", "S"];
const eachSide = unnestRows("p", { papel: column("text", SIDES) });

const n = expressionsOf("nota", "n");
const NEWEST = sql`${n.ref("n.dataEmissao")} DESC, ${n.ref("n.id")} DESC`;
const isOwn = n.not("n.terceiros");

/** Documents by chave. A whole chave also finds those of third parties. */
export async function findByChave(
  db: Db,
  contaId: string,
  { prefix, isWhole, isShort }: NonNullable<SearchInput["chave"]>,
): Promise<SearchResultRow[]> {
  const isFound = isWhole ? n("n.chave", "=", prefix) : n.and([hasPrefix(n.ref("n.chave"), prefix), isOwn]);
  // A short prefix may match half a conta: the index returns its highest chaves, which are of its last month.
  return await db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where(isFound)
    .select(NOTA_COLUMNS)
    .orderBy(isShort ? sql`${n.ref("n.chave")} DESC` : NEWEST)
    .limit(SUGGESTIONS_MAX)
    .execute();
}

/** The newest documents that match a condition of an index. */
async function findNewest(db: Db, contaId: string, isFound: Condition): Promise<SearchResultRow[]> {
  return await db
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.papel", "in", SIDES)
    .where(isFound)
    .where(isOwn)
    .select(NOTA_COLUMNS)
    .orderBy(NEWEST)
    .limit(SUGGESTIONS_MAX)
    .execute();
}

/** Documents whose chave has this part. */
export async function findByChavePart(db: Db, contaId: string, part: ChavePart): Promise<SearchResultRow[]> {
  return await findNewest(db, contaId, matchChavePart(part));
}

/** Documents of one exact value; a range is a question to the list, which pages. */
export async function findByValor(db: Db, contaId: string, cents: string): Promise<SearchResultRow[]> {
  return await findNewest(db, contaId, matchCents({ de: cents, ate: cents }));
}

export async function findByNumero(db: Db, contaId: string, numero: number): Promise<SearchResultRow[]> {
  return await findNewest(db, contaId, n("n.numeroNota", "=", numero));
}

/** Documents by id, newest first. */
async function readNotas(
  db: Db,
  contaId: string,
  ids: AliasedExpression<{ id: string }, "a">,
): Promise<SearchResultRow[]> {
  return await db
    .selectFrom(ids)
    .innerJoin("nota as n", (join) => join.on("n.contaId", "=", contaId).onRef("n.id", "=", "a.id"))
    .select(NOTA_COLUMNS)
    .orderBy(NEWEST)
    .limit(SUGGESTIONS_MAX)
    .execute();
}

/**
 * Documents whose number continues these digits: the highest of each length, through the index; of
 * these, the newest.
 */
export async function findByNumeroPrefix(
  db: Db,
  contaId: string,
  numero: number,
): Promise<SearchResultRow[]> {
  const [, ...ranges] = rangesOfNumero(numero);
  if (ranges.length === 0) return [];
  const found = db
    .selectFrom(unnestObjects("f", ranges, { from: "int4", to: "int4" }))
    .crossJoin(eachSide)
    .crossJoinLateral((eb) =>
      eb
        .selectFrom("nota as n")
        .where("n.contaId", "=", contaId)
        .whereRef("n.papel", "=", "p.papel")
        .where(({ between, ref }) => between("n.numeroNota", ref("f.from"), ref("f.to")))
        .where(isOwn)
        .select(["n.id", "n.dataEmissao"])
        .orderBy("n.numeroNota", "desc")
        .limit(SUGGESTIONS_MAX)
        .as("l"),
    )
    .select("l.id")
    .orderBy("l.dataEmissao", "desc")
    .orderBy("l.id", "desc")
    .limit(SUGGESTIONS_MAX);
  return await readNotas(db, contaId, found.as("a"));
}

/** Parties to search for: by CNPJ or CPF prefix, or by part of a name. */
export type PartyQuery = { documento: string } | { padrao: string };

/** Parties that match. hasMore: there are more than these. */
export type Parties = { documentos: readonly string[]; hasMore: boolean };

/** Finds the parties, whose documents are read under row security. */
export async function findParties(db: Db, contaId: string, who: PartyQuery): Promise<Parties> {
  const found = await findDocumentos(db, contaId, who);
  return { documentos: found.slice(0, PARTIES_MAX), hasMore: found.length > PARTIES_MAX };
}

async function findDocumentos(db: Db, contaId: string, who: PartyQuery): Promise<string[]> {
  if ("padrao" in who) return await findDocumentosOf(db, who.padrao, PARTIES_MAX + 1);
  const rows = await selectParties(db, contaId, who.documento)
    .limit(PARTIES_MAX + 1)
    .execute();
  return rows.map(({ documento }) => documento);
}

function selectParties(db: Db, contaId: string, prefix: string) {
  return db
    .selectFrom("participante")
    .where("contaId", "=", contaId)
    .where(({ ref }) => hasPrefix(ref("documento"), prefix))
    .select("documento");
}

/** The newest documents of some parties, as emitente or destinatário, each through its own index. */
export async function findOfParties(
  db: Db,
  contaId: string,
  documentos: readonly string[],
): Promise<SearchResultRow[]> {
  if (documentos.length === 0) return [];
  const found = db
    .selectFrom(unnestRows("d", { documento: column("text", documentos) }))
    .crossJoin(eachSide)
    .crossJoinLateral((eb) => {
      const newestOf = (party: "cnpjEmitente" | "cnpjDestinatario") =>
        eb
          .selectFrom("nota as n")
          .where("n.contaId", "=", contaId)
          .whereRef("n.papel", "=", "p.papel")
          .whereRef(`n.${party}`, "=", "d.documento")
          .where(isOwn)
          .select(["n.id", "n.dataEmissao"])
          .orderBy(NEWEST)
          .limit(SUGGESTIONS_MAX);
      return unionAll("l", [newestOf("cnpjEmitente"), newestOf("cnpjDestinatario")]);
    })
    .select(["l.dataEmissao", "l.id"])
    .distinct()
    .orderBy("l.dataEmissao", "desc")
    .orderBy("l.id", "desc")
    .limit(SUGGESTIONS_MAX);
  return await readNotas(db, contaId, found.as("a"));
}

/**
 * The newest documents of many parties. Reads the list from its newest on, up to {@link RECENT_MAX}: with
 * so many parties, matches come soon.
 */
export async function findRecent(db: Db, contaId: string, who: PartyQuery): Promise<SearchResultRow[]> {
  const parties: Expression<{ documento: string }> =
    "padrao" in who ? selectDocumentosOf(who.padrao) : selectParties(db, contaId, who.documento);
  const found = db
    .with(
      (cte) => cte("partes").materialized(),
      () => parties,
    )
    .selectFrom((eb) => {
      const arm = (papel: Side) => {
        const recent = eb
          .selectFrom("nota as n")
          .where("n.contaId", "=", contaId)
          .where("n.papel", "=", papel)
          .select(["n.id", "n.dataEmissao", "n.cnpjEmitente", "n.cnpjDestinatario", "n.terceiros"])
          .orderBy(NEWEST)
          .limit(RECENT_MAX);
        const documentos = eb.selectFrom("partes").select("documento");
        return eb
          .selectFrom(recent.as("n"))
          .where(isOwn)
          .where(({ eb, or }) =>
            or([eb("n.cnpjEmitente", "in", documentos), eb("n.cnpjDestinatario", "in", documentos)]),
          )
          .select(["n.id", "n.dataEmissao"])
          .orderBy(NEWEST)
          .limit(SUGGESTIONS_MAX);
      };
      return unionAll("u", SIDES.map(arm));
    })
    .select("u.id")
    .orderBy("u.dataEmissao", "desc")
    .orderBy("u.id", "desc")
    .limit(SUGGESTIONS_MAX);
  return await readNotas(db, contaId, found.as("a"));
}

const a = expressionsOf("auditor", "a");
const NEWEST_RECORDS = sql`${a.ref("a.dataEvento")} DESC, ${a.ref("a.id")} DESC`;

/** Auditor records of all interpretations, each with its nota if there is one; of two views, the received. */
export async function findRegistros(
  db: Db,
  contaId: string,
  search: Pick<SearchInput, "chave" | "numero"> & { documentos: readonly string[] },
): Promise<SearchResultRow[]> {
  const arms = selectRegistros(db, contaId, search);
  if (arms.length === 0) return [];
  const found = db
    .selectFrom(unionAll("u", arms))
    .select(["u.dataEvento", "u.id"])
    .distinct()
    .orderBy("u.dataEvento", "desc")
    .orderBy("u.id", "desc")
    .limit(SUGGESTIONS_MAX);
  return await db
    .selectFrom(found.as("p"))
    .innerJoin("auditor as a", (join) => join.on("a.contaId", "=", contaId).onRef("a.id", "=", "p.id"))
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
    .select(["a.id", "v.id as notaId", "v.papel", "a.tipoNota", "a.chave", "a.numeroNota", "a.serieNota"])
    .select(["a.valorTotal", "a.nomeEmitente", "a.cnpjEmitente", sql<null>`NULL`.as("nomeDestinatario")])
    .select(({ fn }) => fn.coalesce("a.dataEmissao", "a.dataEvento").as("dataEmissao"))
    .orderBy(NEWEST_RECORDS)
    .execute();
}

/** One SELECT per interpretation of a search, each through its own index. */
function selectRegistros(
  db: Db,
  contaId: string,
  { chave, numero, documentos }: Pick<SearchInput, "chave" | "numero"> & { documentos: readonly string[] },
) {
  const arm = (where: Condition, order = NEWEST_RECORDS) =>
    db
      .selectFrom("auditor as a")
      .where("a.contaId", "=", contaId)
      .where(where)
      .select(["a.id", "a.dataEvento"])
      .orderBy(order)
      .limit(SUGGESTIONS_MAX);
  const last = (ref: Expression<unknown>) => sql`${ref} DESC`;
  const [chaves, numeros] = [a.ref("a.chave"), a.ref("a.numeroNota")];
  const arms: Expression<{ id: string; dataEvento: Date }>[] = [];
  if (chave?.isWhole) arms.push(arm(a(chaves, "=", chave.prefix)));
  else if (chave)
    arms.push(arm(hasPrefix(chaves, chave.prefix), chave.isShort ? last(chaves) : NEWEST_RECORDS));
  for (const { from, to } of numero === null ? [] : rangesOfNumero(numero)) {
    arms.push(arm(a.between(numeros, from, to), from === to ? NEWEST_RECORDS : last(numeros)));
  }
  if (documentos.length > 0) arms.push(selectOfEmitentes(db, contaId, documentos));
  return arms;
}

function selectOfEmitentes(db: Db, contaId: string, documentos: readonly string[]) {
  return db
    .selectFrom(unnestRows("d", { documento: column("text", documentos) }))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom("auditor as a")
        .where("a.contaId", "=", contaId)
        .whereRef("a.cnpjEmitente", "=", "d.documento")
        .select(["a.id", "a.dataEvento"])
        .orderBy(NEWEST_RECORDS)
        .limit(SUGGESTIONS_MAX)
        .as("l"),
    )
    .select(["l.id", "l.dataEvento"]);
}
