import { anchorOf } from "../folha/texto.ts";
import { type Estilo, type Pagina, widthOf } from "../pdf/pagina.ts";

const CORPO_MINIMO = 5.5;
const PASSO = 0.5;
const RETICENCIAS = "…";

/** Position of a line of text: `y` is its base line. */
type Lugar = { x: number; y: number; largura: number };

/** Draws a text on one line within its column: shrunk if needed, and truncated with "…" if still too long. */
export function drawFitted(
  pagina: Pagina,
  { x, y, largura }: Lugar,
  { texto, corpo = 8, fonte = "normal", alinha = "esquerda", ...estilo }: Estilo & { texto: string },
): void {
  if (texto === "") return;
  let size = corpo;
  while (size > CORPO_MINIMO && widthOf(texto, fonte, size) > largura) size -= PASSO;
  const shown = cut(texto, (text) => widthOf(text, fonte, size) <= largura);
  pagina.text(shown, { x: anchorOf({ x, largura }, alinha), y }, { ...estilo, corpo: size, fonte, alinha });
}

/** The longest prefix that fits, by binary search. */
function cut(texto: string, fits: (text: string) => boolean): string {
  if (fits(texto)) return texto;
  let [low, high] = [0, texto.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(texto.slice(0, middle).trimEnd() + RETICENCIAS)) low = middle;
    else high = middle;
  }
  return texto.slice(0, low).trimEnd() + RETICENCIAS;
}
