/**
 * An element of a request with its resolved namespace. `atributos` omits namespace declarations.
 */
export type Elemento = {
  prefixo: string;
  nome: string;
  namespace: string;
  atributos: Record<string, string>;
  filhos: Elemento[];
  /** Direct text, entities decoded, blanks kept. */
  texto: string;
  /** Start and end in the parsed text (without BOM). */
  start: number;
  end: number;
};

export class MalformedXmlError extends Error {
  override readonly name = "MalformedXmlError";
}

const DEPTH_MAX = 32;
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

type OpenElement = { elemento: Elemento; qualifiedName: string; namespaces: Record<string, string> };

/**
 * Parses a small XML message strictly: well-formed, no DOCTYPE, one root.
 * @throws MalformedXmlError
 */
export function readXml(text: string): Elemento {
  const stack: OpenElement[] = [];
  let root: Elemento | null = null;
  TOKEN.lastIndex = 0;
  const source = text.replace(/^\uFEFF/, "");
  while (TOKEN.lastIndex < source.length) {
    const inicio = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new MalformedXmlError("unexpected character");
    const [, cdata, closing, opening, attributes = "", selfClosing, chars] = match;
    if (opening !== undefined) {
      const aberto = open(opening, attributes, stack.at(-1));
      aberto.elemento.start = inicio;
      aberto.elemento.end = TOKEN.lastIndex;
      if (stack.length === 0 && root) throw new MalformedXmlError("two roots");
      root ??= aberto.elemento;
      stack.at(-1)?.elemento.filhos.push(aberto.elemento);
      if (!selfClosing) stack.push(aberto);
      if (stack.length > DEPTH_MAX) throw new MalformedXmlError("too deep");
    } else if (closing !== undefined) {
      const closed = stack.pop();
      if (closed?.qualifiedName !== closing) throw new MalformedXmlError("tags cross");
      closed.elemento.end = TOKEN.lastIndex;
    } else if (chars !== undefined || cdata !== undefined) {
      addText(stack.at(-1), cdata ?? decode(chars ?? ""));
    }
  }
  if (!root || stack.length > 0) throw new MalformedXmlError("unfinished");
  return root;
}

function open(qualifiedName: string, attributes: string, parent: OpenElement | undefined): OpenElement {
  const espacos = { ...parent?.namespaces };
  const atributos: Record<string, string> = {};
  for (const [, name = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? "");
    if (name === "xmlns") espacos[""] = value;
    else if (name.startsWith("xmlns:")) espacos[name.slice(6)] = value;
    else if (name in atributos) throw new MalformedXmlError("attribute twice");
    else atributos[name] = value;
  }
  const [prefixo = "", nome = ""] = qualifiedName.includes(":")
    ? qualifiedName.split(":", 2)
    : ["", qualifiedName];
  const namespace = espacos[prefixo] ?? "";
  if (prefixo && !namespace) throw new MalformedXmlError(`unknown prefix ${prefixo}`);
  const elemento = { prefixo, nome, namespace, atributos, filhos: [], texto: "", start: 0, end: 0 };
  return { elemento, qualifiedName, namespaces: espacos };
}

function addText(parent: OpenElement | undefined, text: string): void {
  if (parent) parent.elemento.texto += text;
  else if (text.trim()) throw new MalformedXmlError("text outside the root");
}

function decode(text: string): string {
  return text.replace(/&(#x?[0-9A-Fa-f]+|[a-z]+);|&/g, (_, entity: string | undefined) => {
    if (entity?.startsWith("#x")) return String.fromCodePoint(Number.parseInt(entity.slice(2), 16));
    if (entity?.startsWith("#")) return String.fromCodePoint(Number.parseInt(entity.slice(1), 10));
    const character = ENTITIES[entity ?? ""];
    if (character === undefined) throw new MalformedXmlError("unknown entity");
    return character;
  });
}
