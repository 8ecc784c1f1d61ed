const MIN = 15;
const MAX = 255;
const DIZIVEL = /^[!-~¡-ÿ](?:[ -~¡-ÿ]*[!-~¡-ÿ])?$/;
// What word processors put in place of what the keyboard has; the State's layouts stop at Latin-1.
const TIPOGRAFICOS: ReadonlyMap<string, string> = new Map([
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

/** A justificativa as the layout can carry it: typographic quotes, dashes and ellipses become those of the keyboard, runs of
 * whitespace one space, the ends are trimmed.
 * @returns null when it then has fewer than 15 or more than 255 characters, or one beyond Latin-1
 * @source e210240_v1.00.xsd, xJust; evPrestDesacordo_v4.00.xsd, xObs */
export function foldJustificativa(texto: string): string | null {
  const plano = [...texto.normalize("NFC")].map((letra) => TIPOGRAFICOS.get(letra) ?? letra).join("");
  const dobrado = plano.replaceAll(/\s+/g, " ").trim();
  return dobrado.length >= MIN && dobrado.length <= MAX && DIZIVEL.test(dobrado) ? dobrado : null;
}
