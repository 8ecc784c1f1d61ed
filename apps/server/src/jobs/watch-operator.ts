import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../app-context.ts";
import { isRetryable } from "../errors.ts";
import { notifyOperator } from "../services/operador/notify-operator.ts";
import { watchDatabase } from "../services/operador/watch-database.ts";

/** Between two checks, in ms. */
const LOOK_MS = 60_000;
/** Random delay of the first check, so that processes started together check apart. In ms. */
const FIRST_MS = { from: 15_000, to: 45_000 };

/**
 * E-mails the operator about problems of the product. It runs in http and in the worker: while one
 * is down, the other reports. Without OPERADOR_EMAIL it does nothing.
 */
export function watchOperator(app: AppContext): { stop(): Promise<void> } {
  const { operatorEmail: operadorEmail, smtp } = app.config;
  if (operadorEmail === null) return { stop: async () => {} };
  if (smtp === null) app.log.warn("OPERADOR_EMAIL precisa de SMTP_URL: nenhum aviso ao operador sai.");
  const look = createLook(app);
  const ending = new AbortController();
  const rest = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {});
  const loop = async (): Promise<void> => {
    await rest(FIRST_MS.from + Math.random() * (FIRST_MS.to - FIRST_MS.from));
    while (!ending.signal.aborted) {
      await look();
      await rest(LOOK_MS);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

/** Sent conditions are recorded in the database or, while it is unavailable, in this process. */
export function createLook(app: AppContext): () => Promise<void> {
  const database = watchDatabase(app);
  const isThere = async (): Promise<boolean> => {
    try {
      await notifyOperator(app);
      return true;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      app.log.debug({ err: error }, "o estado do produto não pôde ser lido");
      return false;
    }
  };
  return async () => {
    try {
      await ((await isThere()) ? database.reportAvailable() : database.reportUnavailable());
    } catch (error) {
      app.log.error({ err: error }, "o estado do produto não pôde ser lido");
    }
  };
}
