import type { ParsedNota, Veredito } from "@malote/dfe";
import { canBeSemIe } from "@malote/sefaz";
import { nameSortKey } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import {
  destinatarioOf,
  destinationUfOf,
  type NotaCopy,
  type NotaView,
} from "../documento/documento.rules.ts";
import { writeCancelled } from "../evento/fact.rows.ts";

/** Views of some chaves, with the columns for the choice between copies; row-locked until the commit. */
export async function findViews(db: Db, contaId: string, chaves: readonly string[]): Promise<NotaView[]> {
  if (chaves.length === 0) return [];
  return db.query<NotaView>(
    `SELECT n.id, n.chave, n.papel, n.terceiros, n.empresa_id AS "empresaId", n.documento_id AS "documentoId",
       n.veredito, d.achados, n.nfe_status AS protocolo, n.quarentena,
       n.quarentena_liberada_em IS NOT NULL AS liberada, n.dig_val AS "digVal", n.sefaz_dig_val AS "sefazDigVal",
       n.dia_emissao::text AS dia
     FROM nota n JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
     WHERE n.conta_id = $1 AND n.chave = ANY ($2) ORDER BY n.id FOR UPDATE OF n`,
    [contaId, chaves],
  );
}

type Entry = { view: NotaView; copy: NotaCopy };

// Columns read from the XML: written with a new view, and again when a better copy replaces it.
const DOCUMENT_COLUMNS = `documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao, valor_total, nome_emitente, emitente_ordem,
  cnpj_emitente, uf_emitente, emitente_sem_ie, nome_destinatario, destinatario_ordem, cnpj_destinatario, uf_destinatario, cnpj_tomador,
  natureza_operacao, finalidade, finalidade_tipo, referencias, veredito, quarentena, dig_val, nfe_status, nfe_protocolo, nfe_protocolo_data`;
const RECORD = `id uuid, chave text, papel text, terceiros boolean, empresa_id uuid, documento_id uuid, tipo_nota text, numero_nota integer,
  serie_nota integer, data_emissao timestamptz, dia_emissao date, valor_total numeric, nome_emitente text, emitente_ordem text,
  cnpj_emitente text, uf_emitente text, emitente_sem_ie boolean, nome_destinatario text, destinatario_ordem text, cnpj_destinatario text, uf_destinatario text,
  cnpj_tomador text, natureza_operacao text, finalidade text, finalidade_tipo text, referencias text[], veredito text, quarentena boolean, dig_val text, nfe_status text, nfe_protocolo text,
  nfe_protocolo_data timestamptz`;

/** Inserts views. */
export async function insertNotas(
  db: Db,
  contaId: string,
  { entries, now }: { entries: readonly Entry[]; now: Date },
): Promise<void> {
  if (entries.length === 0) return;
  await db.query(
    `INSERT INTO nota (conta_id, id, chave, papel, terceiros, empresa_id, ${DOCUMENT_COLUMNS}, criado_em, alterado_em)
     SELECT $1, n.id, n.chave, n.papel, n.terceiros, n.empresa_id, ${DOCUMENT_COLUMNS}, $2, $2
     FROM json_to_recordset($3) AS n (${RECORD})`,
    [contaId, now, JSON.stringify(entries.map(toRecord))],
  );
}

/** Replaces the copy of each view by a better one. Flags, ids and SEFAZ's status belong to the document and
 * stay. A release belongs to the copy: it ends here, and stays in the registro. */
export async function updateNotas(
  db: Db,
  contaId: string,
  { entries, now }: { entries: readonly Entry[]; now: Date },
): Promise<void> {
  if (entries.length === 0) return;
  const values = DOCUMENT_COLUMNS.split(/,\s*/).map((column) => `n.${column}`);
  await db.query(
    `UPDATE nota SET (terceiros, empresa_id, ${DOCUMENT_COLUMNS}, alterado_em) = ROW(n.terceiros, n.empresa_id, ${values.join(", ")}, $2::timestamptz),
       quarentena_liberada_em = NULL, quarentena_liberada_por = NULL, quarentena_motivo = NULL
     FROM json_to_recordset($3) AS n (${RECORD}) WHERE nota.conta_id = $1 AND nota.id = n.id`,
    [contaId, now, JSON.stringify(entries.map(toRecord))],
  );
}

/** Quarantines views whose content is not what SEFAZ authorized. */
export async function quarantineNotas(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `UPDATE nota SET veredito = d.veredito, quarentena = true, alterado_em = $3,
       quarentena_liberada_em = NULL, quarentena_liberada_por = NULL, quarentena_motivo = NULL
     FROM documento d WHERE nota.conta_id = $1 AND nota.id = ANY ($2) AND d.conta_id = $1 AND d.id = nota.documento_id`,
    [contaId, ids, now],
  );
}

