import {
  type BackupRunType,
  createGatekeeperBackups,
  type GatekeeperBackups,
} from "../db/gatekeeper/backups.ts";
import { newId } from "../db/index.ts";
import { type BackupTools, destinationName } from "./backup-tools.ts";
import { connectOwner } from "./dump/tables.rows.ts";
import { explainFailure } from "./explain-failure.ts";

/** Result of a run, for its row in backup_execucao. */
export type RunEnd = {
  mensagem: string | null;
  bytes: number;
  bytesNovos: number | null;
  documentos: number;
};

/**
 * Runs `work` and records its success or failure in backup_execucao. If the database is unavailable, the run
 * continues without a record. @returns the result of `work`
 */
export async function recordRun<T>(
  tools: BackupTools,
  tipo: BackupRunType,
  work: (id: string) => Promise<{ end: RunEnd; isGood: boolean; result: T }>,
): Promise<T> {
  const id = newId();
  const start = { id, tipo, destino: destinationName(tools), now: tools.clock.now() };
  await tryRecord(tools, (gatekeeper) => gatekeeper.noteBackupStart(start));
  try {
    const { end, isGood, result } = await work(id);
    await recordEnd(tools, { id, resultado: isGood ? "ok" : "falhou", ...end });
    return result;
  } catch (error) {
    const mensagem = explainFailure(error) ?? messageOf(error);
    await recordEnd(tools, {
      id,
      resultado: "falhou",
      mensagem,
      bytes: null,
      bytesNovos: null,
      documentos: null,
    });
    throw error;
  }
}

type End = { id: string; resultado: "ok" | "falhou"; mensagem: string | null } & {
  [name in "bytes" | "bytesNovos" | "documentos"]: number | null;
};

async function recordEnd(tools: BackupTools, end: End): Promise<void> {
  await tryRecord(tools, (gatekeeper) => gatekeeper.noteBackupEnd({ ...end, now: tools.clock.now() }));
}

async function tryRecord(
  tools: BackupTools,
  write: (gatekeeper: GatekeeperBackups) => Promise<void>,
): Promise<void> {
  try {
    const client = await connectOwner(tools.ownerUrl);
    try {
      await write(createGatekeeperBackups(client));
    } finally {
      await client.end();
    }
  } catch (error) {
    const reason = explainFailure(error) ?? messageOf(error);
    tools.say(`AVISO: a execução não pôde ser registrada no banco: ${reason}`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
