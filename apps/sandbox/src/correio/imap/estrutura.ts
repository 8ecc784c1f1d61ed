import { fieldOf, type No, readValor } from "../arvore.ts";

/** Writes a string of the protocol: quoted if possible, else a literal; NIL for none. */
function nstring(text: string | null | undefined): string {
  if (text === null || text === undefined || text === "") return "NIL";
  if (/^[ -~]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `{${text.length}}\r\n${text}`;
}

function lista(items: readonly string[]): string {
  return items.length > 0 ? `(${items.join(" ")})` : "NIL";
}

/** The ENVELOPE of a message.   @source RFC 3501 §7.4.2 */
export function writeEnvelope({ cabecalho }: No): string {
  const texto = (nome: string): string => nstring(fieldOf(cabecalho, nome));
  const from = fieldOf(cabecalho, "from");
  const pessoas = (nome: string): string => writePessoas(fieldOf(cabecalho, nome));
  const orFrom = (nome: string): string => writePessoas(fieldOf(cabecalho, nome) || from);
  const enderecos = [
    pessoas("from"),
    orFrom("sender"),
    orFrom("reply-to"),
    pessoas("to"),
    pessoas("cc"),
    pessoas("bcc"),
  ];
  return lista([texto("date"), texto("subject"), ...enderecos, texto("in-reply-to"), texto("message-id")]);
}

function writePessoas(field: string): string {
  const pieces = field.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g) ?? [];
  const people = pieces.flatMap((piece) => {
    const [, nome = "", angle] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(piece) ?? [];
    const address = angle ?? piece.trim();
    const at = address.lastIndexOf("@");
    if (at < 0) return [];
    const written = nome.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1");
    return [lista([nstring(written), "NIL", nstring(address.slice(0, at)), nstring(address.slice(at + 1))])];
  });
  return people.length > 0 ? `(${people.join("")})` : "NIL";
}

/**
 * Writes the BODYSTRUCTURE of a message, or its shorter BODY.
 * @param extensa with the extension data of BODYSTRUCTURE
 */
export function writeEstrutura(no: No, extensa: boolean): string {
  const isMultipart = no.tipo.startsWith("multipart/") && no.filhos.length > 0;
  return isMultipart ? writeMultipart(no, extensa) : writeFolha(no, extensa);
}

function writeMultipart(no: No, extensa: boolean): string {
  const parts = no.filhos.map((filho) => writeEstrutura(filho, extensa)).join("");
  const more = extensa ? ` ${writeParametros(no.parametros)} ${writeDisposicao(no)} NIL NIL` : "";
  return `(${parts} ${nstring(subtypeOf(no.tipo))}${more})`;
}

function writeFolha(no: No, extensa: boolean): string {
  const [message] = no.filhos;
  const isMessage = no.tipo === "message/rfc822" && message !== undefined;
  // A multipart without parts is shown as text.
  const tipo =
    no.tipo.startsWith("multipart/") || !/^[^/\s]+\/[^/\s]+$/.test(no.tipo) ? "text/plain" : no.tipo;
  const lines = String((no.corpo.match(/\n/g) ?? []).length);
  const own = [
    nstring(tipo.split("/", 1)[0]),
    nstring(subtypeOf(tipo)),
    writeParametros(no.parametros),
    nstring(fieldOf(no.cabecalho, "content-id")),
    nstring(fieldOf(no.cabecalho, "content-description")),
    nstring(fieldOf(no.cabecalho, "content-transfer-encoding") || "7BIT"),
    String(no.corpo.length),
    ...(isMessage ? [writeEnvelope(message), writeEstrutura(message, extensa)] : []),
    ...(isMessage || tipo.startsWith("text/") ? [lines] : []),
  ];
  return lista(extensa ? [...own, "NIL", writeDisposicao(no), "NIL", "NIL"] : own);
}

function subtypeOf(tipo: string): string {
  return tipo.slice(tipo.indexOf("/") + 1);
}

function writeParametros(parametros: ReadonlyMap<string, string>): string {
  return lista(
    [...parametros].flatMap(([nome, valor]) => [nstring(nome), valor === "" ? '""' : nstring(valor)]),
  );
}

function writeDisposicao({ cabecalho }: No): string {
  const field = fieldOf(cabecalho, "content-disposition");
  if (!field) return "NIL";
  const { valor, parametros } = readValor(field);
  return lista([nstring(valor.toLowerCase()), writeParametros(parametros)]);
}

/**
 * Finds the part with these numbers (`1.2`); null when there is none. Numbers pass through a
 * message/rfc822 into its message.
 * @source RFC 3501 §6.4.5
 */
export function findNo(raiz: No, numeros: readonly number[]): No | null {
  let no = raiz;
  for (const [index, numero] of numeros.entries()) {
    const [message] = no.filhos;
    const container = no.tipo === "message/rfc822" && index > 0 && message ? message : no;
    if (container.tipo.startsWith("multipart/")) {
      const filho = container.filhos[numero - 1];
      if (!filho) return null;
      no = filho;
    } else {
      const isLeaf = numero === 1 && (container !== no || index === 0);
      if (!isLeaf) return null;
      no = container;
    }
  }
  return no;
}
