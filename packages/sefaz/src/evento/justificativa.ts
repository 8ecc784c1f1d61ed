const MIN = 15;
const MAX = 255;
const ALLOWED = /^[!-~¡-ÿ](?:[ -~¡-ÿ]*[!-~¡-ÿ])?$/;
// Characters that word processors insert; SEFAZ's layouts allow Latin-1 only.
const TYPOGRAPHIC: ReadonlyMap<string, string> = new Map([
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["‘", "'"],
  ["’", "'"],
  ["–", "-"],
  ["—", "-"],
  ["−", "-"],
  ["…", "..."],
]);

/** Makes a justificativa fit the layout: typographic quotes, dashes and ellipses become ASCII, whitespace
 * is collapsed and trimmed.
 * @returns null if the result has fewer than 15 or more than 255 characters, or one beyond Latin-1
 * @source e210240_v1.00.xsd, xJust; evPrestDesacordo_v4.00.xsd, xObs */
export function normalizeJustificativa(text: string): string | null {
  const plain = [...text.normalize("NFC")].map((letter) => TYPOGRAPHIC.get(letter) ?? letter).join("");
  const collapsed = plain.replaceAll(/\s+/g, " ").trim();
  return collapsed.length >= MIN && collapsed.length <= MAX && ALLOWED.test(collapsed) ? collapsed : null;
}
