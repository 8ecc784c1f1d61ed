/** How many characters of a reason count: none around it, and any white space within it as one. */
export function countMotivo(motivo: string): number {
  return motivo.trim().replace(/\s+/g, " ").length;
}
