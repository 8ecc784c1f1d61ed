import { SUGESTOES_MAX } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { type Binder, createBinder, startsWith } from "../lista/lista.rows.ts";
import { faixasOfNumero } from "../lista/lista.rules.ts";
import type { Papel } from "./nota.rules.ts";
import type { Procura } from "./procura.rules.ts";

/** A search result: a document, or a record of the auditor about one. */
export type AchadoRow = {
  id: string;
  notaId: string | null;
  papel: Papel | null;
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

const NOTA = `n.id, n.id AS "notaId", n.papel, n.tipo_nota AS "tipoNota", n.chave, n.numero_nota AS "numeroNota", n.serie_nota AS "serieNota",
  n.data_emissao AS "dataEmissao", n.valor_total AS "valorTotal", n.nome_emitente AS "nomeEmitente", n.cnpj_emitente AS "cnpjEmitente",
  n.nome_destinatario AS "nomeDestinatario"`;
const NOVAS = `ORDER BY n.data_emissao DESC, n.id DESC LIMIT ${SUGESTOES_MAX}`;

/** Up to this many parties, the documents of each are looked up through its index. */
const PARTES_MAX = 500;
/** For more parties, only this many of the newest documents of each side are searched. */
const RECENTES_MAX = 100_000;

/** Documents by chave. A whole chave also finds those of third parties. */
export async function findPorChave(
  sql: Sql,
  contaId: string,
  { inicio, inteira, curta }: NonNullable<Procura["chave"]>,
): Promise<AchadoRow[]> {
  const binder = createBinder();
  const where = `n.conta_id = ${binder.bind(contaId)} AND ${
    inteira
      ? `n.chave = ${binder.bind(inicio)}`
      : `${startsWith("n.chave", inicio, binder)} AND NOT n.terceiros`
  }`;
  // A short prefix may match half a conta: the index returns its highest chaves, which are of its last month.
  const ordem = curta ? `ORDER BY n.chave DESC LIMIT ${SUGESTOES_MAX}` : NOVAS;
  return await sql.query<AchadoRow>(`SELECT ${NOTA} FROM nota n WHERE ${where} ${ordem}`, binder.values);
}

export async function findPorNumero(sql: Sql, contaId: string, numero: number): Promise<AchadoRow[]> {
  return await sql.query<AchadoRow>(
    `SELECT ${NOTA} FROM nota n WHERE n.conta_id = $1 AND n.papel IN ('E', 'S') AND n.numero_nota = $2 AND NOT n.terceiros ${NOVAS}`,
    [contaId, numero],
  );
}

/**
 * Documents whose number continues these digits: the highest of each length, through the index; of
 * these, the newest.
 */
export async function findPorInicioDoNumero(sql: Sql, contaId: string, numero: number): Promise<AchadoRow[]> {
  const [, ...faixas] = faixasOfNumero(numero);
  if (faixas.length === 0) return [];
  return await sql.query<AchadoRow>(
    `SELECT ${NOTA} FROM (
       SELECT l.id, l.data_emissao FROM unnest($2::integer[], $3::integer[]) AS f (de, ate)
         CROSS JOIN (VALUES ('E'), ('S')) AS p (papel)
         CROSS JOIN LATERAL (SELECT n.id, n.data_emissao FROM nota n WHERE n.conta_id = $1 AND n.papel = p.papel
           AND n.numero_nota BETWEEN f.de AND f.ate AND NOT n.terceiros ORDER BY n.numero_nota DESC LIMIT ${SUGESTOES_MAX}) l
       ORDER BY l.data_emissao DESC, l.id DESC LIMIT ${SUGESTOES_MAX}
     ) a JOIN nota n ON n.conta_id = $1 AND n.id = a.id ${NOVAS}`,
    [contaId, faixas.map(({ de }) => de), faixas.map(({ ate }) => ate)],
  );
}

/** Parties to search for: by CNPJ or CPF prefix, or by part of a name. */
export type Quem = { documento: string } | { padrao: string };

/** Parties that match. muitas: there are more than these. */
export type Partes = { documentos: readonly string[]; muitas: boolean };

/** Finds the parties. A gatekeeper function searches names and returns only CNPJs and CPFs; documents
 * are read under row security. */
export async function findPartes(sql: Sql, contaId: string, quem: Quem): Promise<Partes> {
  const binder = createBinder();
  const rows = await sql.query<{ documento: string }>(
    `${writePartes(contaId, quem, binder)} LIMIT ${PARTES_MAX + 1}`,
    binder.values,
  );
  const documentos = rows.slice(0, PARTES_MAX).map((row) => row.documento);
  return { documentos, muitas: rows.length > PARTES_MAX };
}

function writePartes(contaId: string, quem: Quem, binder: Binder): string {
  if ("padrao" in quem) return `SELECT portaria_participantes(${binder.bind(quem.padrao)}) AS documento`;
  return `SELECT documento FROM participante WHERE conta_id = ${binder.bind(contaId)} AND ${startsWith("documento", quem.documento, binder)}`;
}

/** The newest documents of some parties, as emitente or destinatário, each through its own index. */
export async function findDasPartes(
  sql: Sql,
  contaId: string,
  documentos: readonly string[],
): Promise<AchadoRow[]> {
  if (documentos.length === 0) return [];
  const lado = (coluna: string) =>
    `(SELECT n.id, n.data_emissao FROM nota n WHERE n.conta_id = $1 AND n.papel = p.papel AND n.${coluna} = d.documento AND NOT n.terceiros ${NOVAS})`;
  return await sql.query<AchadoRow>(
    `SELECT ${NOTA} FROM (
       SELECT DISTINCT l.data_emissao, l.id FROM unnest($2::text[]) AS d (documento)
         CROSS JOIN (VALUES ('E'), ('S')) AS p (papel)
         CROSS JOIN LATERAL (${lado("cnpj_emitente")} UNION ALL ${lado("cnpj_destinatario")}) l
       ORDER BY l.data_emissao DESC, l.id DESC LIMIT ${SUGESTOES_MAX}
     ) a JOIN nota n ON n.conta_id = $1 AND n.id = a.id ${NOVAS}`,
    [contaId, documentos],
  );
}

/**
 * The newest documents of many parties. Reads the list from its newest on, up to {@link RECENTES_MAX}: with
 * so many parties, matches come soon.
 */
export async function findRecentes(sql: Sql, contaId: string, quem: Quem): Promise<AchadoRow[]> {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const partes = writePartes(contaId, quem, binder);
  const arm = (papel: Papel) =>
    `(SELECT n.id, n.data_emissao FROM (
       SELECT id, data_emissao, cnpj_emitente, cnpj_destinatario, terceiros FROM nota WHERE conta_id = ${conta} AND papel = '${papel}'
       ORDER BY data_emissao DESC, id DESC LIMIT ${RECENTES_MAX}) n
     WHERE NOT n.terceiros AND (n.cnpj_emitente IN (SELECT documento FROM partes) OR n.cnpj_destinatario IN (SELECT documento FROM partes)) ${NOVAS})`;
  return await sql.query<AchadoRow>(
    `WITH partes AS MATERIALIZED (${partes})
     SELECT ${NOTA} FROM (SELECT id FROM (${arm("E")} UNION ALL ${arm("S")}) a ORDER BY data_emissao DESC, id DESC LIMIT ${SUGESTOES_MAX}) p
       JOIN nota n ON n.conta_id = ${conta} AND n.id = p.id ${NOVAS}`,
    binder.values,
  );
}

const AUDITOR = `a.id, v.id AS "notaId", v.papel, a.tipo_nota AS "tipoNota", a.chave, a.numero_nota AS "numeroNota", a.serie_nota AS "serieNota",
  coalesce(a.data_emissao, a.data_evento) AS "dataEmissao", a.valor_total AS "valorTotal", a.nome_emitente AS "nomeEmitente",
  a.cnpj_emitente AS "cnpjEmitente", NULL AS "nomeDestinatario"`;
const NOVOS = `ORDER BY a.data_evento DESC, a.id DESC LIMIT ${SUGESTOES_MAX}`;

/** Auditor records of all interpretations, each with its nota if there is one; of two views, the received. */
export async function findRegistros(
  sql: Sql,
  contaId: string,
  { chave, numero, documentos }: Pick<Procura, "chave" | "numero"> & { documentos: readonly string[] },
): Promise<AchadoRow[]> {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const arm = (where: string, ordem = NOVOS) =>
    `(SELECT a.id, a.data_evento FROM auditor a WHERE a.conta_id = ${conta} AND ${where} ${ordem})`;
  const last = (coluna: string) => `ORDER BY a.${coluna} DESC LIMIT ${SUGESTOES_MAX}`;
  const arms: string[] = [];
  if (chave?.inteira) arms.push(arm(`a.chave = ${binder.bind(chave.inicio)}`));
  else if (chave) {
    arms.push(arm(startsWith("a.chave", chave.inicio, binder), chave.curta ? last("chave") : NOVOS));
  }
  for (const { de, ate } of numero === null ? [] : faixasOfNumero(numero)) {
    const between = `a.numero_nota BETWEEN ${binder.bind(de)} AND ${binder.bind(ate)}`;
    arms.push(arm(between, de === ate ? NOVOS : last("numero_nota")));
  }
  if (documentos.length > 0)
    arms.push(`(SELECT l.id, l.data_evento FROM unnest(${binder.bind(documentos)}::text[]) AS d (documento) CROSS JOIN LATERAL (
      SELECT a.id, a.data_evento FROM auditor a WHERE a.conta_id = ${conta} AND a.cnpj_emitente = d.documento ${NOVOS}) l)`);
  if (arms.length === 0) return [];
  return await sql.query<AchadoRow>(
    `SELECT ${AUDITOR} FROM (SELECT DISTINCT data_evento, id FROM (${arms.join(" UNION ALL ")}) u
         ORDER BY data_evento DESC, id DESC LIMIT ${SUGESTOES_MAX}) p
       JOIN auditor a ON a.conta_id = ${conta} AND a.id = p.id
       LEFT JOIN LATERAL (SELECT n.id, n.papel FROM nota n WHERE n.conta_id = ${conta} AND n.chave = a.chave ORDER BY n.papel LIMIT 1) v ON true
     ${NOVOS}`,
    binder.values,
  );
}
