import type { DistribuicaoProblem } from "@malote/contract";
import type { Distribuidor } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import type { SyncKey } from "./distribuicao.rules.ts";

/** The input of a sync. `uf`: of the empresa, or else of the conta. */
export type SyncStart = {
  cnpj: string;
  uf: string;
  ativa: boolean;
  sandbox: boolean;
  /** The empresa has its own, currently valid certificate. */
  certificada: boolean;
  ultNSU: string;
  /** When SEFAZ last answered it. */
  ultimaEm: Date | null;
  /** SEFAZ has accepted this empresa's certificate for the CNPJ. */
  aceita: boolean;
};

/** Reads the position of a sync and whether it may continue; null when the empresa does not exist. */
export async function findSyncStart(
  db: Db,
  contaId: string,
  { empresaId, modelo, now }: SyncKey & { now: Date },
): Promise<SyncStart | null> {
  const rows = await db.query<SyncStart>(
    `SELECT e.cnpj, coalesce(e.uf, c.uf) AS uf, e.ativar_auditor AS ativa, c.sandbox,
       EXISTS (SELECT FROM certificado k WHERE k.conta_id = $1 AND k.empresa_id = e.id AND k.valido_de <= $4 AND k.valido_ate > $4) AS certificada,
       coalesce(d.ult_nsu, '000000000000000') AS "ultNSU", d.ultima_em AS "ultimaEm",
       d.aceita_em IS NOT NULL AS aceita
     FROM empresa e JOIN conta c ON c.id = e.conta_id
       LEFT JOIN distribuicao d ON d.conta_id = $1 AND d.empresa_id = e.id AND d.modelo = $3
     WHERE e.conta_id = $1 AND e.id = $2`,
    [contaId, empresaId, modelo, now],
  );
  return rows[0] ?? null;
}

/** Locks the row of a sync for this transaction, creating it if absent, and returns its position. */
export async function lockDistribuicao(
  db: Db,
  contaId: string,
  { empresaId, modelo }: SyncKey,
): Promise<SyncPosition> {
  await db.execute(
    "INSERT INTO distribuicao (conta_id, empresa_id, modelo) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [contaId, empresaId, modelo],
  );
  const rows = await db.query<Omit<SyncPosition, keyof SyncKey>>(
    `SELECT ult_nsu AS "ultNSU", primeiro_nsu AS "primeiroNSU", consumos, puladas::float8 AS puladas FROM distribuicao
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3 FOR UPDATE`,
    [contaId, empresaId, modelo],
  );
  const [found] = rows;
  if (!found) throw new Error(`the distribuicao ${empresaId} ${modelo} has no row`);
  return { empresaId, modelo, ...found };
}

/**
 * The position of a sync; `primeiroNSU`: no NSU before it is missing. `consumos`: consecutive blocks by
 * SEFAZ. `puladas`: skipped NSUs that are never requested.
 */
export type SyncPosition = SyncKey & {
  ultNSU: string;
  primeiroNSU: string | null;
  consumos: number;
  puladas: number;
};

/** Stores the position of a sync that this transaction has locked. */
export async function saveSyncPosition(db: Db, contaId: string, position: SyncPosition): Promise<void> {
  await db.execute(
    `UPDATE distribuicao SET ult_nsu = $4, max_nsu = greatest(max_nsu, $4), primeiro_nsu = $5, puladas = $6
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3`,
    [contaId, position.empresaId, position.modelo, position.ultNSU, position.primeiroNSU, position.puladas],
  );
}

/** An answer of SEFAZ to a sync. */
export type SyncAnswer = SyncKey & {
  cStat: string;
  xMotivo: string;
  maxNSU: string | null;
  falha: DistribuicaoProblem | null;
  /** Consecutive blocks of the CNPJ, including this one. */
  consumos: number;
  now: Date;
};

/** Stores SEFAZ's answer to a sync that this transaction has locked. */
export async function saveAnswer(db: Db, contaId: string, answer: SyncAnswer): Promise<void> {
  await db.execute(
    `UPDATE distribuicao SET max_nsu = greatest(ult_nsu, $4), ultima_em = $5, cstat = $6, x_motivo = $7, falha = $8, consumos = $9
     WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3`,
    [
      contaId,
      answer.empresaId,
      answer.modelo,
      answer.maxNSU,
      answer.now,
      answer.cStat,
      answer.xMotivo,
      answer.falha,
      answer.consumos,
    ],
  );
}

/**
 * Records that SEFAZ accepts this empresa's certificate: the sync may now use the CNPJ's position from
 * other contas.
 */
