/** One line of the tree: an opening tag, a closing tag, a leaf element, or the XML declaration. */
export type LinhaXml = {
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
const NIVEL_ABERTO = 3;

/** Parses an XML into the lines of its tree; null if it is not well formed. */
export function linhasOf(xml: string): LinhaXml[] | null {
  const document = new DOMParser().parseFromString(xml.trim(), "application/xml");
  const root = document.documentElement;
  if (!root || document.getElementsByTagName("parsererror").length > 0) return null;
  const lines: LinhaXml[] = [];
  const declaration = /^\s*<\?xml[^>]*\?>/.exec(xml)?.[0].trim();
  if (declaration) lines.push(line("declaracao", 0, declaration));
  write(root, 0, lines);
  return lines;
}

function write(element: Element, nivel: number, lines: LinhaXml[]): void {
  const atributos = [...element.attributes].map((attribute) => [attribute.name, attribute.value] as const);
  const children = [...element.children];
  const own = { ...line("folha", nivel, element.nodeName), atributos };
  if (children.length === 0) {
    lines.push({ ...own, texto: (element.textContent ?? "").trim() });
    return;
  }
  const open: LinhaXml = { ...own, tipo: "abre" };
  lines.push(open);
  for (const child of children) write(child, nivel + 1, lines);
  open.fim = lines.length;
  lines.push(line("fecha", nivel, element.nodeName));
}

function line(tipo: LinhaXml["tipo"], nivel: number, nome: string): LinhaXml {
  return { tipo, nivel, nome, atributos: [], texto: "", fim: -1 };
}

/** The elements that are collapsed at first. */
export function foldedAtFirst(lines: readonly LinhaXml[]): Set<number> {
  return new Set(
    lines.flatMap(({ tipo, nivel, nome }, index) =>
      tipo === "abre" && (nivel >= NIVEL_ABERTO || nome.endsWith("Signature")) ? [index] : [],
    ),
  );
}

/** Every element that can be collapsed. */
export function foldable(lines: readonly LinhaXml[]): Set<number> {
  return new Set(lines.flatMap(({ tipo, nivel }, index) => (tipo === "abre" && nivel > 0 ? [index] : [])));
}

/** The indexes of the visible lines: those inside a collapsed element are hidden. */
export function visible(lines: readonly LinhaXml[], folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    shown.push(i);
    const { fim = -1 } = lines[i] ?? {};
    if (folded.has(i) && fim > i) i = fim;
  }
  return shown;
}

/** The indexes of the lines that contain a text, ignoring case. */
export function findLinhas(lines: readonly LinhaXml[], busca: string): number[] {
  const wanted = busca.trim().toLowerCase();
  if (wanted === "") return [];
  return lines.flatMap((candidate, index) =>
    candidate.tipo !== "fecha" && textOf(candidate).toLowerCase().includes(wanted) ? [index] : [],
  );
}

/** The collapsed elements, without those that hide a line. */
export function unfoldTo(lines: readonly LinhaXml[], folded: ReadonlySet<number>, alvo: number): Set<number> {
  const next = new Set(folded);
  for (const index of folded) {
    const fim = lines[index]?.fim ?? -1;
    if (index < alvo && alvo <= fim) next.delete(index);
  }
  return next;
}

function textOf({ nome, atributos, texto }: LinhaXml): string {
  return `${nome} ${atributos.map(([name, value]) => `${name}="${value}"`).join(" ")} ${texto}`;
}
