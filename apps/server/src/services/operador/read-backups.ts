import type { ResultOf } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";

type Backups = ResultOf<"Operador.getBackups">["object"];
type Execucao = Backups["execucoes"][number];

/** Runs that are read: the keeper makes one every few minutes, and a comparison is rare. */
const LIDAS = 1_000;
/** Runs that are shown. */
const MOSTRADAS = 20;

/** The last backups and comparisons, and whether one can be asked for. */
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
    // One that found flaws counts too: what it found is so until it is healed.
    conferencia: lastOf("conferir", ({ resultado }) => resultado !== null),
    execucoes: execucoes.slice(0, MOSTRADAS),
    pedidoEm: pedido?.pedidoEm ?? null,
    pedidoPor: pedido?.pedidoPor ?? null,
  };
}
