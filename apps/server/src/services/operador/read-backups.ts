import type { ResultOf } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";

type Backups = ResultOf<"Operador.getBackups">["object"];
type BackupRunWire = Backups["execucoes"][number];

/** Runs to read: the scheduler makes a backup every few minutes, and verifications are rare. */
const RUNS_READ = 1_000;
/** Runs to show. */
const RUNS_SHOWN = 20;

/** Reads the last backups and verifications, and whether a backup can be requested. */
export async function readBackups({
  config,
  database,
}: Pick<AppContext, "config" | "database">): Promise<Backups> {
  const [rows, requests] = await Promise.all([
    database.gatekeeper.findBackups(RUNS_READ),
    database.gatekeeper.findBackupRequests(),
  ]);
  const runs: BackupRunWire[] = rows.map(({ comecou, terminou, ...row }) => ({
    ...row,
    comecouEm: comecou,
    terminouEm: terminou,
  }));
  const lastOf = (
    tipo: BackupRunWire["tipo"],
    isWanted: (run: BackupRunWire) => boolean,
  ): BackupRunWire | null => runs.find((each) => each.tipo === tipo && isWanted(each)) ?? null;
  const [request] = requests;
  return {
    configurado: config.backupDestination !== null,
    destino: config.backupDestination,
    ultimo: lastOf("criar", ({ resultado }) => resultado === "ok"),
    // A verification that found damage also counts: its result holds until the damage is repaired.
    conferencia: lastOf("conferir", ({ resultado }) => resultado !== null),
    execucoes: runs.slice(0, RUNS_SHOWN),
    pedidoEm: request?.pedidoEm ?? null,
    pedidoPor: request?.pedidoPor ?? null,
  };
}
