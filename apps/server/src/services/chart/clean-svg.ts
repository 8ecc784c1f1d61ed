/** Elements of a chart. None of them repeats content, refers outside or runs code. */
const ELEMENTS = new Set([
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

const ATTRIBUTES = new Set(
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
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 20_000;
/** Maximum width and height, in pixels of the drawing. */
const SIDE_MAX = 4_000;

const DECLARATION = /^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>)?\s*/;
const TEXT = /(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)+/y;
const OPEN_TAG = /<([A-Za-z][\w.:-]*)/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const OPEN_TAG_END = /\s*(\/?)>/y;
const CLOSE_TAG = /<\/([A-Za-z][\w.:-]*)\s*>/y;

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A drawing with elements of charts only, and its size in pixels. */
export type Drawing = { svg: string; width: number; height: number };

type OpenElement = { name: string; isWritten: boolean };

/**
 * Parses an SVG and writes only the elements and attributes of a chart. Dropped with their content: pictures,
 * scripts, styles, links, frames, and references to anything outside the drawing.
 * @returns null if it is no SVG, has a DTD, a CDATA section or an instruction, or is larger than a chart
 */
export function cleanSvg(source: string): Drawing | null {
  const out: string[] = [];
  const openElements: OpenElement[] = [];
  let size: Pick<Drawing, "width" | "height"> | null = null;
  let at = DECLARATION.exec(source)?.[0].length ?? 0;
  let elementCount = 0;
  let isClosed = false;
  const match = (regex: RegExp): RegExpExecArray | null => {
    regex.lastIndex = at;
    const found = regex.exec(source);
    if (found !== null) at = regex.lastIndex;
    return found;
  };
  while (at < source.length) {
    const parent = openElements.at(-1);
    if (source.startsWith("<!--", at)) {
      const end = source.indexOf("-->", at + 4);
      if (end < 0) return null;
      at = end + 3;
      continue;
    }
    const text = match(TEXT)?.[0];
    if (text !== undefined) {
      if (parent === undefined && text.trim() !== "") return null;
      if (parent?.isWritten) out.push(escapeText(decode(text)));
      continue;
    }
    const closed = match(CLOSE_TAG)?.[1];
    if (closed !== undefined) {
      const last = openElements.pop();
      if (last?.name !== closed) return null;
      if (last.isWritten) out.push(`</${closed}>`);
      if (openElements.length === 0) isClosed = true;
      continue;
    }
    const name = match(OPEN_TAG)?.[1];
    if (name === undefined || isClosed) return null;
    const attributes = readAttributes(match);
    const tagEnd = match(OPEN_TAG_END);
    elementCount += 1;
    if (attributes === null || tagEnd === null || elementCount > ELEMENTS_MAX) return null;
    if (openElements.length >= DEPTH_MAX) return null;
    if (parent === undefined) {
      size = name === "svg" ? readSize(attributes) : null;
      if (size === null) return null;
    }
    const isWritten = (parent?.isWritten ?? true) && ELEMENTS.has(name) && (name !== "svg" || !parent);
    const isEmpty = tagEnd[1] === "/";
    if (isWritten) out.push(writeTag(name, attributes, isEmpty));
    if (isEmpty && parent === undefined) return null;
    if (!isEmpty) openElements.push({ name, isWritten });
  }
  return isClosed && size !== null ? { svg: out.join(""), ...size } : null;
}

type Attributes = ReadonlyMap<string, string>;

function readAttributes(match: (regex: RegExp) => RegExpExecArray | null): Attributes | null {
  const found = new Map<string, string>();
  for (;;) {
    const one = match(ATTRIBUTE);
    if (one === null) return found;
    const [, name = "", doubleQuoted, singleQuoted] = one;
    const value = doubleQuoted ?? singleQuoted ?? "";
    if (found.has(name) || !/^(?:[^&]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)*$/.test(value)) {
      return null;
    }
    found.set(name, decode(value));
  }
}

function writeTag(name: string, attributes: Attributes, isEmpty: boolean): string {
  const listed = [...attributes].filter(([each, value]) => ATTRIBUTES.has(each) && isLocal(value));
  const written = listed.map(([each, value]) => ` ${each}="${escapeValue(value)}"`).join("");
  const space = name === "svg" ? ` xmlns="${SVG}"` : "";
  return `<${name}${space}${written}${isEmpty ? "/" : ""}>`;
}

/** Whether a value refers to nothing outside the drawing; only a paint by its id is allowed. */
function isLocal(value: string): boolean {
  if (/[\\@]|\/\*|:\/\/|javascript:|data:|expression/i.test(value)) return false;
  return !/url/i.test(value.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, ""));
}

function readSize(attributes: Attributes): Pick<Drawing, "width" | "height"> | null {
  const read = (name: string): number => {
    const [, number] = /^(\d{1,4}(?:\.\d{1,6})?)(?:px)?$/.exec(attributes.get(name) ?? "") ?? [];
    return number === undefined ? 0 : Number(number);
  };
  const [width, height] = [read("width"), read("height")];
  return [width, height].every((size) => size >= 1 && size <= SIDE_MAX) ? { width, height } : null;
}

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (_all, hex, decimal, name) => {
    if (name !== undefined) return NAMED_ENTITIES[name] ?? "";
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
