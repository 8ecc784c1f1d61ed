import type { Veredito } from "@malote/contract";
import { TIPOS_EM_ABERTO, type TipoNota } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { answerOnlySql, writeRightAutor } from "../evento/fact.rows.ts";
import { type Binder, COUNT_MAX, createBinder } from "../list/list.rows.ts";
import type { Page } from "../list/list.rules.ts";
import { isOneOf } from "../list/tipo-nota.rows.ts";
import { TO_MANIFEST_SINCE } from "../manifestacao/deadline.rows.ts";
import {
  createNameLookup,
  type DocumentosByName,
  type NameLookup,
  type Party,
  partiesToCount,
  SORT_ORDERS,
  writeWhere,
} from "./list/nota-filter.rows.ts";
import type { NotaFilter, NotaSortOrder, Side } from "./nota.rules.ts";

export type NotaRow = {
  id: string;
  chave: string;
  papel: Side;
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
export const NOTA_COLUMNS = `n.id, n.chave, n.papel, n.terceiros, n.tipo_nota AS "tipoNota", n.numero_nota AS "numeroNota",
  n.serie_nota AS "serieNota", n.data_emissao AS "dataEmissao", n.valor_total AS "valorTotal",
  n.nome_emitente AS "nomeEmitente", n.cnpj_emitente AS "cnpjEmitente", n.uf_emitente AS "ufEmitente",
  n.nome_destinatario AS "nomeDestinatario", n.cnpj_destinatario AS "cnpjDestinatario", n.uf_destinatario AS "ufDestinatario",
  n.nfe_status AS "nfeStatus", n.sefaz_status AS "sefazStatus", n.divergente, n.veredito, n.quarentena,
  n.aguardando_certificado AS "aguardandoCertificado", n.manifestacao,
  ${TO_MANIFEST_SINCE} AS "aManifestarDesde", n.criado_em AS "criadoEm", n.alterado_em AS "alteradoEm",
  n.processado_erp AS "processadoErp", n.processado_em AS "processadoEm", n.processado_por AS "processadoPor",
  n.recebido, n.recebido_em AS "recebidoEm", n.recebido_por AS "recebidoPor",
  n.conferido, n.conferido_em AS "conferidoEm", n.conferido_por AS "conferidoPor"`;

/** A list request. papel: null = both sides. zona: of the conta's UF. nomes: of the filter's patterns. */
export type NotaList = {
  papel: Side | null;
  filtro: NotaFilter;
  ordem: NotaSortOrder;
  zona: string;
  nomes: DocumentosByName;
};

const SIDES: readonly Side[] = ["E", "S"];

/** One page of a list, in its sort order. */
export async function findPage(
  db: Db,
  contaId: string,
  { list, page }: { list: NotaList; page: Page },
): Promise<NotaRow[]> {
  const { text, values } = writePage(contaId, list, page);
  return await db.query<NotaRow>(text, values);
}

/** Up to this many documents of a capture period are gathered and sorted; more are read in index order. */
const GATHERED_MAX = 5_000;

/**
 * The statement of one page. Raw SQL, because the order must come from an index: OFFSET skips ids only.
 * Without a side, the indexes of both sides are read in order and merged.
 */
export function writePage(
  contaId: string,
  list: NotaList,
  { limit, offset }: Page,
): Pick<Binder, "values"> & { text: string } {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const nameLookup = createNameLookup(binder);
  const { coluna: column, sentido: direction } = SORT_ORDERS[list.ordem];
  const deep = `LIMIT ${binder.bind(limit + offset)}`;
  const arms = writeArms(list, { binder, conta: contaParam, procura: nameLookup });
  const keySelect = `SELECT n.id, n.${column} AS k FROM nota n WHERE`;
  const read = (where: string) =>
    `(${keySelect} ${where} ORDER BY n.${column} ${direction}, n.id ${direction} ${deep})`;
  const { head, from } = hasCapturePeriod(list.filtro)
    ? writeGathered(arms, { head: nameLookup.head(), chaves: keySelect, read })
    : { head: nameLookup.head(), from: arms.map(read) };
  const text = `${head}SELECT ${NOTA_COLUMNS} FROM (
      SELECT id FROM (${from.join(" UNION ALL ")}) a ORDER BY k ${direction}, id ${direction}
      LIMIT ${binder.bind(limit)} OFFSET ${binder.bind(offset)}
    ) p JOIN nota n ON n.conta_id = ${contaParam} AND n.id = p.id
    ORDER BY n.${column} ${direction}, n.id ${direction}`;
  return { text, values: binder.values };
}

function hasCapturePeriod({ criadoDe, criadoAte }: NotaFilter): boolean {
  return criadoDe !== undefined || criadoAte !== undefined;
}

// The planner does not know that capture time correlates with the order: it would read all newer rows.
// The LIMIT on gathered rows removes none; it tells the planner how many to expect.
function writeGathered(
  arms: readonly string[],
  { head, chaves: keySelect, read }: { head: string; chaves: string; read: (where: string) => string },
): { head: string; from: string[] } {
  const all = (start: string, and: string) =>
    arms.map((where) => `${start} ${where}${and}`).join(" UNION ALL ");
  const isFew = `(SELECT n FROM quantas) <= ${GATHERED_MAX}`;
  const ctes = [
    `quantas AS MATERIALIZED (SELECT count(*) AS n FROM (${all("SELECT 1 FROM nota n WHERE", "")} LIMIT ${GATHERED_MAX + 1}) t)`,
    `poucas AS MATERIALIZED (${all(keySelect, ` AND ${isFew}`)} LIMIT ${GATHERED_MAX})`,
  ];
  return {
    head: `${head === "" ? "WITH " : `${head.trimEnd()}, `}${ctes.join(", ")} `,
    from: ["SELECT id, k FROM poucas", ...arms.map((where) => read(`${where} AND NOT ${isFew}`))],
  };
}

/** Counts the documents of a list, up to {@link COUNT_MAX}. */
export async function countList(db: Db, contaId: string, list: NotaList): Promise<number> {
  const { text, values } = writeCount(contaId, list);
  const rows = await db.query<{ total: number }>(text, values);
  return rows[0]?.total ?? 0;
}

/** The statement of {@link countList}. */
export function writeCount(contaId: string, list: NotaList): Pick<Binder, "values"> & { text: string } {
  const binder = createBinder();
  const contaParam = binder.bind(contaId);
  const nameLookup = createNameLookup(binder);
  const arms = partiesToCount(list.filtro, list.nomes)
    .flatMap((party) => writeArms(list, { binder, conta: contaParam, procura: nameLookup, lado: party }))
    .map((where) => `SELECT 1 FROM nota n WHERE ${where}`);
  const limit = binder.bind(COUNT_MAX);
  return {
    text: `${nameLookup.head()}SELECT count(*) AS total FROM (${arms.join(" UNION ALL ")} LIMIT ${limit}) t`,
    values: binder.values,
  };
}

/** Where conditions are written. procura: shared name lookups of the statement. lado: one party only. */
type ArmScope = { binder: Binder; conta: string; procura?: NameLookup; lado?: Party | undefined };

/** One WHERE per side of a list. */
export function writeArms(
  { papel, filtro, zona, nomes }: NotaList,
  { binder, conta: contaParam, procura: nameLookup, lado: party }: ArmScope,
): string[] {
  const sides = papel === null ? SIDES : [papel];
  return sides.map((each) =>
    writeWhere(filtro, contaParam, { ...binder, papel: each, zona, nomes, procura: nameLookup, lado: party }),
  );
}

/** Counts received documents that the ERP has not processed, by type, for the badge. */
export async function countUnprocessed(
  db: Db,
  contaId: string,
): Promise<{ tipoNota: TipoNota; total: number }[]> {
  return await db.query(
    `SELECT tipo_nota AS "tipoNota", count(*) AS total FROM nota
     WHERE conta_id = $1 AND papel = 'E' AND NOT processado_erp AND NOT terceiros AND NOT quarentena
       AND ${isOneOf("tipo_nota", TIPOS_EM_ABERTO)}
     GROUP BY tipo_nota`,
    [contaId],
  );
}

/** A document with its veredito and its bytes (gzip). */
export type FullNota = NotaRow & {
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

export async function findNota(db: Db, contaId: string, id: string): Promise<FullNota | null> {
  const rows = await db.query<FullNota>(
    `SELECT ${NOTA_COLUMNS}, n.dig_val AS "digVal", n.sefaz_dig_val AS "sefazDigVal", n.nfe_protocolo AS "nfeProtocolo",
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
export async function findEventos(db: Db, contaId: string, notaId: string): Promise<EventoRow[]> {
  return await db.query<EventoRow>(
    `SELECT e.id, e.tp_evento AS "tpEvento", e.desc_evento AS "descEvento", e.protocolo, e.protocolo_data AS "protocoloData", e.origem,
       e.veredito, e.cstat AS "cStat", e.autor, ${writeRightAutor({ evento: "e", nota: "n" })} AS "autorCerto",
       x.xml_gzip AS "xmlGzip"
     FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
       LEFT JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
       LEFT JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = $2 AND NOT (${answerOnlySql("e")} AND EXISTS (SELECT FROM evento o WHERE o.conta_id = e.conta_id
       AND o.chave = e.chave AND o.tp_evento = e.tp_evento AND o.n_seq = e.n_seq AND o.autor <> ''))
     ORDER BY e.protocolo_data NULLS LAST, e.criado_em, e.id`,
    [contaId, notaId],
  );
}

export type OriginRow = {
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

const ORIGINS_MAX = 100;

/** E-mails and imports that brought any copy of a document, oldest first. */
export async function findOrigins(db: Db, contaId: string, chave: string): Promise<OriginRow[]> {
  return await db.query<OriginRow>(
    `SELECT e.id AS "emailId", e.importado, a.id AS "anexoId", e.assunto, e.remetente, e.recebida_em AS "recebidaEm", a.caminho, a.nome,
       a.destino, d.veredito
     FROM documento d
       JOIN anexo a ON a.conta_id = d.conta_id AND a.documento_id = d.id
       JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
     WHERE d.conta_id = $1 AND d.chave = $2 AND d.natureza = 'nota'
     ORDER BY e.recebida_em, e.id, a.caminho LIMIT $3`,
    [contaId, chave, ORIGINS_MAX],
  );
}

/** The stored XML of a view. */
export async function findXml(
  db: Db,
  contaId: string,
  id: string,
): Promise<{ chave: string; tipoNota: TipoNota; xmlGzip: Buffer } | null> {
  const rows = await db.query<{ chave: string; tipoNota: TipoNota; xmlGzip: Buffer }>(
    `SELECT n.chave, n.tipo_nota AS "tipoNota", x.xml_gzip AS "xmlGzip"
     FROM nota n
       JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE n.conta_id = $1 AND n.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}
