import { pino } from "pino";

/** The one logger shape of the server: JSON lines, one per fact, never a secret or the content of a document. */
export type Logger = Pick<
  import("pino").Logger,
  "debug" | "info" | "warn" | "error" | "fatal" | "level" | "isLevelEnabled"
>;

const SECRETS = ["senha", "*.senha", "authToken", "*.authToken", "authorization", "*.authorization", "chave"];

/** A logger that names its process and never prints what {@link SECRETS} lists. */
export function createLogger(processo: string, level: string): Logger {
  return pino({ level, base: { processo }, redact: { paths: SECRETS, censor: "***" } });
}
