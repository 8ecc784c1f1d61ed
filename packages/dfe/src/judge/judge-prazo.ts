const DIA_MS = 24 * 3_600_000;
/** Clocks differ, and some issuers date a document to the end of the day. */
const ANTES_MS = DIA_MS;
/** The oldest document that SEFAZ still takes.   @source MOC NF-e 7.0, rejeição 526 (chave > 6 meses) */
const DEPOIS_MS = 180 * DIA_MS;

/** Says whether SEFAZ can have answered then: its answer is not signed, and a date far from the signed one is not believed. A
 * document of a contingency is signed first and authorized later.   @param protocolo and assinado as ISO */
export function isDentroDoPrazo(protocolo: string, assinado: string): boolean {
  const later = Date.parse(protocolo) - Date.parse(assinado);
  return later >= -ANTES_MS && later <= DEPOIS_MS;
}

/** Says whether an answer comes before what it answers. */
export function isBefore(protocolo: string, assinado: string): boolean {
  return Date.parse(protocolo) < Date.parse(assinado);
}
