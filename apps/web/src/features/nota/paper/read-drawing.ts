/** What the server draws with; anything else is left out. */
const ELEMENTS = new Set(["svg", "rect", "path", "text", "image"]);
const PICTURE = /^data:image\/(png|jpeg);base64,/;

/** A drawing of the server: its pages, one below the other, in millimetres. */
export type Drawing = { svg: SVGSVGElement; widthMm: number };

/**
 * Reads the SVG of a printed form. Its texts come from documents that strangers write: what could run or load
 * anything is removed here once more, although the server escapes it.
 * @returns null for anything but a drawing
 */
export function readDrawing(text: string): Drawing | null {
  const { documentElement: svg } = new DOMParser().parseFromString(text, "image/svg+xml");
  if (!(svg instanceof SVGSVGElement)) return null;
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    if (!ELEMENTS.has(element.localName)) element.remove();
    else for (const { name, value } of [...element.attributes]) clean(element, name, value);
  }
  const widthMm = svg.viewBox.baseVal.width;
  return widthMm > 0 ? { svg: document.importNode(svg, true), widthMm } : null;
}

function clean(element: Element, name: string, value: string): void {
  const isUnsafe =
    name.startsWith("on") || name === "style" || (name.endsWith("href") && !PICTURE.test(value));
  if (isUnsafe) element.removeAttribute(name);
}
