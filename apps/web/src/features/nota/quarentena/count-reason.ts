/** Length of a reason after trimming, with each run of white space as one character. */
export function countReason(motivo: string): number {
  return motivo.trim().replace(/\s+/g, " ").length;
}
