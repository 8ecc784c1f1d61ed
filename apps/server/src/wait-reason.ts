import { MailOutage } from "@malote/mailbox";
import { SefazOutage } from "@malote/sefaz";
import { isBlobMissing } from "./blob/blob-missing-error.ts";
import { outageWaitOf, WAIT_REASONS, type WaitReason } from "./errors.ts";

const DEPTH_MAX = 6;
/** Codes of a file system that is full, broken, read-only or absent. */
const DISK = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE", "EACCES", "EPERM", "ESTALE"]);
/** Causes for which retries do harm: the mail server locks the account. */
const NO_RETRY_CAUSES = new Set(["senha", "autorizacao"]);

/** What a task waits for after this error. */
export function waitReasonOf(error: unknown): WaitReason {
  return namedWaitReason(error, 0) ?? (outageWaitOf(error) === null ? "falha" : "banco");
}

function namedWaitReason(error: unknown, depth: number): WaitReason | null {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return null;
  if (error instanceof MailOutage) return NO_RETRY_CAUSES.has(error.causa) ? "pedida" : "mundo";
  if (error instanceof SefazOutage) return error.retryAfterFromServer ? "pedida" : "mundo";
  if ("espera" in error && isWaitReason(error.espera)) return error.espera;
  if ("code" in error && DISK.has(String(error.code))) return "arquivos";
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  for (const cause of causes) {
    const found = namedWaitReason(cause, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a text names a wait. */
export function isWaitReason(text: unknown): text is WaitReason {
  return WAIT_REASONS.some((each) => each === text);
}

/** For the operator: what did not answer. */
const OUTAGE_SENTENCES: Readonly<Record<WaitReason, string>> = {
  banco: "o banco de dados não respondeu",
  arquivos: "o disco ou a pasta dos arquivos não aceitou",
  antivirus: "o antivírus não respondeu",
  correio: "o servidor de saída dos e-mails não respondeu",
  mundo: "um serviço externo não respondeu",
  pedida: "o servidor de destino pediu para esperar",
  falha: "o trabalho não foi até o fim",
};

/** For the log: what did not answer, by the error. */
export function describeOutage(error: unknown): string {
  return isBlobMissing(error) ? "um arquivo falta no armazém" : OUTAGE_SENTENCES[waitReasonOf(error)];
}
