import type { Veredito } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { writeAutorCerto, writeSoRegistro } from "../evento/fato.rows.ts";
import type { Binder } from "../lista/lista.rows.ts";
import { COUNT_MAX, createBinder } from "../lista/lista.rows.ts";
import type { Pagina } from "../lista/lista.rules.ts";
import { A_MANIFESTAR_DESDE } from "../manifestacao/prazo.rows.ts";
import type { NotaFiltro, NotaOrdem, Papel } from "./nota.rules.ts";
import type { Lado, Nomes, Procura } from "./nota-filtro.rows.ts";
import { createProcura, ladosToCount, ORDENS, writeWhere } from "./nota-filtro.rows.ts";

export type NotaRow = {
  id: string;
  chave: string;
  papel: Papel;
  terceiros: boolean;
  tipoNota: TipoNota;
  numeroNota: number;
  serieNota: number;
  dataEmissao: Date;
  valorTotal: string;
  nomeEmitente: string;
  cnpjEmitente: string;
  ufEmitente: string | null;
  nomeDestinatario: string | null;
  cnpjDestinatario: string | null;
  ufDestinatario: string | null;
  nfeStatus: string | null;
  sefazStatus: string | null;
  divergente: boolean | null;
  veredito: Veredito;
  quarentena: boolean;
  aguardandoCertificado: boolean;
  manifestacao: 0 | 1 | 2 | 3 | 4;
  /** Authorization time, while the recipient's conclusive manifestação is missing. */
  aManifestarDesde: Date | null;
  criadoEm: Date;
  alteradoEm: Date;
  processadoErp: boolean;
  processadoEm: Date | null;
  processadoPor: string | null;
  recebido: boolean;
  recebidoEm: Date | null;
  recebidoPor: string | null;
  conferido: boolean;
  conferidoEm: Date | null;
  conferidoPor: string | null;
};

/** Columns of a {@link NotaRow}, from `nota` as n. */
export const COLUNAS = `n.id, n.chave, n.papel, n.terceiros, n.tipo_nota AS "tipoNota", n.numero_nota AS "numeroNota",
  n.serie_nota AS "serieNota", n.data_emissao AS "dataEmissao", n.valor_total AS "valorTotal",
  n.nome_emitente AS "nomeEmitente", n.cnpj_emitente AS "cnpjEmitente", n.uf_emitente AS "ufEmitente",
  n.nome_destinatario AS "nomeDestinatario", n.cnpj_destinatario AS "cnpjDestinatario", n.uf_destinatario AS "ufDestinatario",
  n.nfe_status AS "nfeStatus", n.sefaz_status AS "sefazStatus", n.divergente, n.veredito, n.quarentena,
  n.aguardando_certificado AS "aguardandoCertificado", n.manifestacao,
  ${A_MANIFESTAR_DESDE} AS "aManifestarDesde", n.criado_em AS "criadoEm", n.alterado_em AS "alteradoEm",
  n.processado_erp AS "processadoErp", n.processado_em AS "processadoEm", n.processado_por AS "processadoPor",
  n.recebido, n.recebido_em AS "recebidoEm", n.recebido_por AS "recebidoPor",
  n.conferido, n.conferido_em AS "conferidoEm", n.conferido_por AS "conferidoPor"`;

/** A list request. papel: null = both sides. zona: of the conta's UF. nomes: of the filter's patterns. */
export type Lista = {
  papel: Papel | null;
  filtro: NotaFiltro;
  ordem: NotaOrdem;
  zona: string;
  nomes: Nomes;
};

const PAPEIS: readonly Papel[] = ["E", "S"];

/** One page of a list, in its sort order. */
export async function findPagina(
  sql: Sql,
  contaId: string,
  { lista, pagina }: { lista: Lista; pagina: Pagina },
): Promise<NotaRow[]> {
  const { text, values } = writePagina(contaId, lista, pagina);
  return await sql.query<NotaRow>(text, values);
}

/** Up to this many documents of a capture period are gathered and sorted; more are read in index order. */
const POUCAS_MAX = 5_000;

/**
 * The statement of one page. Raw SQL, because the order must come from an index: OFFSET skips ids only.
 * Without a side, the indexes of both sides are read in order and merged.
 */
