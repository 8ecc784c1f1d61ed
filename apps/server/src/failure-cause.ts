import { MailOutage } from "@malote/mailbox";
import { SefazOutage } from "@malote/sefaz";
import { isBlobMissing } from "./blob/blob-missing-error.ts";
import { isUnavailable, Outage } from "./errors.ts";
import { waitReasonOf } from "./wait-reason.ts";

/** Longest code stored with a task. */
const CAUSE_MAX = 100;
const DEPTH_MAX = 6;

/** Codes of a full file system, and of a full disk of PostgreSQL. */
const DISK_FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);
/** `SEFAZ says 656: misuse`: message of an outage that reports an answer of SEFAZ. */
const SEFAZ_SAYS = /^SEFAZ says (\d{3})/;
/** `SMTP: 550 …`. */
const SMTP_SAYS = /^SMTP: (\S+)/;

/**
 * Why an attempt failed, as a code without foreign text: "group" or "group:detail". Groups: caixa,
 * sefaz, sefaz-disse, correio, disco-cheio, arquivo-ausente, arquivos, antivirus, banco, mundo,
 * tempo, encerrado, perdida, interna.
 */
export function failureCauseOf(error: unknown): string {
  if (isBlobMissing(error)) return "arquivo-ausente";
  return (named(error, 0) ?? byWaitReason(error)).slice(0, CAUSE_MAX);
}

/** Whether the mailbox failed: shown with the mailbox, not with failed work. */
export function isMailboxCause(failureCause: string): boolean {
  return failureCause.startsWith("caixa:");
}

function named(error: unknown, depth: number): string | null {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return null;
  if (error instanceof MailOutage) return `caixa:${error.causa}`;
  if (error instanceof SefazOutage) return `sefaz:${error.causa}`;
  const cStat = error instanceof Outage ? SEFAZ_SAYS.exec(error.message)?.[1] : undefined;
  if (cStat !== undefined) return `sefaz-disse:${cStat}`;
  const reply = error instanceof Outage ? SMTP_SAYS.exec(error.message)?.[1] : undefined;
  if (reply !== undefined) return `correio:${reply.replace(/[^\w.-]/g, "")}`;
  if ("code" in error && DISK_FULL.has(String(error.code))) return "disco-cheio";
  if (/^\w+ did not end in \d+ ms$/.test(error.message)) return "tempo";
  if (error.message === "the process was told to end") return "encerrado";
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  for (const cause of causes) {
    const found = named(cause, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function byWaitReason(error: unknown): string {
  const waitReason = waitReasonOf(error);
  if (waitReason === "pedida") return "mundo";
  if (waitReason !== "falha" || isUnavailable(error)) return waitReason;
  const name = error instanceof Error ? error.name.replace(/\W/g, "") : typeof error;
  return `interna:${name}`;
}
