import type { ResultOf } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";

type Backups = ResultOf<"Operador.getBackups">["object"];
type Execucao = Backups["execucoes"][number];

/** Runs to read: the scheduler makes a backup every few minutes, and verifications are rare. */
const LIDAS = 1_000;
/** Runs to show. */
const MOSTRADAS = 20;

/** Reads the last backups and verifications, and whether a backup can be requested. */
export async function readBackups({
  config,
  database,
}: Pick<AppContext, "config" | "database">): Promise<Backups> {
  const [rows, pedidos] = await Promise.all([
    database.portaria.findBackups(LIDAS),
    database.portaria.findBackupRequests(),
  ]);
  const execucoes: Execucao[] = rows.map(({ comecou, terminou, ...row }) => ({
    ...row,
    comecouEm: comecou,
    terminouEm: terminou,
  }));
  const lastOf = (tipo: Execucao["tipo"], isWanted: (run: Execucao) => boolean): Execucao | null =>
    execucoes.find((each) => each.tipo === tipo && isWanted(each)) ?? null;
  const [pedido] = pedidos;
  return {
    configurado: config.backupDestino !== null,
    destino: config.backupDestino,
    ultimo: lastOf("criar", ({ resultado }) => resultado === "ok"),
    // A verification that found damage also counts: its result holds until the damage is repaired.
    conferencia: lastOf("conferir", ({ resultado }) => resultado !== null),
    execucoes: execucoes.slice(0, MOSTRADAS),
    pedidoEm: pedido?.pedidoEm ?? null,
    pedidoPor: pedido?.pedidoPor ?? null,
  };
}
