/** Elements of a chart. None of them repeats content, refers outside or runs code. */
const ELEMENTOS = new Set([
  "circle",
  "clipPath",
  "defs",
  "desc",
  "ellipse",
  "g",
  "line",
  "linearGradient",
  "path",
  "polygon",
  "polyline",
  "radialGradient",
  "rect",
  "stop",
  "svg",
  "text",
  "title",
  "tspan",
]);

const ATRIBUTOS = new Set(
  [
    "class clip-path clip-rule clipPathUnits cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family",
    "font-size font-style font-weight fx fy gradientTransform gradientUnits height id letter-spacing offset opacity",
    "points preserveAspectRatio r rotate rx ry stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset",
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style text-anchor text-decoration",
    "textLength transform version viewBox visibility width x x1 x2 y y1 y2",
  ]
    .join(" ")
    .split(" "),
);

const SVG = "http://www.w3.org/2000/svg";
const PROFUNDIDADE_MAX = 64;
const ELEMENTOS_MAX = 20_000;
/** Maximum width and height, in pixels of the drawing. */
const LADO_MAX = 4_000;

const DECLARACAO = /^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>)?\s*/;
const TEXTO = /(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)+/y;
const ABRE = /<([A-Za-z][\w.:-]*)/y;
const ATRIBUTO = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const FIM_DA_ABERTURA = /\s*(\/?)>/y;
const FECHA = /<\/([A-Za-z][\w.:-]*)\s*>/y;

const NOMEADAS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A drawing with elements of charts only, and its size in pixels. */
export type Desenho = { svg: string; largura: number; altura: number };

type Aberto = { nome: string; escrito: boolean };

/**
 * Parses an SVG and writes only the elements and attributes of a chart. Dropped with their content: pictures,
 * scripts, styles, links, frames, and references to anything outside the drawing.
 * @returns null if it is no SVG, has a DTD, a CDATA section or an instruction, or is larger than a chart
 */
export function cleanSvg(source: string): Desenho | null {
  const out: string[] = [];
  const abertos: Aberto[] = [];
  let lado: Pick<Desenho, "largura" | "altura"> | null = null;
  let at = DECLARACAO.exec(source)?.[0].length ?? 0;
  let elementos = 0;
  let fechada = false;
  const match = (regex: RegExp): RegExpExecArray | null => {
    regex.lastIndex = at;
    const found = regex.exec(source);
    if (found !== null) at = regex.lastIndex;
    return found;
  };
  while (at < source.length) {
    const dentro = abertos.at(-1);
    if (source.startsWith("<!--", at)) {
      const end = source.indexOf("-->", at + 4);
      if (end < 0) return null;
      at = end + 3;
      continue;
    }
    const texto = match(TEXTO)?.[0];
    if (texto !== undefined) {
      if (dentro === undefined && texto.trim() !== "") return null;
      if (dentro?.escrito) out.push(escapeText(decode(texto)));
      continue;
    }
    const fecha = match(FECHA)?.[1];
    if (fecha !== undefined) {
      const ultimo = abertos.pop();
      if (ultimo?.nome !== fecha) return null;
      if (ultimo.escrito) out.push(`</${fecha}>`);
      if (abertos.length === 0) fechada = true;
      continue;
    }
    const nome = match(ABRE)?.[1];
    if (nome === undefined || fechada) return null;
    const atributos = readAtributos(match);
    const fim = match(FIM_DA_ABERTURA);
    elementos += 1;
    if (atributos === null || fim === null || elementos > ELEMENTOS_MAX) return null;
    if (abertos.length >= PROFUNDIDADE_MAX) return null;
    if (dentro === undefined) {
      lado = nome === "svg" ? readLado(atributos) : null;
      if (lado === null) return null;
    }
    const escrito = (dentro?.escrito ?? true) && ELEMENTOS.has(nome) && (nome !== "svg" || !dentro);
    const vazio = fim[1] === "/";
    if (escrito) out.push(writeTag(nome, atributos, vazio));
    if (vazio && dentro === undefined) return null;
    if (!vazio) abertos.push({ nome, escrito });
  }
  return fechada && lado !== null ? { svg: out.join(""), ...lado } : null;
}

type Atributos = ReadonlyMap<string, string>;

function readAtributos(match: (regex: RegExp) => RegExpExecArray | null): Atributos | null {
  const found = new Map<string, string>();
  for (;;) {
    const one = match(ATRIBUTO);
    if (one === null) return found;
    const [, nome = "", dupla, simples] = one;
    const valor = dupla ?? simples ?? "";
    if (found.has(nome) || !/^(?:[^&]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)*$/.test(valor)) {
      return null;
    }
    found.set(nome, decode(valor));
  }
}

function writeTag(nome: string, atributos: Atributos, vazio: boolean): string {
  const listed = [...atributos].filter(([each, valor]) => ATRIBUTOS.has(each) && isLocal(valor));
  const written = listed.map(([each, valor]) => ` ${each}="${escapeValue(valor)}"`).join("");
  const space = nome === "svg" ? ` xmlns="${SVG}"` : "";
  return `<${nome}${space}${written}${vazio ? "/" : ""}>`;
}

/** Whether a value refers to nothing outside the drawing; only a paint by its id is allowed. */
function isLocal(valor: string): boolean {
  if (/[\\@]|\/\*|:\/\/|javascript:|data:|expression/i.test(valor)) return false;
  return !/url/i.test(valor.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, ""));
}

function readLado(atributos: Atributos): Pick<Desenho, "largura" | "altura"> | null {
  const read = (nome: string): number => {
    const [, number] = /^(\d{1,4}(?:\.\d{1,6})?)(?:px)?$/.exec(atributos.get(nome) ?? "") ?? [];
    return number === undefined ? 0 : Number(number);
  };
  const [largura, altura] = [read("width"), read("height")];
  return [largura, altura].every((lado) => lado >= 1 && lado <= LADO_MAX) ? { largura, altura } : null;
}

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (_all, hex, decimal, nome) => {
    if (nome !== undefined) return NOMEADAS[nome] ?? "";
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return isChar(code) ? String.fromCodePoint(code) : "";
  });
}

/** @source XML 1.0 §2.2 */
function isChar(code: number): boolean {
  if (code === 9 || code === 10 || code === 13) return true;
  return (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) || isAstral(code);
}

function isAstral(code: number): boolean {
  return code >= 0x10000 && code <= 0x10ffff;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeValue(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, " ");
}
