import type { TipoNota } from "@malote/syntax";
import { type Db, newId } from "../../db/index.ts";
import { AUTHORIZED_AT, IS_OF_OTHER_PARTY } from "./deadline.rows.ts";
import {
  CANCELLED_STATUSES,
  DENIED_STATUSES,
  type ManifestacaoRequest,
  type ManifestacaoStatus,
  type ManifestacaoTarget,
  type RegisteredManifestacao,
  UNKNOWN_TO_SEFAZ,
} from "./manifestacao.rules.ts";
import { writeStatus, writeValidManifestacao } from "./manifestacao-status.rows.ts";

/** A requested manifestação. */
export type ManifestacaoRow = {
  id: string;
  status: ManifestacaoStatus;
  estado: "pendente" | "registrada" | "recusada" | "falhou";
  justificativa: string | null;
  quem: string | null;
  pedidaEm: Date;
  cStat: string | null;
  xMotivo: string | null;
  falha: string | null;
  protocolo: string | null;
  registradaEm: Date | null;
};

const MANIFESTACOES_MAX = 50;

/** Requested manifestações of a document, newest first. */
export async function findManifestacoes(db: Db, contaId: string, chave: string): Promise<ManifestacaoRow[]> {
  return await db.query<ManifestacaoRow>(
    `SELECT id, status, estado, justificativa, usuario AS quem, pedida_em AS "pedidaEm", cstat AS "cStat", x_motivo AS "xMotivo", falha,
       protocolo, registrada_em AS "registradaEm"
     FROM manifestacao WHERE conta_id = $1 AND chave = $2 AND status IS NOT NULL ORDER BY pedida_em DESC, id DESC LIMIT $3`,
    [contaId, chave, MANIFESTACOES_MAX],
  );
}

type TargetRow = Omit<ManifestacaoTarget, "empresa" | "registradas" | "pendentes" | "tipoNota"> & {
  tipoNota: TipoNota;
  empresaId: string | null;
  nome: string | null;
  ativa: boolean | null;
  validoDe: Date | null;
  validoAte: Date | null;
};

/** Views of documents by id, with all data that decides whether a manifestação is possible. */
export async function findTargets(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<ManifestacaoTarget[]> {
  const rows = await db.query<TargetRow>(
    `SELECT n.id, n.chave, n.tipo_nota AS "tipoNota", n.papel, n.quarentena,
       n.terceiros OR n.papel = 'E' AND ${IS_OF_OTHER_PARTY} AS terceiros,
       n.hash_sha1_canc IS NOT NULL OR coalesce(n.sefaz_status, n.nfe_status, '') = ANY ($3) AS cancelada,
       coalesce(n.sefaz_status, n.nfe_status, '') = ANY ($4) AS denegada,
       coalesce(n.sefaz_status, '') = '${UNKNOWN_TO_SEFAZ}' AS desconhecida,
       ${AUTHORIZED_AT} AS "autorizadaEm",
       e.id AS "empresaId", e.nome, e.ativar_manifestacao AS ativa, c.valido_de AS "validoDe", c.valido_ate AS "validoAte"
     FROM nota n LEFT JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id
       LEFT JOIN certificado c ON c.conta_id = e.conta_id AND c.empresa_id = e.id
     WHERE n.conta_id = $1 AND n.id = ANY ($2)`,
    [contaId, ids, CANCELLED_STATUSES, DENIED_STATUSES],
  );
  const registered = await findRegistered(db, contaId, ids);
  const pending = await findPending(db, contaId, [...new Set(rows.map(({ chave }) => chave))]);
  return rows.map(({ empresaId, nome, ativa, validoDe, validoAte, ...row }) => ({
    ...row,
    empresa:
      empresaId === null
        ? null
        : {
            id: empresaId,
            nome: nome ?? "",
            ativa: ativa === true,
            certificado: validoDe && validoAte ? { validoDe, validoAte } : null,
          },
    registradas: registered.get(row.id) ?? [],
    pendentes: pending.get(row.chave) ?? [],
  }));
}

/** Registered manifestações of some views, by authors who are entitled to them. */
async function findRegistered(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<Map<string, RegisteredManifestacao[]>> {
  const rows = await db.query<RegisteredManifestacao & { id: string }>(
    `SELECT n.id, ${writeStatus("e")} AS status, e.n_seq AS "nSeq", e.protocolo_data AS em
     FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
     WHERE n.conta_id = $1 AND n.id = ANY ($2) AND ${writeValidManifestacao({ evento: "e", nota: "n" })}`,
    [contaId, ids],
  );
  return groupBy(rows, ({ id }) => id);
}

async function findPending(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<Map<string, ManifestacaoRequest[]>> {
  const rows = await db.query<ManifestacaoRequest & { chave: string }>(
    "SELECT chave, status, justificativa FROM manifestacao WHERE conta_id = $1 AND chave = ANY ($2) AND estado = 'pendente' AND status IS NOT NULL",
    [contaId, chaves],
  );
  return groupBy(rows, ({ chave }) => chave);
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Whether a user may send manifestações for the conta's companies. */
export async function canManifest(db: Db, contaId: string, usuarioId: string): Promise<boolean> {
  const rows = await db.query<{ pode: boolean }>(
    `SELECT permissao_manifestacao AS pode FROM usuario WHERE conta_id = $1 AND id = $2`,
    [contaId, usuarioId],
  );
  return rows[0]?.pode ?? false;
}

/** A new manifestação request. usuarioId, usuario: null = the empresa's automatic ciência. */
export type NewManifestacao = {
  empresaId: string;
  chave: string;
  status: ManifestacaoStatus;
  nSeq: number;
  justificativa: string | null;
  autorizadaEm: Date;
};

/** The requester, and the time. */
export type Requester = { usuarioId: string | null; usuario: string | null; now: Date };

/**
 * Stores requests. A pending one of the same type replaces a new one.
 * @returns the new ones
 */
export async function insertManifestacoes(
  db: Db,
  contaId: string,
  { newRequests, usuarioId, usuario, now }: Requester & { newRequests: readonly NewManifestacao[] },
): Promise<{ id: string; chave: string }[]> {
  if (newRequests.length === 0) return [];
  return await db.query(
    `INSERT INTO manifestacao (conta_id, id, empresa_id, chave, status, n_seq, justificativa, autorizada_em, usuario_id, usuario, pedida_em)
     SELECT $1, m.id, m."empresaId", m.chave, m.status, m."nSeq", m.justificativa, m."autorizadaEm", $2, $3, $4
     FROM json_to_recordset($5) AS m (id uuid, "empresaId" uuid, chave text, status smallint, "nSeq" integer, justificativa text, "autorizadaEm" timestamptz)
     ORDER BY m.chave
     ON CONFLICT (conta_id, chave, status) WHERE estado = 'pendente' DO NOTHING RETURNING id, chave`,
    [
      contaId,
      usuarioId,
      usuario,
      now,
      JSON.stringify(newRequests.map((newRequest) => ({ id: newId(), ...newRequest }))),
    ],
  );
}
