import { SUGGESTIONS_MAX } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import { type Binder, createBinder, startsWith } from "../../list/list.rows.ts";
import { rangesOfNumero } from "../../list/list.rules.ts";
import type { Side } from "../nota.rules.ts";
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

const NOTA_COLUMNS = `n.id, n.id AS "notaId", n.papel, n.tipo_nota AS "tipoNota", n.chave, n.numero_nota AS "numeroNota", n.serie_nota AS "serieNota",
  n.data_emissao AS "dataEmissao", n.valor_total AS "valorTotal", n.nome_emitente AS "nomeEmitente", n.cnpj_emitente AS "cnpjEmitente",
  n.nome_destinatario AS "nomeDestinatario"`;
const NEWEST = `ORDER BY n.data_emissao DESC, n.id DESC LIMIT ${SUGGESTIONS_MAX}`;

/** Up to this many parties, the documents of each are looked up through its index. */
const PARTIES_MAX = 500;
/** For more parties, only this many of the newest documents of each side are searched. */
const RECENT_MAX = 100_000;

/** Documents by chave. A whole chave also finds those of third parties. */
export async function findByChave(
  db: Db,
  contaId: string,
  { prefix, isWhole, isShort }: NonNullable<SearchInput["chave"]>,
): Promise<SearchResultRow[]> {
  const binder = createBinder();
  const where = `n.conta_id = ${binder.bind(contaId)} AND ${
    isWhole
      ? `n.chave = ${binder.bind(prefix)}`
      : `${startsWith("n.chave", prefix, binder)} AND NOT n.terceiros`
  }`;
  // A short prefix may match half a conta: the index returns its highest chaves, which are of its last month.
  const sortOrder = isShort ? `ORDER BY n.chave DESC LIMIT ${SUGGESTIONS_MAX}` : NEWEST;
  return await db.query<SearchResultRow>(
    `SELECT ${NOTA_COLUMNS} FROM nota n WHERE ${where} ${sortOrder}`,
    binder.values,
  );
}

