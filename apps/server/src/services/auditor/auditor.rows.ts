import type { TipoNota } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { COUNT_MAX } from "../lista/lista.rows.ts";
import type { Pagina } from "../lista/lista.rules.ts";
import type { AuditorOrdem, AuditorTipo, Situacao } from "./auditor.rules.ts";
import { type AuditorEscopo, writeAuditorWhere, writeFaltandoUm } from "./auditor-filtro.rows.ts";

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

const COLUNAS = `a.id, v.id AS "notaId", v.papel AS "entradaSaida", a.tipo, a.tipo_nota AS "tipoNota", a.chave, a.c_sit_nfe AS "cSitNFe",
  a.texto AS text, a.desc_evento AS "descEvento", a.data_evento AS "dataEvento", a.data_emissao AS "dataEmissao",
  a.numero_nota AS "numeroNota", a.serie_nota AS "serieNota", a.nome_emitente AS "nomeEmitente", a.cnpj_emitente AS "cnpjEmitente",
  a.valor_total AS "valorTotal", ${writeFaltandoUm("$1")} AS "faltandoXml", a.origem, a.empresa_id AS "empresaId", m.nome AS "empresaNome",
  a.criado_em AS "criadoEm"`;

// Of two views the received one: "E" sorts before "S".
const JUNTO = `LEFT JOIN LATERAL (SELECT n.id, n.papel FROM nota n WHERE n.conta_id = $1 AND n.chave = a.chave ORDER BY n.papel LIMIT 1) v ON true
  LEFT JOIN empresa m ON m.conta_id = $1 AND m.id = a.empresa_id`;

const ORDENS: Record<AuditorOrdem, string> = {
  eventoDesc: "a.data_evento DESC, a.id DESC",
  eventoAsc: "a.data_evento, a.id",
};

export type AuditorLista = AuditorEscopo & { ordem: AuditorOrdem };

/**
 * A sorted page of records. In SQL text, so that an index gives the order and OFFSET skips only ids.
 */
export async function findAuditores(
  sql: Sql,
  contaId: string,
  { lista, pagina }: { lista: AuditorLista; pagina: Pagina },
): Promise<AuditorRow[]> {
  const { where, values } = writeAuditorWhere(contaId, lista);
  const ordem = ORDENS[lista.ordem];
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return await sql.query<AuditorRow>(
    `SELECT ${COLUNAS} FROM (SELECT a.id FROM auditor a WHERE ${where} ORDER BY ${ordem} LIMIT ${limit} OFFSET ${offset}) p
       JOIN auditor a ON a.conta_id = $1 AND a.id = p.id ${JUNTO}
     ORDER BY ${ordem}`,
    [...values, pagina.limit, pagina.offset],
  );
}

/** Counts the records, up to {@link COUNT_MAX}. */
export async function countAuditores(sql: Sql, contaId: string, lista: AuditorLista): Promise<number> {
  const { where, values } = writeAuditorWhere(contaId, lista);
  const rows = await sql.query<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM auditor a WHERE ${where} LIMIT ${COUNT_MAX}) t`,
    values,
  );
  return rows[0]?.total ?? 0;
}

/** A record with all fields. */
export type AuditorInteiro = AuditorRow & {
  protocolo: string | null;
  digVal: string | null;
  nsu: string | null;
  esquema: string | null;
  tpEvento: string;
  nSeq: number;
  autor: string;
};

export async function findAuditor(sql: Sql, contaId: string, id: string): Promise<AuditorInteiro | null> {
  const rows = await sql.query<AuditorInteiro>(
    `SELECT ${COLUNAS}, a.protocolo, a.dig_val AS "digVal", a.nsu, a.esquema, a.tp_evento AS "tpEvento", a.n_seq AS "nSeq", a.autor
     FROM auditor a ${JUNTO} WHERE a.conta_id = $1 AND a.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

export type Relacionado = Pick<AuditorRow, "id" | "tipo" | "descEvento" | "dataEvento">;

/** Related records shown per document; more are not useful to a reader. */
const RELACIONADOS_MAX = 100;

/** Other records of the same chave, oldest first. */
export async function findRelacionados(
  sql: Sql,
  contaId: string,
  { id, chave }: { id: string; chave: string },
): Promise<Relacionado[]> {
  return await sql.query<Relacionado>(
    `SELECT id, tipo, desc_evento AS "descEvento", data_evento AS "dataEvento" FROM auditor
     WHERE conta_id = $1 AND chave = $2 AND id <> $3 ORDER BY data_evento, id LIMIT ${RELACIONADOS_MAX}`,
    [contaId, chave, id],
  );
}
