import type { HeaderField } from "./mime-entity.ts";

/** Writes the fields Content-Type and Content-Disposition of an attachment in the style of a mail program. */
export type NameStyle = (tipo: string, nome: string) => readonly HeaderField[];

const SLICE = 42;
/** Characters that an RFC 2231 value may contain unencoded. */
const PLAIN_2231 = /[A-Za-z0-9!#$&+\-.^_`|~]/;

export const NAME_STYLES: Readonly<Record<string, NameStyle>> = {
  "nos-dois": (tipo, nome) => fields(tipo, `name="${nome}"`, `attachment;\r\n filename="${nome}"`),
  "so-na-disposicao": (tipo, nome) => fields(tipo, null, `attachment; filename="${nome}"`),
  "so-no-tipo": (tipo, nome) => fields(tipo, `name=${nome}`, null),
  "extensao-maiuscula": (tipo, nome) => both(tipo, nome.replace(/\.xml$/, ".XML")),
  nada: (tipo) => [["Content-Type", tipo]],
  "sem-nome": (tipo) => fields(tipo, null, "attachment"),
  "inline-com-nome": (tipo, nome) => fields(tipo, `name="${nome}"`, `inline; filename="${nome}"`),
  "rfc2047-base64": (tipo, nome) => both(tipo, encodedWord(accented(nome), "B")),
  "rfc2047-quoted": (tipo, nome) => both(tipo, encodedWord(accented(nome), "Q")),
  rfc2231: (tipo, nome) =>
    fields(tipo, null, `attachment;\r\n filename*=UTF-8''${percent(accented(nome), "utf8")}`),
  "rfc2231-latin1": (tipo, nome) =>
    fields(tipo, null, `attachment;\r\n filename*=iso-8859-1'pt-br'${percent(accented(nome), "latin1")}`),
  "rfc2231-em-pedacos": (tipo, nome) => fields(tipo, null, `attachment;\r\n ${slices(accented(nome))}`),
  "acentos-crus-utf8": (tipo, nome) => both(tipo, accented(nome)),
  "acentos-crus-latin1": (tipo, nome) =>
    both(tipo, accented(nome)).map(
      ([campo, valor]) => [campo, Buffer.from(String(valor), "latin1")] as const,
    ),
  "caminho-do-windows": (tipo, nome) => both(tipo, `C:\\NFe\\Enviadas\\${nome}`),
  "caminho-que-sobe": (tipo, nome) => both(tipo, `../../../etc/${nome}`),
  "nome-muito-longo": (tipo, nome) => both(tipo, `${"nota-fiscal-eletronica-".repeat(12)}${nome}`),
  "outra-extensao": (tipo, nome) => both(tipo, nome.replace(/\.xml$/, ".nfe")),
  "extensao-dobrada": (tipo, nome) => both(tipo, `${nome}.txt`),
};

function fields(tipo: string, name: string | null, disposition: string | null): HeaderField[] {
  const campos: HeaderField[] = [["Content-Type", name === null ? tipo : `${tipo};\r\n ${name}`]];
  if (disposition !== null) campos.push(["Content-Disposition", disposition]);
  return campos;
}

function both(tipo: string, nome: string): HeaderField[] {
  const quoted = nome.replace(/[\\"]/g, "\\$&");
  return fields(tipo, `name="${quoted}"`, `attachment;\r\n filename="${quoted}"`);
}

function accented(nome: string): string {
  const extension = /\.[a-z0-9]+$/i.exec(nome)?.[0] ?? "";
  return `Nota Fiscal Eletrônica nº 1 - José & Irmãos (${nome.slice(0, 9)})${extension}`;
}

/** @source RFC 2047 §4 */
export function encodedWord(text: string, how: "B" | "Q", charset: "UTF-8" | "ISO-8859-1" = "UTF-8"): string {
  const encoding = charset === "UTF-8" ? "utf8" : "latin1";
  return chunksOf(text, SLICE / 2)
    .map((piece) => {
      const bytes = Buffer.from(piece, encoding);
      const inner = how === "B" ? bytes.toString("base64") : quote(bytes);
      return `=?${charset}?${how}?${inner}?=`;
    })
    .join("\r\n ");
}

function quote(bytes: Buffer): string {
  return Array.from(bytes, (byte) => {
    if (byte === 0x20) return "_";
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9.-]/.test(char) ? char : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** @source RFC 2231 §4 */
function percent(text: string, encoding: "utf8" | "latin1"): string {
  return Array.from(Buffer.from(text, encoding), (byte) => {
    const char = String.fromCharCode(byte);
    return byte < 0x80 && PLAIN_2231.test(char)
      ? char
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** Writes continuations, of which only the first names the charset.   @source RFC 2231 §3 */
function slices(text: string): string {
  return chunksOf(text, SLICE / 3)
    .map((piece, n) => `filename*${n}*=${n === 0 ? "UTF-8''" : ""}${percent(piece, "utf8")}`)
    .join(";\r\n ");
}

function chunksOf(text: string, length: number): string[] {
  const chars = Array.from(text);
  return Array.from({ length: Math.ceil(chars.length / length) }, (_, n) =>
    chars.slice(n * length, (n + 1) * length).join(""),
  );
}
