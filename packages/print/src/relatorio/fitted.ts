import { anchorOf } from "../folha/texto.ts";
import { type Estilo, type Pagina, widthOf } from "../pdf/pagina.ts";

const CORPO_MINIMO = 5.5;
const PASSO = 0.5;
const RETICENCIAS = "…";

/** Where a line stands: `y` is its base line. */
type Lugar = { x: number; y: number; largura: number };

/** A text on one line that stays in its column: smaller where it must be, and cut with "…" where even that is too long. */
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

/** As much of a text as fits, found by halves. */
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