function toRecord({ view, copy }: Entry): Record<string, unknown> {
  const { nota } = copy;
  const { protocolo } = nota;
  const destinatario = destinatarioOf(nota);
  return {
    id: view.id,
    chave: view.chave,
    papel: view.papel,
    terceiros: view.terceiros,
    empresa_id: view.empresaId,
    documento_id: copy.documentoId,
    tipo_nota: nota.tipoNota,
    numero_nota: Number(nota.numeroNota),
    serie_nota: Number(nota.serieNota),
    data_emissao: nota.dataEmissao,
    dia_emissao: view.dia,
    valor_total: nota.valorTotal,
    nome_emitente: nota.emitente.nome,
    emitente_ordem: nameSortKey(nota.emitente.nome),
    cnpj_emitente: nota.emitente.documento,
    uf_emitente: nota.emitente.uf,
    emitente_sem_ie: nota.emitente.ie === null && canBeSemIe(view.chave),
    nome_destinatario: destinatario?.nome ?? null,
    destinatario_ordem: nameSortKey(destinatario?.nome ?? ""),
    cnpj_destinatario: destinatario?.documento ?? null,
    uf_destinatario: destinationUfOf(nota),
    cnpj_tomador: nota.tomador?.documento || null,
    natureza_operacao: nota.naturezaOperacao,
    finalidade: nota.finalidade,
    finalidade_tipo: nota.comercio?.tipoDebito ?? nota.comercio?.tipoCredito ?? null,
    referencias: referenciasOf(nota),
    veredito: view.veredito,
    quarentena: view.quarentena,
    dig_val: nota.digVal,
    nfe_status: protocolo?.cStat ?? null,
    nfe_protocolo: protocolo?.numero || null,
    nfe_protocolo_data: protocolo?.dataRecebimento || null,
  };
}

/** Chaves that a nota or its items reference. */
function referenciasOf({ comercio, transporte }: ParsedNota): string[] {
  const referencias = comercio?.referencias ?? transporte?.referencias ?? [];
  return [...new Set(referencias.flatMap(({ chaveAcesso }) => chaveAcesso ?? []))];
}

/** One view of a chave, for the stage that queries SEFAZ. */
export type QueriedView = {
  id: string;
  papel: "E" | "S";
  terceiros: boolean;
  quarentena: boolean;
  empresaId: string | null;
  documentoId: string;
  tipoNota: string;
  dataEmissao: Date;
  veredito: Veredito;
  sefazStatus: string | null;
  aguardandoCertificado: boolean;
  consultada: boolean;
  /** The emitente has no IE; null if it was never read. */
  emitenteSemIe: boolean | null;
  /** A user requested a query after the last answer, within the last day. */
  pessoaEspera: boolean;
  pedidaPor: string | null;
};

/** All views of one chave. */
export async function findQueriedViews(db: Db, contaId: string, chave: string): Promise<QueriedView[]> {
  return db.query<QueriedView>(
    `SELECT id, papel, terceiros, quarentena, empresa_id AS "empresaId", documento_id AS "documentoId", tipo_nota AS "tipoNota",
       data_emissao AS "dataEmissao", veredito, sefaz_status AS "sefazStatus", aguardando_certificado AS "aguardandoCertificado",
       sefaz_consultada_em IS NOT NULL AS consultada, emitente_sem_ie AS "emitenteSemIe", sefaz_pedida_por AS "pedidaPor",
       coalesce(sefaz_pedida_em > greatest(coalesce(sefaz_consultada_em, '-infinity'), clock_timestamp() - interval '1 day'), false) AS "pessoaEspera"
     FROM nota WHERE conta_id = $1 AND chave = $2 ORDER BY papel`,
    [contaId, chave],
  );
}

/** SEFAZ's answer about a document. Digest and alerts are its protocol's; null if the answer has none. */
type SefazAnswer = {
  chave: string;
  cStat: string;
  xMotivo: string;
  digVal: string | null;
  alertas: readonly { codigo: string; texto: string }[] | null;
  now: Date;
};

/** Stores SEFAZ's answer on all views of a document. */
export async function saveSefazAnswer(db: Db, contaId: string, answer: SefazAnswer): Promise<void> {
  await db.query(
    `UPDATE nota SET sefaz_status = $3, sefaz_motivo = $4, sefaz_dig_val = coalesce($5, sefaz_dig_val),
       sefaz_alertas = coalesce($7::jsonb, sefaz_alertas), sefaz_consultada_em = clock_timestamp(),
       aguardando_certificado = false,
       alterado_em = CASE WHEN sefaz_status IS DISTINCT FROM $3 THEN $6 ELSE alterado_em END
     WHERE conta_id = $1 AND chave = $2`,
    [
      contaId,
      ...[answer.chave, answer.cStat, answer.xMotivo, answer.digVal, answer.now],
      answer.alertas && JSON.stringify(answer.alertas),
    ],
  );
}

/** Records on all views of a chave that SVRS answers about it. */
export async function saveWithoutIe(db: Db, contaId: string, chave: string): Promise<void> {
  await db.execute("UPDATE nota SET emitente_sem_ie = true WHERE conta_id = $1 AND chave = $2", [
    contaId,
    chave,
  ]);
}

/** Records on all views of a chave that the last query failed, or lacks a certificate. */
export async function saveSefazFailure(
  db: Db,
  contaId: string,
  failure: { chave: string; lacksCertificado: boolean },
): Promise<void> {
  await db.query(
    "UPDATE nota SET sefaz_falhou_em = clock_timestamp(), aguardando_certificado = $3 WHERE conta_id = $1 AND chave = $2",
    [contaId, failure.chave, failure.lacksCertificado],
  );
}

/**
 * Sets hashSha1Canc on views with a genuine cancelamento: its bytes are valid, and SEFAZ itself sent it,
 * or the emitente e-mailed it with the cStat of a registration.
 * @returns ids of the views that this call cancels
 */
export async function markCancelamentos(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<string[]> {
  if (chaves.length === 0) return [];
  const rows = await db.query<{ id: string }>(
    `UPDATE nota SET hash_sha1_canc = d.sha1, alterado_em = $3
     FROM evento e JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
     WHERE nota.conta_id = $1 AND nota.chave = ANY ($2) AND e.conta_id = $1 AND e.chave = nota.chave
       AND ${writeCancelled({ evento: "e", nota: "nota" })}
       AND nota.hash_sha1_canc IS NULL RETURNING nota.id`,
    [contaId, chaves, now],
  );
  return rows.map(({ id }) => id);
}
