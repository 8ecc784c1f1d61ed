import { type Palavra, pagesOf, type Risco, riscosOf } from "./ferramentas.ts";

/** Letters as tall as this are a watermark, over which all else is written on purpose; across a narrow page each is a word. */
const MARCA_PONTOS = 18;
const LETRA_MARCA_PONTOS = 11.5;
/** What neighbours may share, in points: rounding, and the blank that a reader counts with a word. */
const FOLGA_X = 0.8;
/** Of the height of the smaller word: the room that a face keeps for accents and tails is no ink. */
const FOLGA_Y = 0.3;

/** Everything that is wrong with a paper as it lies on the table: words outside the page, words on words, words through lines.
 * Each in words; [] when nothing is. */
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

/** Words that a line of the form goes through. */
function findCortadas(words: readonly Palavra[], riscos: readonly Risco[]): string[] {
  return words.flatMap((word) => {
    const { x, y, ateX, ateY } = inkOf(word);
    const hit = riscos.find((risco) => risco.x < ateX && risco.ateX > x && risco.y < ateY && risco.ateY > y);
    return hit ? [`${placeOf(word)} cortada por uma linha`] : [];
  });
}

/** Where the ink of a word surely is: less at its head and foot, which are its sides when it is written upwards. */
function inkOf({ x, y, ateX, ateY, texto }: Palavra): Risco {
  const isTurned = ateY - y > ateX - x;
  // A word of a letter or two looks the same either way.
  const isShort = texto.length <= 2;
  const folgaX = isTurned || isShort ? (ateX - x) * FOLGA_Y : FOLGA_X;
  const folgaY = isTurned && !isShort ? FOLGA_X : (ateY - y) * FOLGA_Y;
  return { x: x + folgaX, y: y + folgaY, ateX: ateX - folgaX, ateY: ateY - folgaY };
}

function placeOf({ pagina, texto, x, y }: Palavra): string {
  return `"${texto}" (p. ${pagina}, ${Math.round(x / 2.8346)} × ${Math.round(y / 2.8346)} mm)`;
}
