/** One line of the tree: an opening tag, a closing tag, a leaf element, or the XML declaration. */
export type XmlTreeLine = {
  tipo: "abre" | "fecha" | "folha" | "declaracao";
  nivel: number;
  nome: string;
  atributos: readonly (readonly [string, string])[];
  texto: string;
  /** For an opening tag, the index of the line of its closing tag. */
  fim: number;
};

/**
 * Depth that is expanded at first: the envelope and the groups of the document, not their content.
 */
const EXPANDED_DEPTH = 3;

/** Parses an XML into the lines of its tree; null if it is not well formed. */
export function parseXmlLines(xml: string): XmlTreeLine[] | null {
  const document = new DOMParser().parseFromString(xml.trim(), "application/xml");
  const root = document.documentElement;
  if (!root || document.getElementsByTagName("parsererror").length > 0) return null;
  const lines: XmlTreeLine[] = [];
  const declaration = /^\s*<\?xml[^>]*\?>/.exec(xml)?.[0].trim();
  if (declaration) lines.push(makeLine("declaracao", 0, declaration));
  appendElement(root, 0, lines);
  return lines;
}

function appendElement(element: Element, nivel: number, lines: XmlTreeLine[]): void {
  const atributos = [...element.attributes].map((attribute) => [attribute.name, attribute.value] as const);
  const children = [...element.children];
  const own = { ...makeLine("folha", nivel, element.nodeName), atributos };
  if (children.length === 0) {
    lines.push({ ...own, texto: (element.textContent ?? "").trim() });
    return;
  }
  const open: XmlTreeLine = { ...own, tipo: "abre" };
  lines.push(open);
  for (const child of children) appendElement(child, nivel + 1, lines);
  open.fim = lines.length;
  lines.push(makeLine("fecha", nivel, element.nodeName));
}

function makeLine(tipo: XmlTreeLine["tipo"], nivel: number, nome: string): XmlTreeLine {
  return { tipo, nivel, nome, atributos: [], texto: "", fim: -1 };
}

/** The elements that are collapsed at first. */
export function initiallyCollapsed(lines: readonly XmlTreeLine[]): Set<number> {
  return new Set(
    lines.flatMap(({ tipo, nivel, nome }, index) =>
      tipo === "abre" && (nivel >= EXPANDED_DEPTH || nome.endsWith("Signature")) ? [index] : [],
    ),
  );
}

/** Every element that can be collapsed. */
export function collapsible(lines: readonly XmlTreeLine[]): Set<number> {
  return new Set(lines.flatMap(({ tipo, nivel }, index) => (tipo === "abre" && nivel > 0 ? [index] : [])));
}

/** The indexes of the visible lines: those inside a collapsed element are hidden. */
export function visibleLines(lines: readonly XmlTreeLine[], collapsed: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    shown.push(i);
    const { fim = -1 } = lines[i] ?? {};
    if (collapsed.has(i) && fim > i) i = fim;
  }
  return shown;
}

/** The indexes of the lines that contain a text, ignoring case. */
export function findLines(lines: readonly XmlTreeLine[], searchText: string): number[] {
  const wanted = searchText.trim().toLowerCase();
  if (wanted === "") return [];
  return lines.flatMap((candidate, index) =>
    candidate.tipo !== "fecha" && lineTextOf(candidate).toLowerCase().includes(wanted) ? [index] : [],
  );
}

/** The collapsed elements, without those that hide a line. */
export function expandTo(
  lines: readonly XmlTreeLine[],
  collapsed: ReadonlySet<number>,
  target: number,
): Set<number> {
  const next = new Set(collapsed);
  for (const index of collapsed) {
    const fim = lines[index]?.fim ?? -1;
    if (index < target && target <= fim) next.delete(index);
  }
  return next;
}

function lineTextOf({ nome, atributos, texto }: XmlTreeLine): string {
  return `${nome} ${atributos.map(([name, value]) => `${name}="${value}"`).join(" ")} ${texto}`;
}
