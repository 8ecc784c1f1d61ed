import { pino } from "pino";

/** The one logger shape of the server: JSON lines, one per fact, never a secret or the content of a document. */
export type Logger = Pick<
  import("pino").Logger,
  "debug" | "info" | "warn" | "error" | "fatal" | "level" | "isLevelEnabled"
>;

const SECRETS = [
  ...["senha", "authToken", "authorization", "clientSecret", "refreshToken", "token"].flatMap((name) => [
    name,
    `*.${name}`,
  ]),
  "chave",
];

type Told = { type: string; message: string; code?: unknown; stack?: string; cause?: Told };

/** What is told of an error; libraries hang whole connections on theirs, secrets included. */
export function tellError(error: unknown): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const told: Told = { type: error.name, message: error.message };
  if ("code" in error) told.code = error.code;
  if (error.stack !== undefined) told.stack = error.stack;
  if (error.cause !== undefined) told.cause = tellError(error.cause);
  return told;
}

/** A logger that names its process and never prints what {@link SECRETS} lists. */
export function createLogger(processo: string, level: string): Logger {
  return pino({
    level,
    base: { processo },
    redact: { paths: SECRETS, censor: "***" },
    serializers: { err: tellError },
  });
}
