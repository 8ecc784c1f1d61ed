/** Packages older than mid 2026 know CNPJ and chave as digits alone; some of the newest still do in places. Their patterns
 * are widened to letters in memory: digits stay valid, lower case stays refused.
 * @source NT Conjunta DF-e 2025.001 */
const PADROES: readonly (readonly [RegExp, string])[] = [
  [/\[0-9\]\{14\}/g, "[0-9A-Z]{12}[0-9]{2}"],
  [/ID\[0-9\]\{52\}/g, "ID[0-9]{12}[0-9A-Z]{12}[0-9]{28}"],
  [/ID\[0-9\]\{53\}/g, "ID[0-9]{12}[0-9A-Z]{12}[0-9]{29}"],
  [/\[0-9\]\{44\}/g, "[0-9]{6}[0-9A-Z]{12}[0-9]{26}"],
  [/\[0-9\]\{34\}/g, "[0-9]{6}[0-9A-Z]{12}[0-9]{16}"],
];

/** The bytes of an XSD whose patterns take alphanumeric CNPJs; the same bytes when there is nothing to widen. */
export function widenCnpj(xsd: Uint8Array): Uint8Array {
  // Patterns are ASCII: read as Latin-1, every other byte comes back as it was.
  const text = Buffer.from(xsd.buffer, xsd.byteOffset, xsd.byteLength).toString("latin1");
  const wide = text.replace(/(<xs:pattern\s+value=")([^"]*)"/g, (_, head: string, pattern: string) => {
    return `${head}${PADROES.reduce((each, [from, to]) => each.replace(from, to), pattern)}"`;
  });
  return wide === text ? xsd : Buffer.from(wide, "latin1");
}
