import { cleanDocumento, isChaveAcesso } from "@malote/syntax";
import type { SearchResult } from "../../rpc/documents/search.ts";

/** The Id of an XML begins with the type of its document. */
const CHAVE_TEXT = /^(?:NFE|CTE|MDFE)?([0-9A-Z]{44})$/;

/**
 * The chave that was typed, pasted or scanned, without any separators; null if the text is not a
 * chave.
 */
export function readChave(text: string): string | null {
  const chave = CHAVE_TEXT.exec(cleanDocumento(text))?.[1] ?? null;
  return chave !== null && isChaveAcesso(chave) ? chave : null;
}

/** URL of a search result: its document, or the auditor record if the document is missing. */
export function hrefOf({
  alvo,
  id,
  notaId,
  type,
}: Pick<SearchResult, "alvo" | "id" | "notaId" | "type">): string {
  const nota = alvo === "nota" ? id : notaId;
  return nota === null ? `/auditor/${id}` : `/nota/${nota}?type=${type ?? "E"}`;
}

/** The document with a chave; the received one if the conta also issued it. */
export function exactMatchOf(achados: readonly SearchResult[], chave: string): SearchResult | undefined {
  const exact = achados.filter(({ alvo, chaveAcesso }) => alvo === "nota" && chaveAcesso === chave);
  return exact.find(({ type }) => type === "E") ?? exact[0];
}
