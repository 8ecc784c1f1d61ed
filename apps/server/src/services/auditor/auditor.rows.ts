import type { TipoNota } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { COUNT_MAX } from "../list/list.rows.ts";
import type { Page } from "../list/list.rules.ts";
import type { AuditorOrder, AuditorTipo, Situacao } from "./auditor.rules.ts";
import { type AuditorScope, writeAuditorWhere, writeMissingOfRow } from "./auditor-filter.rows.ts";

export type AuditorRow = {
  id: string;
  notaId: string | null;
  entradaSaida: "E" | "S" | null;
  tipo: AuditorTipo;
  tipoNota: TipoNota;
  chave: string;
  cSitNFe: Situacao;
  text: string;
  descEvento: string;
  dataEvento: Date;
  dataEmissao: Date | null;
  numeroNota: number | null;
  serieNota: number | null;
  nomeEmitente: string | null;
  cnpjEmitente: string | null;
  valorTotal: string | null;
  faltandoXml: boolean;
  origem: "distribuicao" | "conferencia";
  empresaId: string | null;
  empresaNome: string | null;
  criadoEm: Date;
};

const COLUMNS = `a.id, v.id AS "notaId", v.papel AS "entradaSaida", a.tipo, a.tipo_nota AS "tipoNota", a.chave, a.c_sit_nfe AS "cSitNFe",
  a.texto AS text, a.desc_evento AS "descEvento", a.data_evento AS "dataEvento", a.data_emissao AS "dataEmissao",
  a.numero_nota AS "numeroNota", a.serie_nota AS "serieNota", a.nome_emitente AS "nomeEmitente", a.cnpj_emitente AS "cnpjEmitente",
  a.valor_total AS "valorTotal", ${writeMissingOfRow("$1")} AS "faltandoXml", a.origem, a.empresa_id AS "empresaId", m.nome AS "empresaNome",
  a.criado_em AS "criadoEm"`;

// Of two views the received one: "E" sorts before "S".
const JOINS = `LEFT JOIN LATERAL (SELECT n.id, n.papel FROM nota n WHERE n.conta_id = $1 AND n.chave = a.chave ORDER BY n.papel LIMIT 1) v ON true
  LEFT JOIN empresa m ON m.conta_id = $1 AND m.id = a.empresa_id`;

const SORT_ORDERS: Record<AuditorOrder, string> = {
  eventoDesc: "a.data_evento DESC, a.id DESC",
  eventoAsc: "a.data_evento, a.id",
};

export type AuditorList = AuditorScope & { ordem: AuditorOrder };

/**
 * A sorted page of records. In SQL text, so that an index gives the order and OFFSET skips only ids.
 */
export async function findAuditores(
  db: Db,
  contaId: string,
  { lista, pagina }: { lista: AuditorList; pagina: Page },
): Promise<AuditorRow[]> {
  const { where, values } = writeAuditorWhere(contaId, lista);
  const ordem = SORT_ORDERS[lista.ordem];
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return await db.query<AuditorRow>(
    `SELECT ${COLUMNS} FROM (SELECT a.id FROM auditor a WHERE ${where} ORDER BY ${ordem} LIMIT ${limit} OFFSET ${offset}) p
       JOIN auditor a ON a.conta_id = $1 AND a.id = p.id ${JOINS}
     ORDER BY ${ordem}`,
    [...values, pagina.limit, pagina.offset],
  );
}

/** Counts the records, up to {@link COUNT_MAX}. */
export async function countAuditores(db: Db, contaId: string, lista: AuditorList): Promise<number> {
  const { where, values } = writeAuditorWhere(contaId, lista);
  const rows = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM auditor a WHERE ${where} LIMIT ${COUNT_MAX}) t`,
    values,
  );
  return rows[0]?.total ?? 0;
}

/** A record with all fields. */
export type FullAuditor = AuditorRow & {
  protocolo: string | null;
  digVal: string | null;
  nsu: string | null;
  esquema: string | null;
  tpEvento: string;
  nSeq: number;
  autor: string;
};

export async function findAuditor(db: Db, contaId: string, id: string): Promise<FullAuditor | null> {
  const rows = await db.query<FullAuditor>(
    `SELECT ${COLUMNS}, a.protocolo, a.dig_val AS "digVal", a.nsu, a.esquema, a.tp_evento AS "tpEvento", a.n_seq AS "nSeq", a.autor
     FROM auditor a ${JOINS} WHERE a.conta_id = $1 AND a.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
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
  return await db.query<RelatedAuditor>(
    `SELECT id, tipo, desc_evento AS "descEvento", data_evento AS "dataEvento" FROM auditor
     WHERE conta_id = $1 AND chave = $2 AND id <> $3 ORDER BY data_evento, id LIMIT ${RELATED_MAX}`,
    [contaId, chave, id],
  );
}
