import { DAY_MS } from "@malote/syntax";

/** Tolerance for clock differences, and for emitentes that date documents to the end of the day. */
const EARLIEST_MS = DAY_MS;
/** Age of the oldest document that SEFAZ accepts.   @source MOC NF-e 7.0, rejeição 526 (chave > 6 meses) */
const LATEST_MS = 180 * DAY_MS;

/** Says whether SEFAZ's date is plausible: it is not signed, so a date far from the
 * signed one is ignored. A contingency document is signed first and authorized later.
 * @param protocolo and assinado as ISO */
export function isWithinDeadline(protocolo: string, assinado: string): boolean {
  const later = Date.parse(protocolo) - Date.parse(assinado);
  return later >= -EARLIEST_MS && later <= LATEST_MS;
}

/** Says whether an answer precedes the document. */
export function isBefore(protocolo: string, assinado: string): boolean {
  return Date.parse(protocolo) < Date.parse(assinado);
}
