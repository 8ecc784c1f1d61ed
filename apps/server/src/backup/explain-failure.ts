import { isUnavailable, Outage, StartRefusal } from "../errors.ts";
import { explainDisk } from "../health/probe-folder.ts";
import { BackupRepositoryError } from "./repository.ts";
import { SealError } from "./seal/seal.ts";
import { BackupStoreError } from "./store/backup-store.ts";

const NOT_PREPARED =
  "O banco ainda não foi preparado por esta versão: rode npm start (ou o serviço setup) uma vez.";
const NO_LOGIN = "O banco recusou o usuário ou a senha de DATABASE_URL: corrija o endereço.";
const DISK_FULL =
  "O disco do banco de dados está cheio: libere espaço (docs/operar/disco-quase-cheio.md) e rode de novo.";

/** Sentences for PostgreSQL errors, by SQLSTATE. */
const DATABASE_ERRORS: Readonly<Record<string, string>> = {
  "42P01": NOT_PREPARED,
  "42883": NOT_PREPARED,
  "22023": NOT_PREPARED,
  "28P01": NO_LOGIN,
  "28000": NO_LOGIN,
  "3D000": "O banco de DATABASE_URL não existe no servidor: crie-o, ou corrija o endereço.",
  "53100": DISK_FULL,
};
const NO_PRIVILEGE = "42501";

/**
 * Explains to the operator, in one sentence, why a backup command failed; null when the error is a bug.
 * @returns in Portuguese, without secrets
 */
export function explainFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isExpected =
    error instanceof StartRefusal ||
    error instanceof SealError ||
    error instanceof BackupStoreError ||
    error instanceof BackupRepositoryError ||
    error instanceof Outage;
  if (isExpected) return error.message;
  const code = "code" in error ? String(error.code) : "";
  if (code === NO_PRIVILEGE) return `O dono do banco não pode fazer o que é preciso: ${error.message}`;
  if (Object.hasOwn(DATABASE_ERRORS, code)) return DATABASE_ERRORS[code] ?? null;
  // A missing database socket also gives ENOENT, which is not a disk error.
  const isConnecting = "syscall" in error && error.syscall === "connect";
  const disk = isConnecting ? null : explainDisk(error);
  if (disk !== null) return `${pathOf(error)}: ${disk}. Corrija e rode de novo.`;
  if (isConnecting || isUnavailable(error)) {
    return "O banco de dados não respondeu, ou a conexão caiu. Confira DATABASE_URL e se ele está no ar, e rode de novo.";
  }
  return null;
}

function pathOf(error: Error): string {
  return "path" in error && typeof error.path === "string" ? error.path : "Um arquivo do Malote";
}
