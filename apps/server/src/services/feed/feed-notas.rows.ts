import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import {
  type Binder,
  type Conditions,
  conditionsOf,
  createBinder,
  startOfDay,
  startOfMoment,
} from "../list/list.rows.ts";
import { NOTA_COLUMNS, type NotaRow } from "../nota/nota.rows.ts";
import type { Side } from "../nota/nota.rules.ts";

/**
 * Filter of published documents; an absent field restricts
 * nothing. Days and minutes are in the conta's time zone.
 */
export type FeedFilter = {
  entradaSaida?: Side | undefined;
  tipos?: readonly TipoNota[] | undefined;
  /** Whole CNPJs or CPFs, without mask, of the emitente or destinatario. */
  documentos?: readonly string[] | undefined;
  chaves?: readonly string[] | undefined;
  empresaId?: string | undefined;
  criadoDe?: string | undefined;
  criadoAte?: string | undefined;
  emissaoDe?: string | undefined;
  emissaoAte?: string | undefined;
  processado?: boolean | undefined;
};

/** A published document at its place in the feed. xmlGzip: null unless it was requested. */
export type FeedNota = NotaRow & { sequencia: number; xmlGzip: Buffer | null };

/**
 * A range of the feed: after `depois`, up to `ate`. bytesMax:
 * bytes of the XMLs together, after which the page ends.
 */
export type FeedRange = {
  depois: number;
  ate: number;
  limite: number;
  zona: string;
  xml: { bytesMax: number } | null;
};

type Scope = Binder & { zona: string };

const CONDITIONS: Conditions<FeedFilter, Scope> = {
  entradaSaida: (side, { bind }) => `n.papel = ${bind(side)}`,
  tipos: (tipos, { bind }) => `n.tipo_nota = ANY (${bind(tipos)}::text[])`,
  documentos: (documentos, { bind }) => {
    const all = `${bind(documentos)}::text[]`;
    return `(n.cnpj_emitente = ANY (${all}) OR n.cnpj_destinatario = ANY (${all}))`;
  },
  chaves: (chaves, { bind }) => `n.chave = ANY (${bind(chaves)}::text[])`,
  empresaId: (id, { bind }) => `n.empresa_id = ${bind(id)}`,
  criadoDe: (instant, scope) => `n.criado_em >= ${startOfMoment(instant, 0, scope)}`,
  criadoAte: (instant, scope) => `n.criado_em < ${startOfMoment(instant, 1, scope)}`,
  emissaoDe: (day, scope) => `n.data_emissao >= ${startOfDay(day, 0, scope)}`,
  emissaoAte: (day, scope) => `n.data_emissao < ${startOfDay(day, 1, scope)}`,
  processado: (is) => (is ? "n.processado_erp" : "NOT n.processado_erp"),
};

/**
 * Documents published in a feed range, each at its last publication, so that a release from
 * quarantine is read again. Raw SQL, because the order must come from the feed's own key.
 * @returns cheio: `limite` or the byte limit was reached; there may be more before the end of the range
 */
export async function findPublishedNotas(
  db: Db,
  contaId: string,
  { filtro, depois, ate, limite, zona, xml }: FeedRange & { filtro: FeedFilter },
): Promise<{ notas: FeedNota[]; cheio: boolean }> {
  const binder = createBinder();
  const { bind } = binder;
  const conta = bind(contaId);
  const where = [
    `f.conta_id = ${conta} AND f.tipo = 'nota' AND f.sequencia > ${bind(depois)} AND f.sequencia <= ${bind(ate)}`,
    "NOT n.quarentena AND NOT n.terceiros",
    `NOT EXISTS (SELECT FROM feed g WHERE g.conta_id = f.conta_id AND g.nota_id = f.nota_id AND g.tipo = 'nota' AND g.sequencia > f.sequencia)`,
    ...conditionsOf(CONDITIONS, filtro, { ...binder, zona }),
  ].join(" AND ");
  const page = `SELECT f.sequencia, n.documento_id, ${NOTA_COLUMNS} FROM feed f JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
    WHERE ${where} ORDER BY f.sequencia LIMIT ${bind(limite)}`;
  const text = withXml(page, { conta, xml, bind });
  const rows = await db.query<FeedNota & { achadas: number }>(text, binder.values);
  const achadas = rows[0]?.achadas ?? 0;
  return { notas: rows, cheio: achadas === limite || rows.length < achadas };
}

/**
 * Adds XML bytes to a page up to a total size; the first document is always included. Sizes come
 * from `documento`, so no XML is read in vain. The page names its document `documento_id`.
 */
export function withXml(
  page: string,
  { conta, xml, bind }: Pick<Scope, "bind"> & { conta: string; xml: FeedRange["xml"] },
): string {
  if (xml === null)
    return `SELECT p.*, NULL AS "xmlGzip", count(*) OVER () AS achadas FROM (${page}) p ORDER BY p.sequencia`;
  return `SELECT p.*, x.xml_gzip AS "xmlGzip" FROM (
      SELECT p.*, d.mes, sum(coalesce(d.tamanho, 0)) OVER (ORDER BY p.sequencia) - coalesce(d.tamanho, 0) AS antes, count(*) OVER () AS achadas
      FROM (${page}) p LEFT JOIN documento d ON d.conta_id = ${conta} AND d.id = p.documento_id
    ) p LEFT JOIN documento_xml x ON x.conta_id = ${conta} AND x.documento_id = p.documento_id AND x.mes = p.mes
    WHERE p.antes < ${bind(xml.bytesMax)} ORDER BY p.sequencia`;
}
