import { fieldOf, type MimeNode, parseFieldValue } from "../mime-tree.ts";

/** Writes a string of the protocol: quoted if possible, else a literal; NIL for none. */
function nstring(text: string | null | undefined): string {
  if (text === null || text === undefined || text === "") return "NIL";
  if (/^[ -~]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `{${text.length}}\r\n${text}`;
}

function writeList(items: readonly string[]): string {
  return items.length > 0 ? `(${items.join(" ")})` : "NIL";
}

/** The ENVELOPE of a message.   @source RFC 3501 §7.4.2 */
export function writeEnvelope({ cabecalho }: MimeNode): string {
  const writeField = (nome: string): string => nstring(fieldOf(cabecalho, nome));
  const from = fieldOf(cabecalho, "from");
  const addressesOf = (nome: string): string => writeAddresses(fieldOf(cabecalho, nome));
  const orFrom = (nome: string): string => writeAddresses(fieldOf(cabecalho, nome) || from);
  const addresses = [
    addressesOf("from"),
    orFrom("sender"),
    orFrom("reply-to"),
    addressesOf("to"),
    addressesOf("cc"),
    addressesOf("bcc"),
  ];
  return writeList([
    writeField("date"),
    writeField("subject"),
    ...addresses,
    writeField("in-reply-to"),
    writeField("message-id"),
  ]);
}

function writeAddresses(field: string): string {
  const pieces = field.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g) ?? [];
  const people = pieces.flatMap((piece) => {
    const [, nome = "", angle] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(piece) ?? [];
    const address = angle ?? piece.trim();
    const at = address.lastIndexOf("@");
    if (at < 0) return [];
    const written = nome.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1");
    return [
      writeList([nstring(written), "NIL", nstring(address.slice(0, at)), nstring(address.slice(at + 1))]),
    ];
  });
  return people.length > 0 ? `(${people.join("")})` : "NIL";
}

/**
 * Writes the BODYSTRUCTURE of a message, or its shorter BODY.
 * @param extended with the extension data of BODYSTRUCTURE
 */
export function writeBodyStructure(node: MimeNode, extended: boolean): string {
  const isMultipart = node.tipo.startsWith("multipart/") && node.filhos.length > 0;
  return isMultipart ? writeMultipart(node, extended) : writeLeaf(node, extended);
}

function writeMultipart(node: MimeNode, extended: boolean): string {
  const parts = node.filhos.map((child) => writeBodyStructure(child, extended)).join("");
  const more = extended ? ` ${writeParameters(node.parametros)} ${writeDisposition(node)} NIL NIL` : "";
  return `(${parts} ${nstring(subtypeOf(node.tipo))}${more})`;
}

function writeLeaf(node: MimeNode, extended: boolean): string {
  const [message] = node.filhos;
  const isMessage = node.tipo === "message/rfc822" && message !== undefined;
  // A multipart without parts is shown as text.
  const tipo =
    node.tipo.startsWith("multipart/") || !/^[^/\s]+\/[^/\s]+$/.test(node.tipo) ? "text/plain" : node.tipo;
  const lines = String((node.corpo.match(/\n/g) ?? []).length);
  const own = [
    nstring(tipo.split("/", 1)[0]),
    nstring(subtypeOf(tipo)),
    writeParameters(node.parametros),
    nstring(fieldOf(node.cabecalho, "content-id")),
    nstring(fieldOf(node.cabecalho, "content-description")),
    nstring(fieldOf(node.cabecalho, "content-transfer-encoding") || "7BIT"),
    String(node.corpo.length),
    ...(isMessage ? [writeEnvelope(message), writeBodyStructure(message, extended)] : []),
    ...(isMessage || tipo.startsWith("text/") ? [lines] : []),
  ];
  return writeList(extended ? [...own, "NIL", writeDisposition(node), "NIL", "NIL"] : own);
}

function subtypeOf(tipo: string): string {
  return tipo.slice(tipo.indexOf("/") + 1);
}

function writeParameters(parametros: ReadonlyMap<string, string>): string {
  return writeList(
    [...parametros].flatMap(([nome, valor]) => [nstring(nome), valor === "" ? '""' : nstring(valor)]),
  );
}

function writeDisposition({ cabecalho }: MimeNode): string {
  const field = fieldOf(cabecalho, "content-disposition");
  if (!field) return "NIL";
  const { valor, parametros } = parseFieldValue(field);
  return writeList([nstring(valor.toLowerCase()), writeParameters(parametros)]);
}

/**
 * Finds the part with these numbers (`1.2`); null when there is none. Numbers pass through a
 * message/rfc822 into its message.
 * @source RFC 3501 §6.4.5
 */
export function findPart(raiz: MimeNode, partNumbers: readonly number[]): MimeNode | null {
  let node = raiz;
  for (const [index, partNumber] of partNumbers.entries()) {
    const [message] = node.filhos;
    const container = node.tipo === "message/rfc822" && index > 0 && message ? message : node;
    if (container.tipo.startsWith("multipart/")) {
      const child = container.filhos[partNumber - 1];
      if (!child) return null;
      node = child;
    } else {
      const isLeaf = partNumber === 1 && (container !== node || index === 0);
      if (!isLeaf) return null;
      node = container;
    }
  }
  return node;
}
