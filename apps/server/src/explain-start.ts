import { isUnavailable, Outage, StartRefusal } from "./errors.ts";
import { explainDisk } from "./health/probe-folder.ts";

/** The database exists and is not prepared: a table, function or schema is missing. */
const UNPREPARED = new Set(["42P01", "42883", "3F000"]);
/** The database that the address names does not exist. */
const NO_DATABASE = "3D000";

/**
 * One sentence for the operator: why the process does not start. Null for a bug, which is printed whole.
 * @returns in Portuguese, without secrets
 */
export function explainStart(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof StartRefusal || error.name === "StoreNotOurs") return error.message;
  // A missing database socket is not a disk error.
  const isConnecting = "syscall" in error && error.syscall === "connect";
  const disk = isConnecting ? null : explainDisk(error);
  if (disk !== null) return `${placeOf(error)}: ${disk}.`;
  const code = "code" in error ? String(error.code) : "";
  if (UNPREPARED.has(code))
    return "O banco de dados ainda não foi preparado: rode npm start uma vez, ou o serviço setup.";
  if (code === NO_DATABASE) return "O banco de dados de DATABASE_APP_URL não existe no servidor: crie-o.";
  if (isConnecting || (isUnavailable(error) && !(error instanceof Outage))) {
    return "O banco de dados não respondeu. Confira DATABASE_APP_URL e se ele está no ar.";
  }
  return null;
}

function placeOf(error: Error): string {
  return "path" in error && typeof error.path === "string" ? error.path : "Um arquivo do Malote";
}
