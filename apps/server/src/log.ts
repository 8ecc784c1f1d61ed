import { AsyncLocalStorage } from "node:async_hooks";
import { pino } from "pino";
import { activeTrace } from "./tracing/tracing.ts";

/** Logger of the server: JSON lines, one per fact, without secrets or document content. */
export type Logger = Pick<
  import("pino").Logger,
  "debug" | "info" | "warn" | "error" | "fatal" | "level" | "isLevelEnabled"
>;

const SECRETS = [
  ...[
    ...["senha", "senhaAtual", "novaSenha", "senhaNova", "confirmacaoSenha", "senhaHash"],
    ...["password", "newPassword", "passwordHash", "secret", "fileToken"],
    ...[
      "authToken",
      "authorization",
      "cookie",
      "token",
      "apiToken",
      "inviteToken",
      "resetToken",
      "arquivoToken",
    ],
    ...["clientSecret", "refreshToken", "accessToken", "segredo", "captcha", "codigo", "totp", "pfx"],
  ].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  "chave",
];

const request = new AsyncLocalStorage<string>();

/** Runs the work of a request: each line it logs carries the id sent with the response. */
export function inRequest(requestId: string, work: () => void): void {
  request.run(requestId, work);
}

type LoggedError = { type: string; message: string; code?: unknown; stack?: string; cause?: LoggedError };

/** The logged form of an error. Libraries attach whole connections to theirs, with secrets. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const logged: LoggedError = { type: error.name, message: error.message };
  if ("code" in error) logged.code = error.code;
  if (error.stack !== undefined) logged.stack = error.stack;
  if (error.cause !== undefined) logged.cause = serializeError(error.cause);
  return logged;
}

/** A logger that names its process and redacts {@link SECRETS}. */
export function createLogger(processName: string, level: string): Logger {
  return pino({
    level,
    base: { processo: processName },
    mixin: () => {
      const requestId = request.getStore();
      const trace = activeTrace();
      return {
        ...(requestId === undefined ? {} : { requestId }),
        ...(trace === undefined ? {} : { trace_id: trace.traceId, span_id: trace.spanId }),
      };
    },
    redact: { paths: SECRETS, censor: "***" },
    serializers: { err: serializeError },
  });
}
