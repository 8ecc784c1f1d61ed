import { type Palavra, pagesOf, type Risco, riscosOf } from "./ferramentas.ts";

/** Taller letters are a watermark, which other text may cover; on a narrow page each letter is a word of
 * its own. */
const MARCA_PONTOS = 18;
const LETRA_MARCA_PONTOS = 11.5;
/** Allowed overlap in points: rounding, and the blank that pdftotext counts with a word. */
const FOLGA_X = 0.8;
/** Share of the smaller word's height: the font's space for accents and descenders is mostly empty. */
const FOLGA_Y = 0.3;

/** The visible defects of a printed document: words outside the page, overlapping words, lines through
 * words. Each as a sentence; [] if there are none. */
export function findDefeitos(pdf: Uint8Array): string[] {
  const riscos = riscosOf(pdf);
  return pagesOf(pdf).flatMap(({ largura, altura, palavras }, at) => {
    const words = palavras.filter((word) => !isMarca(word));
    const outside = words.filter(({ x, y, ateX, ateY }) => x < 0 || y < 0 || ateX > largura || ateY > altura);
    return [
      ...outside.map((word) => `${placeOf(word)} fora da página`),
      ...findSobrepostas(words),
      ...findCortadas(words, riscos[at] ?? []),
    ];
  });
}

function isMarca({ texto, x, y, ateX, ateY }: Palavra): boolean {
  if (ateY - y > MARCA_PONTOS) return true;
  return texto.length <= 2 && Math.max(ateY - y, (ateX - x) / texto.length) > LETRA_MARCA_PONTOS;
}

function findSobrepostas(words: readonly Palavra[]): string[] {
  const sorted = [...words].sort((a, b) => a.y - b.y);
  const found: string[] = [];
  sorted.forEach((word, at) => {
    for (let next = at + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.y >= word.ateY) return;
      if (overlaps(word, other)) found.push(`${placeOf(word)} sobre ${placeOf(other)}`);
    }
  });
  return found;
}

function overlaps(a: Palavra, b: Palavra): boolean {
  const across = Math.min(a.ateX, b.ateX) - Math.max(a.x, b.x);
  const down = Math.min(a.ateY, b.ateY) - Math.max(a.y, b.y);
  return across > FOLGA_X && down > FOLGA_Y * Math.min(a.ateY - a.y, b.ateY - b.y);
}

/** Words crossed by a line of the form. */
function findCortadas(words: readonly Palavra[], riscos: readonly Risco[]): string[] {
  return words.flatMap((word) => {
    const { x, y, ateX, ateY } = inkOf(word);
    const hit = riscos.find((risco) => risco.x < ateX && risco.ateX > x && risco.y < ateY && risco.ateY > y);
    return hit ? [`${placeOf(word)} cortada por uma linha`] : [];
  });
}

/** The inner area of a word, which certainly has ink; for upward text, the trimmed sides are left and
 * right. */
function inkOf({ x, y, ateX, ateY, texto }: Palavra): Risco {
  const isTurned = ateY - y > ateX - x;
  // A word of one or two letters may have either orientation.
  const isShort = texto.length <= 2;
  const folgaX = isTurned || isShort ? (ateX - x) * FOLGA_Y : FOLGA_X;
  const folgaY = isTurned && !isShort ? FOLGA_X : (ateY - y) * FOLGA_Y;
  return { x: x + folgaX, y: y + folgaY, ateX: ateX - folgaX, ateY: ateY - folgaY };
}

function placeOf({ pagina, texto, x, y }: Palavra): string {
  return `"${texto}" (p. ${pagina}, ${Math.round(x / 2.8346)} × ${Math.round(y / 2.8346)} mm)`;
}
