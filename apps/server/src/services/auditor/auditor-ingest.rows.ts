import { type Db, newId } from "../../db/index.ts";
import { type AuditorTipo, type Fact, type KnownFields, numberOf } from "./auditor.rules.ts";

/**
 * A fact and its source at SEFAZ. `resumo`: the summary, gzip; null if stored as documento or evento.
 */
export type ReportedFact = {
  fato: Fact;
  empresaId: string | null;
  origem: "distribuicao" | "conferencia";
  esquema: string | null;
  nsu: string | null;
  resumo: Buffer | null;
};

/** A new record. */
export type NewAuditor = {
  id: string;
  chave: string;
  tipo: AuditorTipo;
  tpEvento: string;
  descEvento: string;
  texto: string;
};

/**
 * What the conta knows about some documents, by chave: from their nota (the received view first)
 * or else their own auditor record; a missing emitter name comes from other documents.
 */
export async function findKnown(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<ReadonlyMap<string, KnownFields>> {
  const rows = await db.query<{ [K in keyof KnownFields]: KnownFields[K] | null } & { chave: string }>(
    `SELECT c.chave, coalesce(n.cnpj_emitente, a.cnpj_emitente) AS "cnpjEmitente",
       coalesce(n.nome_emitente, a.nome_emitente, p.nome) AS "nomeEmitente",
       coalesce(n.data_emissao, a.data_emissao) AS "dataEmissao", coalesce(n.valor_total, a.valor_total) AS "valorTotal"
     FROM unnest($2::text[]) AS c (chave)
       LEFT JOIN LATERAL (SELECT * FROM nota n WHERE n.conta_id = $1 AND n.chave = c.chave AND NOT n.quarentena ORDER BY n.papel LIMIT 1) n ON true
       LEFT JOIN auditor a ON a.conta_id = $1 AND a.chave = c.chave AND a.tp_evento = ''
       LEFT JOIN participante p ON p.conta_id = $1 AND p.documento = substr(c.chave, 7, 14)`,
    [contaId, chaves],
  );
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
  const rows = await db.query<NewAuditor & { novo: boolean }>(
    `INSERT INTO auditor AS a (conta_id, id, empresa_id, tipo, tipo_nota, chave, tp_evento, n_seq, autor, c_sit_nfe, desc_evento, texto,
       data_evento, data_emissao, numero_nota, serie_nota, nome_emitente, cnpj_emitente, valor_total, protocolo, dig_val, origem,
       esquema, nsu, resumo_gzip, criado_em, alterado_em)
     SELECT $1, r.id, coalesce(r.empresa_id, (SELECT n.empresa_id FROM nota n WHERE n.conta_id = $1 AND n.chave = r.chave ORDER BY n.papel LIMIT 1)),
       r.tipo, r.tipo_nota, r.chave, r.tp_evento, r.n_seq, r.autor, r.c_sit_nfe, r.desc_evento, r.texto, r.data_evento, r.data_emissao,
       r.numero_nota, r.serie_nota, r.nome_emitente, r.cnpj_emitente, r.valor_total, r.protocolo, r.dig_val, r.origem, r.esquema, r.nsu,
       decode(r.resumo, 'base64'), $2, $2
     FROM json_to_recordset($3) AS r (id uuid, empresa_id uuid, tipo text, tipo_nota text, chave text, tp_evento text, n_seq integer,
       autor text, c_sit_nfe smallint, desc_evento text, texto text, data_evento timestamptz, data_emissao timestamptz,
       numero_nota integer, serie_nota integer, nome_emitente text, cnpj_emitente text, valor_total numeric, protocolo text,
       dig_val text, origem text, esquema text, nsu text, resumo text)
     ORDER BY r.chave, r.tp_evento, r.n_seq, r.autor
     ON CONFLICT (conta_id, chave, tp_evento, n_seq, autor) DO UPDATE SET
       empresa_id = coalesce(a.empresa_id, excluded.empresa_id), c_sit_nfe = greatest(a.c_sit_nfe, excluded.c_sit_nfe),
       nome_emitente = coalesce(excluded.nome_emitente, a.nome_emitente),
       data_emissao = coalesce(excluded.data_emissao, a.data_emissao), valor_total = coalesce(excluded.valor_total, a.valor_total),
       protocolo = coalesce(a.protocolo, excluded.protocolo), dig_val = coalesce(a.dig_val, excluded.dig_val),
       texto = CASE WHEN a.nome_emitente IS NULL THEN excluded.texto ELSE a.texto END,
       esquema = coalesce(excluded.esquema, a.esquema), nsu = coalesce(excluded.nsu, a.nsu),
       resumo_gzip = CASE WHEN excluded.resumo_gzip IS NULL THEN NULL ELSE a.resumo_gzip END, alterado_em = excluded.alterado_em
     WHERE excluded.c_sit_nfe > a.c_sit_nfe OR a.nsu IS NULL AND excluded.nsu IS NOT NULL OR a.empresa_id IS NULL
       OR a.nome_emitente IS NULL AND excluded.nome_emitente IS NOT NULL
       OR a.resumo_gzip IS NOT NULL AND excluded.resumo_gzip IS NULL AND excluded.origem = 'distribuicao'
     RETURNING id, chave, tipo, tp_evento AS "tpEvento", desc_evento AS "descEvento", texto, xmax = 0 AS novo`,
    [contaId, now, JSON.stringify(registros.map(toRecord))],
  );
  return rows.filter(({ novo: updated }) => updated).map(({ novo: _new, ...registro }) => registro);
}

/** Marks the records of cancelled documents, whichever of document and cancellation arrived first. */
export async function markCancelled(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE auditor a SET c_sit_nfe = 3, alterado_em = $3
     WHERE a.conta_id = $1 AND a.chave = ANY ($2) AND a.tp_evento = '' AND a.c_sit_nfe <> 3
       AND EXISTS (SELECT FROM auditor c WHERE c.conta_id = $1 AND c.chave = a.chave AND c.tipo = 'Cancelamento')`,
    [contaId, chaves, now],
  );
}

function toRecord({
  fato: fact,
  texto,
  ...contado
}: ReportedFact & { texto: string }): Record<string, unknown> {
  const { numero, serie } = numberOf(fact.chave);
  return {
    id: newId(),
    empresa_id: contado.empresaId,
    tipo: fact.tipo,
    tipo_nota: fact.tipoNota,
    chave: fact.chave,
    tp_evento: fact.tpEvento,
    n_seq: fact.nSeq,
    autor: fact.autor,
    c_sit_nfe: fact.cSitNFe,
    desc_evento: fact.descEvento,
    texto,
    data_evento: fact.dataEvento,
    data_emissao: fact.dataEmissao,
    numero_nota: numero,
    serie_nota: serie,
    nome_emitente: fact.nomeEmitente,
    cnpj_emitente: fact.cnpjEmitente,
    valor_total: fact.valorTotal,
    protocolo: fact.protocolo,
    dig_val: fact.digVal,
    origem: contado.origem,
    esquema: contado.esquema,
    nsu: contado.nsu,
    resumo: contado.resumo?.toString("base64") ?? null,
  };
}
