import { SOAP_NAMESPACE } from "@malote/contract";

/** A body that is costly for its size, by the kind of attack. The generators take the approximate
 * bytes. */
export type HostileBody = readonly [nome: string, write: (bytes: number) => string];

const times = (bytes: number, write: (n: number) => string): string => {
  const parts: string[] = [];
  for (let n = 0, size = 0; size < bytes; n += 1) {
    const part = write(n);
    parts.push(part);
    size += Buffer.byteLength(part) + 1;
  }
  return parts.join(",");
};

/** One JSON-RPC call with serialized params. */
export const writeCall = (method: string, params: string, token = ""): string =>
  `{"id":1,"method":"${method}","authToken":"${token}","params":${params}}`;

/** Hostile params for a method with four text params. */
export const HOSTILE_PARAMS: readonly HostileBody[] = [
  ["unknown keys", (bytes) => `{${times(bytes, (n) => `"k${n}":1`)}}`],
  ["unknown keys of 200 characters", (bytes) => `{${times(bytes, (n) => `"${`${n}`.padEnd(200, "k")}":1`)}}`],
  ["one unknown key that is very long", (bytes) => `{"${"k".repeat(bytes)}":1}`],
  ["keys that must be escaped", (bytes) => `{${times(bytes, (n) => `"${n}${"\\u0001".repeat(40)}":1`)}}`],
  ["one key many times", (bytes) => `{${times(bytes, () => '"k":1')}}`],
  ["keys of JavaScript's own", (bytes) => `{${times(bytes, () => '"__proto__":{"k":1}')}}`],
  ["a very long text", (bytes) => `{"identificador":"${"a.".repeat(bytes / 2)}"}`],
  ["a text of combining marks", (bytes) => `{"senha":"a${"\\u0301\\u0323".repeat(bytes / 12)}"}`],
  ["a very long number", (bytes) => `{"identificador":${"9".repeat(bytes)}}`],
  ["many numbers", (bytes) => `{"identificador":[${times(bytes, () => "1e400")}]}`],
  ["empty lists", (bytes) => `{"identificador":[${times(bytes, () => "[]")}]}`],
  ["a NUL behind many keys", (bytes) => `{${times(bytes, (n) => `"k${n}":{}`)},"z":"\\u0000"}`],
  ["lists in lists", (bytes) => "[".repeat(bytes)],
];

const SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";

/** One message in a SOAP 1.1 envelope. header: inserted before the body. */
export const writeEnvelope = (message: string, header = ""): string =>
  `<s:Envelope xmlns:s="${SOAP_11}">${header}<s:Body>${message}</s:Body></s:Envelope>`;

const declare = (from: number, many: number): string =>
  Array.from({ length: many }, (_, n) => ` xmlns:p${from + n}="u"`).join("");
const repeat = (bytes: number, write: (n: number) => string): string =>
  times(bytes, write).replaceAll(",", "");
const logar = (fields: string): string => writeEnvelope(`<Logar xmlns="${SOAP_NAMESPACE}">${fields}</Logar>`);

/** Hostile XML for the SOAP endpoint and for import. */
export const HOSTILE_XML: readonly HostileBody[] = [
  ["declarations in each other", writeDeclarations],
  ["declarations beside each other", (bytes) => logar(repeat(bytes, (n) => `<a${declare(n, 31)}/>`))],
  ["declarations of one prefix", (bytes) => logar(repeat(bytes, () => '<p:a xmlns:p="u"/>'))],
  ["declarations of the empty prefix", (bytes) => logar(repeat(bytes, () => '<a xmlns="u"/>'))],
  ["attributes", (bytes) => logar(repeat(bytes, () => `<a ${repeat(120, (n) => `a${n}="" `)}/>`))],
  ["unknown fields", (bytes) => logar(repeat(bytes, (n) => `<k${n}/>`))],
  ["one field many times", (bytes) => logar(repeat(bytes, () => "<senha/>"))],
  ["a very long name", (bytes) => logar(`<${"k".repeat(bytes)}/>`)],
  ["a start tag without end", (bytes) => `<${"a".repeat(bytes)}`],
  ["blanks in a tag", (bytes) => `<a${" ".repeat(bytes)}`],
  ["elements in each other", (bytes) => "<a>".repeat(bytes / 3)],
  ["comments", (bytes) => logar(repeat(bytes, () => "<!---->"))],
  ["a comment without end", (bytes) => logar(`<!--${"- ".repeat(bytes / 2)}`)],
  ["instructions", (bytes) => logar(repeat(bytes, () => "<?a b?>"))],
  ["CDATA", (bytes) => logar(`<senha>${repeat(bytes, () => "<![CDATA[a]]>")}</senha>`)],
  ["references", (bytes) => logar(`<senha>${"&amp;".repeat(bytes / 5)}</senha>`)],
  ["references in an attribute", (bytes) => logar(`<senha a="${"&#65;".repeat(bytes / 5)}"/>`)],
];

function writeDeclarations(bytes: number): string {
  const levels = 28;
  const roots = Array.from({ length: levels }, (_, n) => `<a${declare(n * 30, 30)}>`).join("");
  const inside = repeat(Math.max(0, bytes - roots.length), (n) => `<a${declare(n * 30 + 1_000, 30)}/>`);
  return `${roots}${inside}${"</a>".repeat(levels)}`;
}
