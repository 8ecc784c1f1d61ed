import {
  attributeOf,
  ENVELOPE_RULES,
  type EnvelopeRules,
  escapeText,
  readEnvelope,
  visitDescendants,
  type XmlElement,
  XmlError,
  type XmlNode,
} from "@malote/dfe";

/** Elements inside a chart. None of them repeats content, refers outside or runs code. */
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
/** Maximum width and height, in pixels of the drawing. */
const SIDE_MAX = 4_000;

const CHART_RULES: EnvelopeRules = {
  ...ENVELOPE_RULES,
  depth: 64,
  marks: 20_000,
  attributes: 64,
  // Browsers leave out the declaration of "xlink".
  namespaces: "any",
};

/** A drawing with elements of charts only, and its size in pixels. */
export type Drawing = { svg: string; width: number; height: number };

/**
 * Parses an SVG and writes only the elements and attributes of a chart. Dropped with their content: pictures,
 * scripts, styles, links, frames, and references to anything outside the drawing.
 * @returns null if it is no SVG, has a DTD, a CDATA section or an instruction, or is larger than a chart
 */
export function cleanSvg(source: string): Drawing | null {
  const root = readSvg(source);
  const size = root && readSize(root);
  if (root === null || size === null) return null;
  let isPlain = true;
  visitDescendants(root, (node) => {
    if (typeof node !== "string" && (node.kind === "cdata" || node.kind === "instruction")) isPlain = false;
  });
  return isPlain ? { svg: `${writeTag(root)}>${writeContent(root)}</svg>`, ...size } : null;
}

function readSvg(source: string): XmlElement | null {
  try {
    const { root } = readEnvelope(Buffer.from(source.trim()), CHART_RULES);
    return root.name.raw === "svg" ? root : null;
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function writeContent({ children }: XmlElement): string {
  return children.map(writeNode).join("");
}

function writeNode(node: XmlNode): string {
  if (typeof node === "string") return escapeText(node);
  if (node.kind !== "element") return "";
  const { raw } = node.name;
  if (!ELEMENTS.has(raw)) return "";
  const content = writeContent(node);
  return content === "" ? `${writeTag(node)}/>` : `${writeTag(node)}>${content}</${raw}>`;
}

/** The start tag of an element without its end. */
function writeTag({ name, attributes }: XmlElement): string {
  const listed = attributes.filter((each) => ATTRIBUTES.has(each.name.raw) && isLocal(each.value));
  const written = listed.map((each) => ` ${each.name.raw}="${escapeValue(each.value)}"`).join("");
  return `<${name.raw}${name.raw === "svg" ? ` xmlns="${SVG}"` : ""}${written}`;
}

/** Whether a value refers to nothing outside the drawing; only a paint by its id is allowed. */
function isLocal(value: string): boolean {
  if (/[\\@]|\/\*|:\/\/|javascript:|data:|expression/i.test(value)) return false;
  return !/url/i.test(value.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, ""));
}

function readSize(svg: XmlElement): Pick<Drawing, "width" | "height"> | null {
  const read = (name: string): number => {
    const [, number] = /^(\d{1,4}(?:\.\d{1,6})?)(?:px)?$/.exec(attributeOf(svg, name) ?? "") ?? [];
    return number === undefined ? 0 : Number(number);
  };
  const [width, height] = [read("width"), read("height")];
  return [width, height].every((size) => size >= 1 && size <= SIDE_MAX) ? { width, height } : null;
}

function escapeValue(text: string): string {
  return escapeText(text.replace(/[\t\n\r]/g, " ")).replaceAll('"', "&quot;");
}