export async function saveAccepted(
  db: Db,
  contaId: string,
  { empresaId, modelo, now }: SyncKey & { now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE distribuicao SET aceita_em = coalesce(aceita_em, $4) WHERE conta_id = $1 AND empresa_id = $2 AND modelo = $3`,
    [contaId, empresaId, modelo, now],
  );
}

/** Stores why a sync could not query; its position stays. */
export async function saveFailure(
  db: Db,
  contaId: string,
  { empresaId, modelo, falha }: SyncKey & { falha: DistribuicaoProblem },
): Promise<void> {
  await db.execute(
    `INSERT INTO distribuicao AS d (conta_id, empresa_id, modelo, falha) VALUES ($1, $2, $3, $4)
     ON CONFLICT (conta_id, empresa_id, modelo) DO UPDATE SET falha = excluded.falha`,
    [contaId, empresaId, modelo, falha],
  );
}

/** The sync of an empresa as a screen shows it. */
export type DistribuicaoRow = {
  empresaId: string;
  modelo: Distribuidor;
  ultNSU: string;
  maxNSU: string;
  ultimaEm: Date | null;
  proximaEm: Date | null;
  cStat: string | null;
  xMotivo: string | null;
  falha: string | null;
  consumos: number;
  puladas: number;
  lacunas: number;
};

export async function findDistribuicaoRows(
  db: Db,
  contaId: string,
  empresaIds: readonly string[],
): Promise<DistribuicaoRow[]> {
  if (empresaIds.length === 0) return [];
  return await db.query<DistribuicaoRow>(
    `SELECT d.empresa_id AS "empresaId", d.modelo, d.ult_nsu AS "ultNSU", d.max_nsu AS "maxNSU", d.ultima_em AS "ultimaEm",
       t.vence_em AS "proximaEm", d.cstat AS "cStat", d.x_motivo AS "xMotivo", d.falha, d.consumos, d.puladas::float8 AS puladas,
       (SELECT count(*)::int FROM distribuicao_lacuna l
        WHERE l.conta_id = $1 AND l.empresa_id = d.empresa_id AND l.modelo = d.modelo AND l.estado = 'aberta') AS lacunas
     FROM distribuicao d
       LEFT JOIN tarefa t ON t.conta_id = $1 AND t.tipo = 'distribuicao' AND t.alvo = d.empresa_id || ' ' || d.modelo
         AND t.estado IN ('pendente', 'entregue')
     WHERE d.conta_id = $1 AND d.empresa_id = ANY ($2) ORDER BY d.empresa_id, d.modelo DESC`,
    [contaId, empresaIds],
  );
}

/** Deletes the sync positions of an empresa before the empresa itself is deleted. */
export async function dropDistribuicoes(db: Db, contaId: string, empresaId: string): Promise<void> {
  await db.execute("DELETE FROM distribuicao_lacuna WHERE conta_id = $1 AND empresa_id = $2", [
    contaId,
    empresaId,
  ]);
  await db.execute("DELETE FROM distribuicao WHERE conta_id = $1 AND empresa_id = $2", [contaId, empresaId]);
}

/** An empresa to sync: its auditor is on and it has a certificate. */
export type SyncedEmpresa = { empresaId: string; cnpj: string };

/** Empresas whose auditor is on and whose certificate is currently valid; one of them, or all. */
export async function findSynced(
  db: Db,
  contaId: string,
  { empresaId, now }: { empresaId?: string; now: Date },
): Promise<SyncedEmpresa[]> {
  return await db.query<SyncedEmpresa>(
    `SELECT e.id AS "empresaId", e.cnpj FROM empresa e
     WHERE e.conta_id = $1 AND ($2::uuid IS NULL OR e.id = $2) AND e.ativar_auditor
       AND EXISTS (SELECT FROM certificado k WHERE k.conta_id = $1 AND k.empresa_id = e.id AND k.valido_de <= $3 AND k.valido_ate > $3)
     ORDER BY e.id`,
    [contaId, empresaId ?? null, now],
  );
}

/** The alvos without a planned or running sync. */
export async function findUnplanned(db: Db, contaId: string, alvos: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ alvo: string }>(
    `SELECT u.alvo FROM unnest($2::text[]) AS u (alvo)
     WHERE NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = 'distribuicao' AND t.alvo = u.alvo
       AND t.estado IN ('pendente', 'entregue'))`,
    [contaId, alvos],
  );
  return rows.map(({ alvo }) => alvo);
}

/**
 * Ends planned syncs of empresas whose auditor is off; a running one ends by itself.
 * Without alvos: of all such empresas.
 */
export async function endDistribuicoes(
  db: Db,
  contaId: string,
  { alvos, now }: { alvos: readonly string[] | null; now: Date },
): Promise<number> {
  const unwanted =
    "($2::text[] IS NULL OR t.alvo = ANY ($2)) AND NOT EXISTS (SELECT FROM empresa e WHERE e.conta_id = $1 AND e.id::text = left(t.alvo, 36) AND e.ativar_auditor)";
  await db.execute(
    `UPDATE tarefa t SET proxima_em = NULL WHERE t.conta_id = $1 AND t.tipo = 'distribuicao' AND t.estado = 'entregue' AND ${unwanted}`,
    [contaId, alvos],
  );
  return await db.execute(
    `UPDATE tarefa t SET estado = 'feita', terminada_em = $3, resultado = 'auditor desligado'
     WHERE t.conta_id = $1 AND t.tipo = 'distribuicao' AND t.estado = 'pendente' AND ${unwanted}`,
    [contaId, alvos, now],
  );
}
