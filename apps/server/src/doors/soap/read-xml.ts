import { SOAP_DECLARACOES_MAX } from "@malote/contract";

/**
 * An element of a request, with its namespace resolved. `atributos` excludes namespace declarations.
 */
export type Elemento = {
  readonly prefixo: string;
  readonly nome: string;
  readonly namespace: string;
  /** Keyed by local name, preceded by the namespace in braces where it has one. */
  readonly atributos: ReadonlyMap<string, string>;
  readonly filhos: Elemento[];
  /** Text directly inside, with references and CDATA decoded. */
  texto: string;
};

export type MotivoXml = "codificacao" | "dtd" | "malformado";

/** The bytes of a request are not acceptable XML. */
export class XmlRecusado extends Error {
  readonly motivo: MotivoXml;

  constructor(motivo: MotivoXml, detalhe: string) {
    super(detalhe);
    this.name = "XmlRecusado";
    this.motivo = motivo;
  }
}

const NIVEIS_MAX = 32;
/**
 * Elements, comments, instructions and CDATA sections. A
 * batch of 500 flags with three fields each has about 2 000.
 */
const MARCAS_MAX = 20_000;
/** Per element, and in total. */
const ATRIBUTOS_MAX = 32;
const ATRIBUTOS_TODOS_MAX = 20_000;
/** References in texts and attributes. Files are sent as base64, which has none. */
const REFERENCIAS_MAX = 20_000;
/** Characters of an element's or attribute's name, because a response may repeat it. */
const NOME_MAX = 256;

const NOME = "[A-Za-z_\\u0080-\\uFFFD][\\w.\\-\\u00B7-\\uFFFD]*";
const QNOME = `${NOME}(?::${NOME})?`;
const DECLARACAO =
  /^<\?xml\s+version\s*=\s*["']1\.[0-9]+["'](?:\s+encoding\s*=\s*["']([A-Za-z][\w.-]*)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/;
