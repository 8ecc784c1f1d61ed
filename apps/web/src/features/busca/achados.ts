import { cleanDocumento, isChaveAcesso } from "@malote/syntax";
import type { Achado } from "../../rpc/busca.ts";

/** The Id of an XML begins with the name of its document. */
const CHAVE = /^(?:NFE|CTE|MDFE)?([0-9A-Z]{44})$/;

/** The access key that was typed, pasted or scanned, whatever stands between its characters; null when it is none. */
export function readChave(texto: string): string | null {
  const chave = CHAVE.exec(cleanDocumento(texto))?.[1] ?? null;
  return chave !== null && isChaveAcesso(chave) ? chave : null;
}

/** Where a finding leads: to its document, or to the record when the document is not known. */
export function hrefOf({ alvo, id, notaId, type }: Pick<Achado, "alvo" | "id" | "notaId" | "type">): string {
  const nota = alvo === "nota" ? id : notaId;
  return nota === null ? `/auditor/${id}` : `/nota/${nota}?type=${type ?? "E"}`;
}

/** The document of a key; of one that is both received and issued here, the received side. */
export function exactOf(achados: readonly Achado[], chave: string): Achado | undefined {
  const exact = achados.filter(({ alvo, chaveAcesso }) => alvo === "nota" && chaveAcesso === chave);
  return exact.find(({ type }) => type === "E") ?? exact[0];
}
