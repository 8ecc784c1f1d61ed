import { type CausaSefaz, SefazOutage } from "@malote/sefaz";
import type { Disjuntor, Fez } from "../../db/index.ts";
import { Outage } from "../../errors.ts";

const MINUTO_MS = 60_000;

/** Misuse by our own count or somebody else's: SEFAZ hears nobody for an hour, which every new question starts again, and after 50 such
 * hours a state may never hear the company again. @source NT 2018.002 */
const CONSUMO_INDEVIDO: readonly string[] = ["656", "678"];

/** That hour, and a minute for clocks that disagree. */
export const BLOQUEIO_MS = 61 * MINUTO_MS;

/** Five failures in a row are no accident; the first pause is short, for what passes, and the longest a quarter of an hour. */
export const DISJUNTOR: Disjuntor = { maxFalhas: 5, aberturaMs: 30_000, aberturaMaxMs: 15 * MINUTO_MS };

/** True for an answer that says we asked too much. */
export function isConsumoIndevido(cStat: string): boolean {
  return CONSUMO_INDEVIDO.includes(cStat);
}

/** The service says of itself that it stands still. */
const PARALISADO: readonly string[] = ["108", "109", "999"];

/** What did not reach the service, so that it counted nothing. What was cut or took too long may have been counted. */
const NAO_OUVIDA: ReadonlySet<CausaSefaz> = new Set(["dns", "recusada", "tls", "certificado"]);

/** What is about this one answer, and says nothing of the service. */
const DESTA_RESPOSTA: ReadonlySet<CausaSefaz> = new Set([
  "resposta-grande-demais",
  "resposta-de-outra-chave",
  "resposta-de-outro-ambiente",
]);

/** So a server says after the handshake that it does not take our certificate. */
const HTTP_DO_CERTIFICADO: readonly number[] = [401, 403];

/** How long a certificate that an authorizer does not take leaves it alone: 5 min, each time in a row twice as long, 6 h at most. */
export const PAUSA_CERTIFICADO = { ms: 5 * MINUTO_MS, maxMs: 6 * 60 * MINUTO_MS };

/** True when it may well be our certificate that was not taken: nothing that another one would have to wait for. */
export function isDoCertificado(error: unknown): boolean {
  if (!(error instanceof SefazOutage)) return false;
  if (error.causa === "certificado" || error.causa === "tls") return true;
  return error.status !== null && HTTP_DO_CERTIFICADO.includes(error.status);
}

/** How a question ended that was answered. */
export function judgeResposta(cStat: string): { ouvida: boolean; fez: Fez } {
  return { ouvida: true, fez: PARALISADO.includes(cStat) ? "mal" : "bem" };
}

/** How a question ended that was not. An error of our own says nothing of the service, and is held for heard. */
export function judgeFalha(error: unknown): { ouvida: boolean; fez: Fez } {
  if (!(error instanceof SefazOutage)) return { ouvida: true, fez: "neutra" };
  const neutra = isDoCertificado(error) || DESTA_RESPOSTA.has(error.causa);
  return { ouvida: !NAO_OUVIDA.has(error.causa), fez: neutra ? "neutra" : "mal" };
}

/** Beyond that misuse waits no longer. */
const INDEVIDO_MAX_MS = 24 * 60 * MINUTO_MS;

/**
 * What is thrown when SEFAZ answered our own question with misuse (656, 678). It counts as a try that found the world away, and each in a
 * row waits twice as long, 24 h at most: a document that another program asks too much about must not silence the certificate every hour.
 */
export function misuseOutage(cStat: string): Outage {
  return new Outage(`SEFAZ says ${cStat}: misuse`, BLOQUEIO_MS, { dobraAteMs: INDEVIDO_MAX_MS });
}