const MARCA = new RegExp(
  `<!--(?:(?!--)[^])*-->|<\\?(?!xml[\\s?])${NOME}(?:\\s[^]*?)?\\?>|<!\\[CDATA\\[([^]*?)\\]\\]>|</(${QNOME})\\s*>|<(${QNOME})`,
  "y",
);
const ATRIBUTO = new RegExp(`\\s+(${QNOME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const FIM = /\s*(\/?)>/y;
/**
 * Any start of a document type or entity declaration, at any place: such a request is refused at once.
 */
const DTD = /<!(?!--|\[CDATA\[)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 §2.2 forbids exactly these
const PROIBIDO = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const REFERENCIA = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));|&/g;
const NOMEADAS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

/**
 * Parses an untrusted request: UTF-8, no document type,
 * no custom entity, well-formed, one root, within limits.
 * @throws {XmlRecusado}
 * @source XML 1.0, 5th edition, without its DTD; Namespaces in XML 1.0
 */
export function readXml(bytes: Uint8Array): Elemento {
  return new Leitor(check(decode(bytes))).read();
}

/**
 * Parses the beginning of a request: its root up to the end of the first child.
 * @throws {XmlRecusado} as {@link readXml}, also when the bytes end inside the first child
 */
export function readXmlHead(bytes: Uint8Array): Elemento {
  const texto = decode(bytes, { stream: true });
  return new Leitor(check(texto.slice(0, texto.lastIndexOf(">") + 1))).readHead();
}

function check(texto: string): string {
  if (DTD.test(texto)) throw new XmlRecusado("dtd", "a document type");
  if (PROIBIDO.test(texto)) throw malformado("a forbidden character");
  return texto;
}

function decode(bytes: Uint8Array, o?: { stream: boolean }): string {
  let texto: string;
  try {
    texto = new TextDecoder("utf-8", { fatal: true }).decode(bytes, o);
  } catch {
    throw new XmlRecusado("codificacao", "not UTF-8");
  }
  const declarada = DECLARACAO.exec(texto);
  if (declarada?.[1] !== undefined && declarada[1].toLowerCase() !== "utf-8") {
    throw new XmlRecusado("codificacao", `declared ${declarada[1]}`);
  }
  return declarada === null ? texto : texto.slice(declarada[0].length);
}

type Aberto = { elemento: Elemento; escrito: string; declarados: readonly string[] };

/**
 * The namespaces in scope: the declarations of each prefix, innermost last. Entering and leaving an
 * element touch only its own.
 */
class Espacos {
  readonly #pilhas = new Map<string, string[]>([["xml", [XML_NAMESPACE]]]);
  #abertas = 0;

  /** @returns the prefixes that the element declares, for {@link leave}   @throws {XmlRecusado} */
  enter(escritos: ReadonlyMap<string, string>): string[] {
    const declarados: string[] = [];
    for (const [nome, valor] of escritos) {
      const prefixo = nome === "xmlns" ? "" : nome.startsWith("xmlns:") ? nome.slice("xmlns:".length) : null;
      if (prefixo === null) continue;
      if (prefixo !== "" && valor === "") throw malformado("a prefix for nothing");
      this.#abertas += 1;
      if (this.#abertas > SOAP_DECLARACOES_MAX) throw malformado("too many declarations");
      const pilha = this.#pilhas.get(prefixo);
      if (pilha === undefined) this.#pilhas.set(prefixo, [valor]);
      else pilha.push(valor);
      declarados.push(prefixo);
    }
    return declarados;
  }

  leave(declarados: readonly string[]): void {
    for (const prefixo of declarados) this.#pilhas.get(prefixo)?.pop();
    this.#abertas -= declarados.length;
  }

  /** @throws {XmlRecusado} for a prefix that is not in scope */
  resolve(prefixo: string): string {
    const namespace = this.#pilhas.get(prefixo)?.at(-1);
    if (namespace === undefined && prefixo !== "") throw malformado("an unknown prefix");
    return namespace ?? "";
  }
}

class Leitor {
  readonly #texto: string;
  readonly #abertos: Aberto[] = [];
  readonly #espacos = new Espacos();
  #raiz: Elemento | null = null;
  #marcas = 0;
  #atributos = 0;
  #referencias = 0;
  #pos = 0;

  constructor(texto: string) {
    this.#texto = texto;
  }

  read(): Elemento {
    while (this.#step());
    if (this.#raiz === null || this.#abertos.length > 0) throw malformado("without its end");
    return this.#raiz;
  }

  readHead(): Elemento {
    while (this.#step()) {
      if (this.#raiz?.filhos.length === 1 && this.#abertos.length === 1) return this.#raiz;
    }
    throw malformado("without its end");
  }

  /** Reads up to and including the next markup; false at the end of the text. */
  #step(): boolean {
    const menor = this.#texto.indexOf("<", this.#pos);
    this.#addText(this.#readReferencias(this.#texto.slice(this.#pos, menor < 0 ? undefined : menor)));
    if (menor < 0) return false;
    this.#pos = menor;
    this.#readMarca();
    return true;
  }

  #readMarca(): void {
    const [, cdata, fecha, abre] = this.#take(MARCA, "a stray <");
    if (fecha === undefined) this.#marcas += 1;
    if (this.#marcas > MARCAS_MAX) throw malformado("too many elements");
    if ((abre?.length ?? 0) > NOME_MAX) throw malformado("a long name");
    if (abre !== undefined) this.#open(abre);
    else if (fecha !== undefined) this.#close(fecha);
    else if (cdata !== undefined) this.#addText(cdata);
  }

  #open(escrito: string): void {
    const escritos = this.#readAtributos();
    const vazio = this.#take(FIM, "a broken start tag")[1] === "/";
    const pai = this.#abertos.at(-1);
    const declarados = this.#espacos.enter(escritos);
    const [prefixo, nome] = splitNome(escrito);
    const elemento: Elemento = {
      prefixo,
      nome,
      namespace: this.#espacos.resolve(prefixo),
      atributos: nameAtributos(escritos, this.#espacos),
      filhos: [],
      texto: "",
    };
    if (pai !== undefined) pai.elemento.filhos.push(elemento);
    else if (this.#raiz !== null) throw malformado("two roots");
    else this.#raiz = elemento;
    if (!vazio && this.#abertos.length === NIVEIS_MAX) throw malformado("too deep");
    if (vazio) this.#espacos.leave(declarados);
    else this.#abertos.push({ elemento, escrito, declarados });
  }

  #readAtributos(): Map<string, string> {
    const escritos = new Map<string, string>();
    for (;;) {
      ATRIBUTO.lastIndex = this.#pos;
      const achado = ATRIBUTO.exec(this.#texto);
      if (achado === null) return escritos;
      const [, nome = "", aspas, apostrofos = ""] = achado;
      if (escritos.has(nome)) throw malformado("an attribute twice");
      this.#atributos += 1;
      if (escritos.size === ATRIBUTOS_MAX || this.#atributos > ATRIBUTOS_TODOS_MAX) {
        throw malformado("too many attributes");
      }
      if (nome.length > NOME_MAX) throw malformado("a long name");
      escritos.set(nome, this.#readReferencias(aspas ?? apostrofos).replace(/[\t\n\r]/g, " "));
      this.#pos = ATRIBUTO.lastIndex;
    }
  }

  #close(escrito: string): void {
    const aberto = this.#abertos.pop();
    if (aberto?.escrito !== escrito) throw malformado("tags cross");
    this.#espacos.leave(aberto.declarados);
  }

  #addText(texto: string): void {
    const aberto = this.#abertos.at(-1);
    if (aberto !== undefined) aberto.elemento.texto += texto;
    else if (texto.trim() !== "") throw malformado("text outside the root");
  }

  #readReferencias(texto: string): string {
    if (!texto.includes("&")) return texto;
    return texto.replace(REFERENCIA, (_, hex?: string, decimal?: string, nomeada?: string) => {
      this.#referencias += 1;
      if (this.#referencias > REFERENCIAS_MAX) throw malformado("too many references");
      if (nomeada !== undefined) return NOMEADAS[nomeada] ?? "";
      const ponto = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
      if (!isCaractere(ponto)) throw malformado("a reference to nothing");
      return String.fromCodePoint(ponto);
    });
  }

  #take(forma: RegExp, senao: string): RegExpExecArray {
    forma.lastIndex = this.#pos;
    const achado = forma.exec(this.#texto);
    if (achado === null) throw malformado(senao);
    this.#pos = forma.lastIndex;
    return achado;
  }
}

function nameAtributos(escritos: ReadonlyMap<string, string>, espacos: Espacos): Map<string, string> {
  const atributos = new Map<string, string>();
  for (const [escrito, valor] of escritos) {
    const [prefixo, nome] = splitNome(escrito);
    if (escrito === "xmlns" || prefixo === "xmlns") continue;
    const inteiro = prefixo === "" ? nome : `{${espacos.resolve(prefixo)}}${nome}`;
    if (atributos.has(inteiro)) throw malformado("an attribute twice");
    atributos.set(inteiro, valor);
  }
  return atributos;
}

function splitNome(escrito: string): [prefixo: string, nome: string] {
  const at = escrito.indexOf(":");
  return at < 0 ? ["", escrito] : [escrito.slice(0, at), escrito.slice(at + 1)];
}

// @source XML 1.0 §2.2, Char
function isCaractere(ponto: number): boolean {
  if (ponto < 0x20) return ponto === 0x9 || ponto === 0xa || ponto === 0xd;
  return ponto <= 0xd7ff || (ponto >= 0xe000 && ponto <= 0xfffd) || (ponto >= 0x1_0000 && ponto <= 0x10_ffff);
}

function malformado(detalhe: string): XmlRecusado {
  return new XmlRecusado("malformado", detalhe);
}
