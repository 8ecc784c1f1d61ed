import { type SefazCause, SefazOutage } from "@malote/sefaz";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { BreakerResult, BreakerSettings } from "../../db/index.ts";
import { Outage } from "../../errors.ts";

/**
 * Misuse: SEFAZ refuses the CNPJ for an hour, which every new request restarts. After 50 such hours
 * a UF may block the company permanently. @source NT 2018.002
 */
const MISUSE: readonly string[] = ["656", "678"];

/** That hour, plus a minute for clock differences. */
export const BLOCK_MS = 61 * MINUTE_MS;

/** Five failures in a row are no accident; pauses grow from 30 s to a quarter of an hour. */
export const BREAKER: BreakerSettings = { maxFalhas: 5, aberturaMs: 30_000, aberturaMaxMs: 15 * MINUTE_MS };

/** Whether an answer reports misuse. */
export function isMisuse(cStat: string): boolean {
  return MISUSE.includes(cStat);
}

/** The service reports that it is paused. */
const SERVICE_PAUSED: readonly string[] = ["108", "109", "999"];

/**
 * Failures before the request reached the service, which did not count it. A cut or timed-out
 * request may have counted.
 */
const NOT_RECEIVED: ReadonlySet<SefazCause> = new Set(["dns", "recusada", "tls", "certificado"]);

/** Failures of a single answer; they do not indicate an outage. */
const ANSWER_FAULTS: ReadonlySet<SefazCause> = new Set([
  "resposta-grande-demais",
  "resposta-de-outra-chave",
  "resposta-de-outro-ambiente",
]);

/** How a server rejects our certificate after the handshake. */
const CERTIFICATE_REJECTED: readonly number[] = [401, 403];

/** Pause of a certificate that an authorizer rejects: 5 min, doubling, at most 6 h. */
export const CERTIFICATE_PAUSE = { ms: 5 * MINUTE_MS, maxMs: 6 * HOUR_MS };

/** Whether our certificate may be the cause: other certificates need not wait. */
export function isCertificateFault(error: unknown): boolean {
  if (!(error instanceof SefazOutage)) return false;
  if (error.causa === "certificado" || error.causa === "tls") return true;
  return error.status !== null && CERTIFICATE_REJECTED.includes(error.status);
}

/** Result of an answered request. */
export function judgeAnswer(cStat: string): { ouvida: boolean; fez: BreakerResult } {
  return { ouvida: true, fez: SERVICE_PAUSED.includes(cStat) ? "mal" : "bem" };
}

/** Result of a failed request. An error of ours does not indicate an outage, and counts as received. */
export function judgeFailure(error: unknown): { ouvida: boolean; fez: BreakerResult } {
  if (!(error instanceof SefazOutage)) return { ouvida: true, fez: "neutra" };
  const isNeutral = isCertificateFault(error) || ANSWER_FAULTS.has(error.causa);
  return { ouvida: !NOT_RECEIVED.has(error.causa), fez: isNeutral ? "neutra" : "mal" };
}

/** Longest wait after misuse. */
const MISUSE_MAX_MS = DAY_MS;

/**
 * The error after SEFAZ's answer of misuse (656, 678). It counts as an outage, and waits double, at most
 * 24 h: a document that another program queries too often must not block the certificate every hour.
 */
export function misuseOutage(cStat: string): Outage {
  return new Outage(`SEFAZ says ${cStat}: misuse`, BLOCK_MS, { dobraAteMs: MISUSE_MAX_MS });
}
