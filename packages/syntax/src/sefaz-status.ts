/** Status codes that authorize a document: 120 with alerts (also after the term), 150 after the term.
 * @source MOC NF-e, CT-e and MDF-e, tabela de códigos de status; NT 2026.002 for 120 */
export const AUTHORIZED_CSTATS: readonly string[] = ["100", "120", "150"];

/** Status codes of a cancelled document; 151 and 155 after the term.
 * @source MOC NF-e, tabela de códigos de status */
export const CANCELLED_CSTATS: readonly string[] = ["101", "151", "155"];

/** Status codes of a denied document.   @source MOC NF-e, anexo I; NT 2024.001 ended most of them */
export const DENIED_CSTATS: readonly string[] = ["110", "205", "301", "302", "303"];

/** Status code of a closed MDF-e, which was authorized before.
 * @source MOC MDF-e 3.00, tabela de códigos de status */
export const CLOSED_CSTAT = "132";

/** Status codes for an access key without a document: absent, or the key itself is invalid.
 * @source MOC Visão Geral, tabela de códigos de erro; MOC CT-e 4.00 and MOC MDF-e 3.00 for 600 */
export const NONEXISTENT_CSTATS: readonly string[] = [
  "216",
  "217",
  "561",
  "562",
  "600",
  "613",
  "614",
  "615",
  "616",
  "617",
  "618",
  "619",
  "620",
];

/** Says whether a status code authorizes a document. */
export function isAuthorized(cStat: string | null): boolean {
  return cStat !== null && AUTHORIZED_CSTATS.includes(cStat);
}

/** Says whether a status code means that no document with the access key exists. */
export function isNonexistent(cStat: string | null): boolean {
  return cStat !== null && NONEXISTENT_CSTATS.includes(cStat);
}
