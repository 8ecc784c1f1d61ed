import type { Db } from "../../db/index.ts";
import type { FeedItem } from "../documento/documento.rules.ts";
import { createBinder } from "../list/list.rows.ts";
import { NOTA_COLUMNS, type NotaRow } from "../nota/nota.rows.ts";
import { type FeedRange, withXml } from "./feed-notas.rows.ts";

export type FeedChangeType = FeedItem["tipo"];

/** The evento of a feed row. */
export type FeedEvento = {
  id: string;
  tpEvento: string;
  nSeq: number;
  descEvento: string;
  protocolo: string | null;
  protocoloData: Date | null;
  origem: "email" | "sefaz";
  autor: string;
  temXml: boolean;
};

/**
 * One feed row. nota: the document as it is today. xmlGzip:
 * of the evento, or of a new or replaced document.
 */
export type FeedChange = {
  sequencia: number;
  tipo: FeedChangeType;
  publicadaEm: Date;
  notaId: string;
  chave: string;
  nota: NotaRow;
  evento: FeedEvento | null;
  xmlGzip: Buffer | null;
};

type ChangeRow = NotaRow &
  Pick<FeedChange, "sequencia" | "tipo" | "publicadaEm" | "xmlGzip"> & { achadas: number } & {
    e_id: string | null;
    e_tp: string;
    e_seq: number;
    e_desc: string;
    e_protocolo: string | null;
    e_data: Date | null;
    e_origem: "email" | "sefaz";
    e_autor: string;
    e_documento: string | null;
  };

/** Feed rows of a range, in order; tipos null: of every kind. */
export async function findFeedChanges(
  db: Db,
  contaId: string,
  { depois, ate, limite, xml, tipos }: Omit<FeedRange, "zona"> & { tipos: readonly FeedChangeType[] | null },
): Promise<{ mudancas: FeedChange[]; cheio: boolean }> {
  const binder = createBinder();
  const { bind } = binder;
  const conta = bind(contaId);
  const only = tipos === null ? "" : ` AND f.tipo = ANY (${bind(tipos)}::text[])`;
  const page = `SELECT f.sequencia, f.tipo, f.criado_em AS "publicadaEm", ${NOTA_COLUMNS}, e.id AS e_id, e.tp_evento AS e_tp, e.n_seq AS e_seq,
      e.desc_evento AS e_desc, e.protocolo AS e_protocolo, e.protocolo_data AS e_data, e.origem AS e_origem, e.autor AS e_autor,
      e.documento_id AS e_documento,
      CASE WHEN f.tipo = 'evento' THEN e.documento_id WHEN f.tipo IN ('nota', 'troca') THEN n.documento_id END AS documento_id
    FROM feed f JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
      LEFT JOIN evento e ON e.conta_id = f.conta_id AND e.id = f.evento_id
    WHERE f.conta_id = ${conta} AND f.sequencia > ${bind(depois)} AND f.sequencia <= ${bind(ate)}${only}
    ORDER BY f.sequencia LIMIT ${bind(limite)}`;
  const rows = await db.query<ChangeRow>(withXml(page, { conta, xml, bind }), binder.values);
  const achadas = rows[0]?.achadas ?? 0;
  return { mudancas: rows.map(toFeedChange), cheio: achadas === limite || rows.length < achadas };
}

function toFeedChange(changeRow: ChangeRow): FeedChange {
  const { sequencia, tipo, publicadaEm, xmlGzip, id, chave } = changeRow;
  const evento = changeRow.e_id === null ? null : toFeedEvento(changeRow, changeRow.e_id);
  return { sequencia, tipo, publicadaEm, notaId: id, chave, nota: changeRow, evento, xmlGzip };
}

function toFeedEvento(changeRow: ChangeRow, id: string): FeedEvento {
  return {
    id,
    tpEvento: changeRow.e_tp,
    nSeq: changeRow.e_seq,
    descEvento: changeRow.e_desc,
    protocolo: changeRow.e_protocolo,
    protocoloData: changeRow.e_data,
    origem: changeRow.e_origem,
    autor: changeRow.e_autor,
    temXml: changeRow.e_documento !== null,
  };
}
