/** Packages before mid 2026, and parts of newer ones, allow only
 * digits in CNPJ and chave: widen their patterns to capital letters.
 * @source NT Conjunta DF-e 2025.001 */
const PADROES: readonly (readonly [RegExp, string])[] = [
  [/\[0-9\]\{14\}/g, "[0-9A-Z]{12}[0-9]{2}"],
  [/ID\[0-9\]\{52\}/g, "ID[0-9]{12}[0-9A-Z]{12}[0-9]{28}"],
  [/ID\[0-9\]\{53\}/g, "ID[0-9]{12}[0-9A-Z]{12}[0-9]{29}"],
  [/\[0-9\]\{44\}/g, "[0-9]{6}[0-9A-Z]{12}[0-9]{26}"],
  [/\[0-9\]\{34\}/g, "[0-9]{6}[0-9A-Z]{12}[0-9]{16}"],
];

/** Widens the patterns of an XSD to alphanumeric CNPJs; returns the same bytes when nothing changes. */
export function widenCnpj(xsd: Uint8Array): Uint8Array {
  // Patterns are ASCII: as Latin-1, every other byte is preserved.
  const text = Buffer.from(xsd.buffer, xsd.byteOffset, xsd.byteLength).toString("latin1");
  const wide = text.replace(/(<xs:pattern\s+value=")([^"]*)"/g, (_, head: string, pattern: string) => {
    return `${head}${PADROES.reduce((each, [from, to]) => each.replace(from, to), pattern)}"`;
  });
  return wide === text ? xsd : Buffer.from(wide, "latin1");
}
