import { collectDefaultMetrics, type Registry } from "prom-client";
import type { AppContext } from "../app-context.ts";
import { watchCasa } from "./watch-casa.ts";
import { watchProcess } from "./watch-process.ts";

const registered = new WeakSet<Registry>();

/**
 * Adds all that is measured when it is asked for; a second time nothing.
 * @param o casa: also what is the same for all processes (work that waits, breakers, backups …); the workers say it
 */
export function registerMedidas(app: AppContext, { casa }: { casa: boolean }): void {
  const { registry } = app.medidas;
  if (registered.has(registry)) return;
  registered.add(registry);
  collectDefaultMetrics({ register: registry });
  watchProcess(app);
  if (casa) watchCasa(app);
}
