import { type CausaSefaz, SefazOutage } from "@malote/sefaz";
import type { Disjuntor, Fez } from "../../db/index.ts";
import { Outage } from "../../errors.ts";

const MINUTO_MS = 60_000;

/**
 * Misuse: SEFAZ refuses the CNPJ for an hour, which every new request restarts. After 50 such hours
 * a UF may block the company permanently. @source NT 2018.002
 */
const CONSUMO_INDEVIDO: readonly string[] = ["656", "678"];

/** That hour, plus a minute for clock differences. */
export const BLOQUEIO_MS = 61 * MINUTO_MS;

/** Five failures in a row are no accident; pauses grow from 30 s to a quarter of an hour. */
export const DISJUNTOR: Disjuntor = { maxFalhas: 5, aberturaMs: 30_000, aberturaMaxMs: 15 * MINUTO_MS };

/** Whether an answer reports misuse. */
export function isConsumoIndevido(cStat: string): boolean {
  return CONSUMO_INDEVIDO.includes(cStat);
}

/** The service reports that it is paused. */
const PARALISADO: readonly string[] = ["108", "109", "999"];

/**
 * Failures before the request reached the service, which did not count it. A cut or timed-out
 * request may have counted.
 */
const NAO_OUVIDA: ReadonlySet<CausaSefaz> = new Set(["dns", "recusada", "tls", "certificado"]);

/** Failures of a single answer; they do not indicate an outage. */
const DESTA_RESPOSTA: ReadonlySet<CausaSefaz> = new Set([
  "resposta-grande-demais",
  "resposta-de-outra-chave",
  "resposta-de-outro-ambiente",
]);

/** How a server rejects our certificate after the handshake. */
const HTTP_DO_CERTIFICADO: readonly number[] = [401, 403];

/** Pause of a certificate that an authorizer rejects: 5 min, doubling, at most 6 h. */
export const PAUSA_CERTIFICADO = { ms: 5 * MINUTO_MS, maxMs: 6 * 60 * MINUTO_MS };

/** Whether our certificate may be the cause: other certificates need not wait. */
export function isDoCertificado(error: unknown): boolean {
  if (!(error instanceof SefazOutage)) return false;
  if (error.causa === "certificado" || error.causa === "tls") return true;
  return error.status !== null && HTTP_DO_CERTIFICADO.includes(error.status);
}

/** Result of an answered request. */
export function judgeResposta(cStat: string): { ouvida: boolean; fez: Fez } {
  return { ouvida: true, fez: PARALISADO.includes(cStat) ? "mal" : "bem" };
}

/** Result of a failed request. An error of ours does not indicate an outage, and counts as received. */
export function judgeFalha(error: unknown): { ouvida: boolean; fez: Fez } {
  if (!(error instanceof SefazOutage)) return { ouvida: true, fez: "neutra" };
  const neutra = isDoCertificado(error) || DESTA_RESPOSTA.has(error.causa);
  return { ouvida: !NAO_OUVIDA.has(error.causa), fez: neutra ? "neutra" : "mal" };
}

/** Longest wait after misuse. */
const INDEVIDO_MAX_MS = 24 * 60 * MINUTO_MS;

/**
 * The error after SEFAZ's answer of misuse (656, 678). It counts as an outage, and waits double, at most
 * 24 h: a document that another program queries too often must not block the certificate every hour.
 */
export function misuseOutage(cStat: string): Outage {
  return new Outage(`SEFAZ says ${cStat}: misuse`, BLOQUEIO_MS, { dobraAteMs: INDEVIDO_MAX_MS });
}