export function writePagina(
  contaId: string,
  lista: Lista,
  { limit, offset }: Pagina,
): Pick<Binder, "values"> & { text: string } {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const procura = createProcura(binder);
  const { coluna, sentido } = ORDENS[lista.ordem];
  const deep = `LIMIT ${binder.bind(limit + offset)}`;
  const arms = writeArms(lista, { binder, conta, procura });
  const chaves = `SELECT n.id, n.${coluna} AS k FROM nota n WHERE`;
  const read = (where: string) =>
    `(${chaves} ${where} ORDER BY n.${coluna} ${sentido}, n.id ${sentido} ${deep})`;
  const { head, from } = isOfCaptura(lista.filtro)
    ? writeCaptura(arms, { head: procura.head(), chaves, read })
    : { head: procura.head(), from: arms.map(read) };
  const text = `${head}SELECT ${COLUNAS} FROM (
      SELECT id FROM (${from.join(" UNION ALL ")}) a ORDER BY k ${sentido}, id ${sentido}
      LIMIT ${binder.bind(limit)} OFFSET ${binder.bind(offset)}
    ) p JOIN nota n ON n.conta_id = ${conta} AND n.id = p.id
    ORDER BY n.${coluna} ${sentido}, n.id ${sentido}`;
  return { text, values: binder.values };
}

function isOfCaptura({ criadoDe, criadoAte }: NotaFiltro): boolean {
  return criadoDe !== undefined || criadoAte !== undefined;
}

// The planner does not know that capture time correlates with the order: it would read all newer rows.
// The LIMIT on gathered rows removes none; it tells the planner how many to expect.
function writeCaptura(
  arms: readonly string[],
  { head, chaves, read }: { head: string; chaves: string; read: (where: string) => string },
): { head: string; from: string[] } {
  const all = (start: string, and: string) =>
    arms.map((where) => `${start} ${where}${and}`).join(" UNION ALL ");
  const isPoucas = `(SELECT n FROM quantas) <= ${POUCAS_MAX}`;
  const ctes = [
    `quantas AS MATERIALIZED (SELECT count(*) AS n FROM (${all("SELECT 1 FROM nota n WHERE", "")} LIMIT ${POUCAS_MAX + 1}) t)`,
    `poucas AS MATERIALIZED (${all(chaves, ` AND ${isPoucas}`)} LIMIT ${POUCAS_MAX})`,
  ];
  return {
    head: `${head === "" ? "WITH " : `${head.trimEnd()}, `}${ctes.join(", ")} `,
    from: ["SELECT id, k FROM poucas", ...arms.map((where) => read(`${where} AND NOT ${isPoucas}`))],
  };
}

/** Counts the documents of a list, up to {@link COUNT_MAX}. */
export async function countLista(sql: Sql, contaId: string, lista: Lista): Promise<number> {
  const { text, values } = writeCount(contaId, lista);
  const rows = await sql.query<{ total: number }>(text, values);
  return rows[0]?.total ?? 0;
}

/** The statement of {@link countLista}. */
export function writeCount(contaId: string, lista: Lista): Pick<Binder, "values"> & { text: string } {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const procura = createProcura(binder);
  const arms = ladosToCount(lista.filtro, lista.nomes)
    .flatMap((lado) => writeArms(lista, { binder, conta, procura, lado }))
    .map((where) => `SELECT 1 FROM nota n WHERE ${where}`);
  const limit = binder.bind(COUNT_MAX);
  return {
    text: `${procura.head()}SELECT count(*) AS total FROM (${arms.join(" UNION ALL ")} LIMIT ${limit}) t`,
    values: binder.values,
  };
}

/** Where conditions are written. procura: shared name lookups of the statement. lado: one party only. */
type Para = { binder: Binder; conta: string; procura?: Procura; lado?: Lado | undefined };

/** One WHERE per side of a list. */
export function writeArms(
  { papel, filtro, zona, nomes }: Lista,
  { binder, conta, procura, lado }: Para,
): string[] {
  const papeis = papel === null ? PAPEIS : [papel];
  return papeis.map((each) =>
    writeWhere(filtro, conta, { ...binder, papel: each, zona, nomes, procura, lado }),
  );
}

/** Counts received documents that the ERP has not processed, by type, for the badge (architecture §6). */
export async function countAbertas(
  sql: Sql,
  contaId: string,
): Promise<{ tipoNota: TipoNota; total: number }[]> {
  return await sql.query(
    `SELECT tipo_nota AS "tipoNota", count(*) AS total FROM nota
     WHERE conta_id = $1 AND papel = 'E' AND NOT processado_erp AND NOT terceiros AND NOT quarentena
       AND tipo_nota IN ('NFe', 'CTe', 'CTeOS')
     GROUP BY tipo_nota`,
    [contaId],
  );
}

/** A document with its veredito and its bytes (gzip). */
export type NotaInteira = NotaRow & {
  digVal: string | null;
  sefazDigVal: string | null;
  nfeProtocolo: string | null;
  nfeProtocoloData: Date | null;
  naturezaOperacao: string | null;
  finalidade: string | null;
  sefazMotivo: string | null;
  sefazAlertas: unknown;
  sefazConsultadaEm: Date | null;
  sefazFalhouEm: Date | null;
  hashSha1Canc: string | null;
  hashSha1Nota: string;
  achados: unknown;
  reparo: string[] | null;
  quarentenaLiberadaEm: Date | null;
  quarentenaLiberadaPor: string | null;
  quarentenaMotivo: string | null;
  certificadoTitular: string | null;
  xmlGzip: Buffer | null;
};