export async function findByNumero(db: Db, contaId: string, numero: number): Promise<SearchResultRow[]> {
  return await db.query<SearchResultRow>(
    `SELECT ${NOTA_COLUMNS} FROM nota n WHERE n.conta_id = $1 AND n.papel IN ('E', 'S') AND n.numero_nota = $2 AND NOT n.terceiros ${NEWEST}`,
    [contaId, numero],
  );
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
  return await db.query<SearchResultRow>(
    `SELECT ${NOTA_COLUMNS} FROM (
       SELECT l.id, l.data_emissao FROM unnest($2::integer[], $3::integer[]) AS f (de, ate)
         CROSS JOIN (VALUES ('E'), ('S')) AS p (papel)
         CROSS JOIN LATERAL (SELECT n.id, n.data_emissao FROM nota n WHERE n.conta_id = $1 AND n.papel = p.papel
           AND n.numero_nota BETWEEN f.de AND f.ate AND NOT n.terceiros ORDER BY n.numero_nota DESC LIMIT ${SUGGESTIONS_MAX}) l
       ORDER BY l.data_emissao DESC, l.id DESC LIMIT ${SUGGESTIONS_MAX}
     ) a JOIN nota n ON n.conta_id = $1 AND n.id = a.id ${NEWEST}`,
    [contaId, ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  );
}

/** Parties to search for: by CNPJ or CPF prefix, or by part of a name. */
export type PartyQuery = { documento: string } | { padrao: string };

/** Parties that match. hasMore: there are more than these. */
export type Parties = { documentos: readonly string[]; hasMore: boolean };

/** Finds the parties. A gatekeeper function searches names and returns only CNPJs and CPFs; documents
 * are read under row security. */
export async function findParties(db: Db, contaId: string, who: PartyQuery): Promise<Parties> {
  const binder = createBinder();
  const rows = await db.query<{ documento: string }>(
    `${writeParties(contaId, who, binder)} LIMIT ${PARTIES_MAX + 1}`,
    binder.values,
  );
  const documentos = rows.slice(0, PARTIES_MAX).map((row) => row.documento);
  return { documentos, hasMore: rows.length > PARTIES_MAX };
}

function writeParties(contaId: string, who: PartyQuery, binder: Binder): string {
  if ("padrao" in who) return `SELECT portaria_participantes(${binder.bind(who.padrao)}) AS documento`;
  return `SELECT documento FROM participante WHERE conta_id = ${binder.bind(contaId)} AND ${startsWith("documento", who.documento, binder)}`;
}

/** The newest documents of some parties, as emitente or destinatário, each through its own index. */
export async function findOfParties(
  db: Db,
  contaId: string,
  documentos: readonly string[],
): Promise<SearchResultRow[]> {
  if (documentos.length === 0) return [];
  const newestOf = (column: string) =>
    `(SELECT n.id, n.data_emissao FROM nota n WHERE n.conta_id = $1 AND n.papel = p.papel AND n.${column} = d.documento AND NOT n.terceiros ${NEWEST})`;
  return await db.query<SearchResultRow>(
    `SELECT ${NOTA_COLUMNS} FROM (
       SELECT DISTINCT l.data_emissao, l.id FROM unnest($2::text[]) AS d (documento)
         CROSS JOIN (VALUES ('E'), ('S')) AS p (papel)
         CROSS JOIN LATERAL (${newestOf("cnpj_emitente")} UNION ALL ${newestOf("cnpj_destinatario")}) l
       ORDER BY l.data_emissao DESC, l.id DESC LIMIT ${SUGGESTIONS_MAX}
     ) a JOIN nota n ON n.conta_id = $1 AND n.id = a.id ${NEWEST}`,
    [contaId, documentos],
  );
}

/**
 * The newest documents of many parties. Reads the list from its newest on, up to {@link RECENT_MAX}: with
 * so many parties, matches come soon.
 */
export async function findRecent(db: Db, contaId: string, who: PartyQuery): Promise<SearchResultRow[]> {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const partiesSql = writeParties(contaId, who, binder);
  const arm = (papel: Side) =>
    `(SELECT n.id, n.data_emissao FROM (
       SELECT id, data_emissao, cnpj_emitente, cnpj_destinatario, terceiros FROM nota WHERE conta_id = ${contaParam} AND papel = '${papel}'
       ORDER BY data_emissao DESC, id DESC LIMIT ${RECENT_MAX}) n
     WHERE NOT n.terceiros AND (n.cnpj_emitente IN (SELECT documento FROM partes) OR n.cnpj_destinatario IN (SELECT documento FROM partes)) ${NEWEST})`;
  return await db.query<SearchResultRow>(
    `WITH partes AS MATERIALIZED (${partiesSql})
     SELECT ${NOTA_COLUMNS} FROM (SELECT id FROM (${arm("E")} UNION ALL ${arm("S")}) a ORDER BY data_emissao DESC, id DESC LIMIT ${SUGGESTIONS_MAX}) p
       JOIN nota n ON n.conta_id = ${contaParam} AND n.id = p.id ${NEWEST}`,
    binder.values,
  );
}

const AUDITOR_COLUMNS = `a.id, v.id AS "notaId", v.papel, a.tipo_nota AS "tipoNota", a.chave, a.numero_nota AS "numeroNota", a.serie_nota AS "serieNota",
  coalesce(a.data_emissao, a.data_evento) AS "dataEmissao", a.valor_total AS "valorTotal", a.nome_emitente AS "nomeEmitente",
  a.cnpj_emitente AS "cnpjEmitente", NULL AS "nomeDestinatario"`;
const NEWEST_RECORDS = `ORDER BY a.data_evento DESC, a.id DESC LIMIT ${SUGGESTIONS_MAX}`;

/** Auditor records of all interpretations, each with its nota if there is one; of two views, the received. */
export async function findRegistros(
  db: Db,
  contaId: string,
  { chave, numero, documentos }: Pick<SearchInput, "chave" | "numero"> & { documentos: readonly string[] },
): Promise<SearchResultRow[]> {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const arm = (where: string, sortOrder = NEWEST_RECORDS) =>
    `(SELECT a.id, a.data_evento FROM auditor a WHERE a.conta_id = ${contaParam} AND ${where} ${sortOrder})`;
  const last = (column: string) => `ORDER BY a.${column} DESC LIMIT ${SUGGESTIONS_MAX}`;
  const arms: string[] = [];
  if (chave?.isWhole) arms.push(arm(`a.chave = ${binder.bind(chave.prefix)}`));
  else if (chave) {
    arms.push(
      arm(startsWith("a.chave", chave.prefix, binder), chave.isShort ? last("chave") : NEWEST_RECORDS),
    );
  }
  for (const { from, to } of numero === null ? [] : rangesOfNumero(numero)) {
    const between = `a.numero_nota BETWEEN ${binder.bind(from)} AND ${binder.bind(to)}`;
    arms.push(arm(between, from === to ? NEWEST_RECORDS : last("numero_nota")));
  }
  if (documentos.length > 0)
    arms.push(`(SELECT l.id, l.data_evento FROM unnest(${binder.bind(documentos)}::text[]) AS d (documento) CROSS JOIN LATERAL (
      SELECT a.id, a.data_evento FROM auditor a WHERE a.conta_id = ${contaParam} AND a.cnpj_emitente = d.documento ${NEWEST_RECORDS}) l)`);
  if (arms.length === 0) return [];
  return await db.query<SearchResultRow>(
    `SELECT ${AUDITOR_COLUMNS} FROM (SELECT DISTINCT data_evento, id FROM (${arms.join(" UNION ALL ")}) u
         ORDER BY data_evento DESC, id DESC LIMIT ${SUGGESTIONS_MAX}) p
       JOIN auditor a ON a.conta_id = ${contaParam} AND a.id = p.id
       LEFT JOIN LATERAL (SELECT n.id, n.papel FROM nota n WHERE n.conta_id = ${contaParam} AND n.chave = a.chave ORDER BY n.papel LIMIT 1) v ON true
     ${NEWEST_RECORDS}`,
    binder.values,
  );
}
