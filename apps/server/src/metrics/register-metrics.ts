import { collectDefaultMetrics, type Registry } from "prom-client";
import type { AppContext } from "../app-context.ts";
import { watchInstallation } from "./watch-installation.ts";
import { watchProcess } from "./watch-process.ts";

const registered = new WeakSet<Registry>();

/**
 * Registers all metrics; a second call does nothing.
 * @param o casa: also the metrics common to all processes (waiting tasks, circuit breakers, backups
 * …); workers export them
 */
export function registerMetrics(app: AppContext, { isInstallation }: { isInstallation: boolean }): void {
  const { registry } = app.metrics;
  if (registered.has(registry)) return;
  registered.add(registry);
  collectDefaultMetrics({ register: registry });
  watchProcess(app);
  if (isInstallation) watchInstallation(app);
}