export async function findNota(sql: Sql, contaId: string, id: string): Promise<NotaInteira | null> {
  const rows = await sql.query<NotaInteira>(
    `SELECT ${COLUNAS}, n.dig_val AS "digVal", n.sefaz_dig_val AS "sefazDigVal", n.nfe_protocolo AS "nfeProtocolo",
       n.nfe_protocolo_data AS "nfeProtocoloData", n.natureza_operacao AS "naturezaOperacao", n.finalidade,
       n.sefaz_motivo AS "sefazMotivo", n.sefaz_alertas AS "sefazAlertas", n.sefaz_consultada_em AS "sefazConsultadaEm", n.sefaz_falhou_em AS "sefazFalhouEm",
       n.hash_sha1_canc AS "hashSha1Canc", d.sha1 AS "hashSha1Nota", d.achados, d.reparo,
       n.quarentena_liberada_em AS "quarentenaLiberadaEm", n.quarentena_liberada_por AS "quarentenaLiberadaPor",
       n.quarentena_motivo AS "quarentenaMotivo",
       d.certificado_titular AS "certificadoTitular", x.xml_gzip AS "xmlGzip"
     FROM nota n
       JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       LEFT JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

export type EventoRow = {
  id: string;
  tpEvento: string;
  descEvento: string;
  protocolo: string | null;
  protocoloData: Date | null;
  origem: "email" | "sefaz";
  veredito: Veredito | null;
  cStat: string | null;
  autor: string;
  /** The author is entitled to this evento, as far as this view shows. */
  autorCerto: boolean;
  /** Its XML (gzip), which contains its text; null if not stored. */
  xmlGzip: Buffer | null;
};

/** Eventos of the document of a view, oldest first. */
export async function findEventos(sql: Sql, contaId: string, notaId: string): Promise<EventoRow[]> {
  return await sql.query<EventoRow>(
    `SELECT e.id, e.tp_evento AS "tpEvento", e.desc_evento AS "descEvento", e.protocolo, e.protocolo_data AS "protocoloData", e.origem,
       e.veredito, e.cstat AS "cStat", e.autor, ${writeAutorCerto({ evento: "e", nota: "n" })} AS "autorCerto",
       x.xml_gzip AS "xmlGzip"
     FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
       LEFT JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
       LEFT JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = $2 AND NOT (${writeSoRegistro("e")} AND EXISTS (SELECT FROM evento o WHERE o.conta_id = e.conta_id
       AND o.chave = e.chave AND o.tp_evento = e.tp_evento AND o.n_seq = e.n_seq AND o.autor <> ''))
     ORDER BY e.protocolo_data NULLS LAST, e.criado_em, e.id`,
    [contaId, notaId],
  );
}

export type OrigemRow = {
  emailId: string;
  importado: boolean;
  anexoId: string;
  assunto: string;
  remetente: string;
  recebidaEm: Date;
  caminho: string;
  nome: string | null;
  destino: "nota" | "evento" | "duplicada" | "outro-dfe" | "nao-dfe" | "pacote" | "quarentena" | "erro";
  veredito: Veredito;
};

const ORIGENS_MAX = 100;

/** E-mails and imports that brought any copy of a document, oldest first. */
export async function findOrigens(sql: Sql, contaId: string, chave: string): Promise<OrigemRow[]> {
  return await sql.query<OrigemRow>(
    `SELECT e.id AS "emailId", e.importado, a.id AS "anexoId", e.assunto, e.remetente, e.recebida_em AS "recebidaEm", a.caminho, a.nome,
       a.destino, d.veredito
     FROM documento d
       JOIN anexo a ON a.conta_id = d.conta_id AND a.documento_id = d.id
       JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
     WHERE d.conta_id = $1 AND d.chave = $2 AND d.natureza = 'nota'
     ORDER BY e.recebida_em, e.id, a.caminho LIMIT $3`,
    [contaId, chave, ORIGENS_MAX],
  );
}

/** The stored XML of a view. */
export async function findXml(
  sql: Sql,
  contaId: string,
  id: string,
): Promise<{ chave: string; tipoNota: TipoNota; xmlGzip: Buffer } | null> {
  const rows = await sql.query<{ chave: string; tipoNota: TipoNota; xmlGzip: Buffer }>(
    `SELECT n.chave, n.tipo_nota AS "tipoNota", x.xml_gzip AS "xmlGzip"
     FROM nota n
       JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}
