import { SefazOutage } from "./outage.ts";

/** An element of an answer, read by local name. `atributos` are name and raw value by turns, as written (prefixes and xmlns too);
 * `texto` is its own, raw: entities are read by `text`, CDATA sections are escaped into it. `inicio` and `fim` are its place in the
 * text that it was read from, from "<" to ">". */
export type Elemento = {
  readonly nome: string;
  readonly inicio: number;
  fim: number;
  atributos: readonly string[];
  filhos: readonly Elemento[];
  texto: string;
};

/** Answers with more than this are not read: one of 4 MB with every evento of a document has some 100 000. */
const ELEMENTOS_MAX = 250_000;
const NIVEIS_MAX = 100;
/** Each is compared with those before it: without a bound, an element of 4 MB would cost the square of its attributes. */
const ATRIBUTOS_MAX = 64;

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const LATINOS: ReadonlySet<string> = new Set(["iso-8859-1", "latin1", "windows-1252"]);
const CHARSET_DECLARADO = /^(?:\uFEFF)?<\?xml\s[^>]*encoding\s*=\s*["']([\w-]+)["']/;
const CHARSET_HTTP = /charset\s*=\s*"?([\w-]+)/i;
const ENTIDADE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi;
const NOMEADAS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const NOME = "[A-Za-z_:\\u0080-\\uFFFD][\\w:.\\-\\u00B7-\\uFFFD]*";
const ENTRE_ASPAS = (valor: string) => `\\s*=\\s*(?:"${valor}"|'${valor}')`;
const DECLARACAO = new RegExp(
  `\\uFEFF?(?:<\\?xml\\s+version${ENTRE_ASPAS("1\\.[0-9]+")}(?:\\s+encoding${ENTRE_ASPAS("[A-Za-z][\\w.-]*")})?` +
    `(?:\\s+standalone${ENTRE_ASPAS("(?:yes|no)")})?\\s*\\?>)?`,
  "y",
);
const ABERTURA = new RegExp(`<(${NOME})`, "y");
const ATRIBUTO = new RegExp(`\\s+(${NOME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const FIM_DA_ABERTURA = /\s*(\/?)>/y;
const FIM_DO_FECHAMENTO = /\s*>/y;
const INSTRUCAO = new RegExp(`<\\?(?!xml[\\s?])${NOME}(?:\\s.*?)?\\?>`, "isy");
const COMENTARIO = /<!--(?:(?!--).)*-->/sy;
const CDATA = /<!\[CDATA\[(.*?)\]\]>/sy;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 §2.2 forbids these, and only these can be here
const PROIBIDO = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const SO_ESPACO = /^\s*$/;

const NENHUM: Elemento = { nome: "", inicio: 0, fim: 0, atributos: [], filhos: [], texto: "" };

/** The text of an answer: UTF-8, or Latin-1 when it is not UTF-8 and says so (in its declaration, else in the HTTP header).
 * @throws SefazOutage resposta-ilegivel */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  try {
    return UTF_8.decode(bytes);
  } catch (cause) {
    const texto = new TextDecoder("windows-1252").decode(bytes);
    const charset = (CHARSET_DECLARADO.exec(texto) ?? CHARSET_HTTP.exec(contentType))?.[1] ?? "utf-8";
    if (LATINOS.has(charset.toLowerCase())) return texto;
    throw new SefazOutage("resposta-ilegivel", `not ${charset}`, { cause });
  }
}

/** Reads a whole answer without trusting it: no DTD, no entity of its own, well-formed, one root, at most 100 levels, 250 000
 * elements and 64 attributes each. Namespaces are not looked at.
 * @returns the document, whose only child is the root
 * @throws SefazOutage resposta-ilegivel, or resposta-grande-demais for its number of elements
 * @source XML 1.0, 5th edition, without its DTD */
export function parseXml(texto: string): Elemento {
  if (PROIBIDO.test(texto)) throw ilegivel(texto, "a forbidden character");
  return new Leitor(texto).read();
}

type Aberto = { elemento: Elemento; escrito: string; filhos: Elemento[] };

class Leitor {
  readonly #texto: string;
  readonly #abertos: Aberto[] = [];
  #raiz: Elemento | null = null;
  #elementos = 0;
  #pos = 0;

  constructor(texto: string) {
    this.#texto = texto;
  }

  read(): Elemento {
    this.#take(DECLARACAO, "no beginning");
    for (;;) {
      const menor = this.#texto.indexOf("<", this.#pos);
      this.#addText(this.#texto.slice(this.#pos, menor < 0 ? undefined : menor));
      if (menor < 0) break;
      this.#pos = menor;
      this.#readMarkup(this.#texto[menor + 1]);
    }
    if (!this.#raiz || this.#abertos.length > 0) throw this.#malformed("without its end");
    return { ...NENHUM, fim: this.#texto.length, filhos: [this.#raiz] };
  }

  #readMarkup(segundo: string | undefined): void {
    if (segundo === "/") {
      this.#close();
    } else if (segundo === "?") {
      this.#take(INSTRUCAO, "a broken instruction");
    } else if (segundo !== "!") {
      this.#open();
    } else if (this.#texto.startsWith("<!--", this.#pos)) {
      this.#take(COMENTARIO, "a broken comment");
    } else if (this.#texto.startsWith("<![CDATA[", this.#pos)) {
      this.#addRaw(escapeXml(this.#take(CDATA, "a broken CDATA")[1] ?? ""));
    } else {
      throw this.#malformed("DOCTYPE or ENTITY");
    }
  }

  #open(): void {
    const inicio = this.#pos;
    const escrito = this.#take(ABERTURA, "a stray <")[1] ?? "";
    const atributos = this.#readAtributos();
    const vazio = this.#take(FIM_DA_ABERTURA, "a broken start tag")[1] === "/";
    const nome = escrito.slice(escrito.indexOf(":") + 1);
    const elemento: Elemento = { nome, inicio, fim: this.#pos, atributos, filhos: NENHUM.filhos, texto: "" };
    this.#attach(elemento);
    if (vazio) return;
    if (this.#abertos.length === NIVEIS_MAX) throw this.#malformed("too deep");
    this.#abertos.push({ elemento, escrito, filhos: [] });
  }

  #attach(elemento: Elemento): void {
    this.#elementos += 1;
    if (this.#elementos > ELEMENTOS_MAX)
      throw new SefazOutage("resposta-grande-demais", `over ${ELEMENTOS_MAX} elements`);
    const pai = this.#abertos.at(-1);
    if (pai) {
      if (pai.filhos.push(elemento) === 1) pai.elemento.filhos = pai.filhos;
    } else if (this.#raiz) {
      throw this.#malformed("not one root");
    } else {
      this.#raiz = elemento;
    }
  }

  #readAtributos(): readonly string[] {
    let atributos: string[] | null = null;
    for (;;) {
      ATRIBUTO.lastIndex = this.#pos;
      const achado = ATRIBUTO.exec(this.#texto);
      if (!achado) return atributos ?? NENHUM.atributos;
      const [, nome = "", comAspas, comApostrofos = ""] = achado;
      const valor = comAspas ?? comApostrofos;
      atributos ??= [];
      if (atributos.length === 2 * ATRIBUTOS_MAX) throw this.#malformed("too many attributes");
      if (atributos.some((outro, i) => i % 2 === 0 && outro === nome))
        throw this.#malformed("an attribute twice");
      this.#assertReferences(valor);
      atributos.push(nome, valor);
      this.#pos = ATRIBUTO.lastIndex;
    }
  }

  #close(): void {
    const aberto = this.#abertos.pop();
    if (!aberto || !this.#texto.startsWith(aberto.escrito, this.#pos + 2))
      throw this.#malformed("a stray end tag");
    this.#pos += 2 + aberto.escrito.length;
    this.#take(FIM_DO_FECHAMENTO, "a broken end tag");
    aberto.elemento.fim = this.#pos;
  }

  #addText(texto: string): void {
    if (texto === "") return;
    if (this.#abertos.length === 0 && !SO_ESPACO.test(texto)) throw this.#malformed("text outside the root");
    if (texto.includes("]]>")) throw this.#malformed("]]> in a text");
    this.#assertReferences(texto);
    this.#addRaw(texto);
  }

  #addRaw(texto: string): void {
    const aberto = this.#abertos.at(-1);
    if (aberto) aberto.elemento.texto += texto;
    else if (!SO_ESPACO.test(texto)) throw this.#malformed("text outside the root");
  }

  #assertReferences(texto: string): void {
    if (texto.includes("&") && texto.replace(ENTIDADE, "").includes("&"))
      throw this.#malformed("a reference to nothing");
  }

  #take(forma: RegExp, senao: string): RegExpExecArray {
    forma.lastIndex = this.#pos;
    const achado = forma.exec(this.#texto);
    if (!achado) throw this.#malformed(senao);
    this.#pos = forma.lastIndex;
    return achado;
  }

  #malformed(motivo: string): SefazOutage {
    return ilegivel(this.#texto, motivo);
  }
}

function ilegivel(texto: string, motivo: string): SefazOutage {
  const forma = /^\s*<(?:!doctype\s+)?html/i.test(texto) ? "an HTML page" : motivo;
  return new SefazOutage("resposta-ilegivel", `${forma}, begins ${JSON.stringify(texto.slice(0, 120))}`);
}

/** The child of that local name; an empty element when there is none, or more than one where one is meant. */
export function child(pai: Elemento, nome: string): Elemento {
  return only(pai, nome) ?? NENHUM;
}

/** The children that may come more than once, in document order. */
export function children(pai: Elemento, nome: string): Elemento[] {
  return pai.filhos.filter((filho) => filho.nome === nome);
}

/** The text of the child of that local name, entities decoded and ends trimmed; null when it is absent or empty, or there is more
 * than one. */
export function text(pai: Elemento, nome: string): string | null {
  const filho = only(pai, nome);
  return filho ? textOf(filho) : null;
}

/** The element's own text, entities decoded and ends trimmed; null when it is empty. */
export function textOf({ texto }: Elemento): string | null {
  return decodeText(texto).trim() || null;
}

/** The value of an attribute without prefix, entities decoded; null when it is absent or empty. */
export function attribute({ atributos }: Elemento, nome: string): string | null {
  const i = atributos.findIndex((cada, lugar) => lugar % 2 === 0 && cada === nome);
  return i < 0 ? null : decodeText(atributos[i + 1] ?? "") || null;
}

/** The one element of that local name at most `niveis` below, whatever the wrappers in between are called. */
export function descendant(pai: Elemento, nome: string, niveis: number): Elemento | null {
  const achado = only(pai, nome);
  if (achado || niveis === 0) return achado;
  for (const filho of pai.filhos) {
    const abaixo = descendant(filho, nome, niveis - 1);
    if (abaixo) return abaixo;
  }
  return null;
}

/** The element's own piece of the text it was read from, from "<" to ">". */
export function sliceOf({ inicio, fim }: Elemento, texto: string): string {
  return texto.slice(inicio, fim);
}

/** A text as the content of an element: the characters that would end it become entities. */
export function escapeXml(texto: string): string {
  return texto.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function only({ filhos }: Elemento, nome: string): Elemento | null {
  let achado: Elemento | null = null;
  for (const filho of filhos) {
    if (filho.nome !== nome) continue;
    if (achado) return null;
    achado = filho;
  }
  return achado;
}

function decodeText(escrito: string): string {
  const texto = escrito.includes("\r") ? escrito.replaceAll(/\r\n?/g, "\n") : escrito;
  if (!texto.includes("&")) return texto;
  return texto.replace(ENTIDADE, (inteira, hex?: string, decimal?: string, nome?: string) => {
    if (nome) return NOMEADAS[nome] ?? inteira;
    const codigo = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return codigo <= 0x10ffff ? String.fromCodePoint(codigo) : inteira;
  });
}
