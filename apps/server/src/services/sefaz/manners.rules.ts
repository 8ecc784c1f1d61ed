import { type CausaSefaz, SefazOutage } from "@malote/sefaz";
import type { Disjuntor, Fez } from "../../db/index.ts";

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

/** What is about this certificate or this one answer, and says nothing of the service. */
const DE_UM_SO: ReadonlySet<CausaSefaz> = new Set([
  "certificado",
  "resposta-grande-demais",
  "resposta-de-outra-chave",
  "resposta-de-outro-ambiente",
]);

/** How a question ended that was answered. */
export function judgeResposta(cStat: string): { ouvida: boolean; fez: Fez } {
  return { ouvida: true, fez: PARALISADO.includes(cStat) ? "mal" : "bem" };
}

/** How a question ended that was not. An error of our own says nothing of the service, and is held for heard. */
export function judgeFalha(error: unknown): { ouvida: boolean; fez: Fez } {
  if (!(error instanceof SefazOutage)) return { ouvida: true, fez: "neutra" };
  return { ouvida: !NAO_OUVIDA.has(error.causa), fez: DE_UM_SO.has(error.causa) ? "neutra" : "mal" };
}
