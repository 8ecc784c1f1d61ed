/** cStats with which SEFAZ registers an evento: linked to its nota, not linked, or registered late.   @source MOC 7.0 */
export const REGISTRADO: readonly string[] = ["135", "136", "155"];

/** True when a mailed evento carries SEFAZ's registration; what SEFAZ tells itself needs none. */
export function isRegistrado(cStat: string | null): boolean {
  return cStat !== null && REGISTRADO.includes(cStat);
}
