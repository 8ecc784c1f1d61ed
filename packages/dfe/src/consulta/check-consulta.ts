import { type Consultado, findEnderecos } from "./endereco.ts";

/** How an address that stands outside of the signature compares with the published ones. `confere`: published, and about this document;
 * `desconhecida`: of the government, and not in the tables; `divergente`: of somebody else, about another document, or no address. */
export type SituacaoConsulta = "confere" | "desconhecida" | "divergente";

/** What stands before the query: letters, digits and the marks of a plain path, so that no reader takes it for another host. */
const ENDERECO = /^(?:https?:\/\/)?[a-z0-9.-]+(?::[0-9]{1,5})?(?:\/[a-z0-9._~/-]*)?$/i;
const GOVERNO = ".gov.br";
/** What the address of a QR code is written with: no blank, no line break, no backslash, no fragment. */
const ESCRITO = /^[!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z|~]+$/;
/** Parameters that carry the key: of NFC-e since version 2 and before it, of CT-e and of MDF-e. */
const PARAMETROS: Readonly<Record<string, readonly string[]>> = {
  "55": ["p", "chNFe"],
  "65": ["p", "chNFe"],
  "57": ["chCTe"],
  "67": ["chCTe"],
  "58": ["chMDFe"],
};
const PORTA: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Compares the address of a QR code with those of the document's UF, model, environment and day, and the key in it with the document's. */
export function checkQrCode(texto: string, documento: Consultado): SituacaoConsulta {
  const url = parseEndereco(texto);
  if (url === null || !/^https?:\/\//i.test(texto)) return "divergente";
  if (!hasChave(texto, documento)) return "divergente";
  return compare(url, findEnderecos(documento, "qr"));
}

/** The same for the page where a key is typed, which holds no key. */
export function checkUrlChave(texto: string, documento: Consultado): SituacaoConsulta {
  const url = texto.includes("?") ? null : parseEndereco(texto);
  if (url === null) return "divergente";
  return compare(url, [...findEnderecos(documento, "chave"), ...findEnderecos(documento, "qr")]);
}

/** Every parameter that could carry a key carries this one, in so many characters, and one does. */
function hasChave(texto: string, { chave, modelo }: Consultado): boolean {
  const query = texto.slice(texto.indexOf("?") + 1);
  const names = (PARAMETROS[modelo] ?? []).map((name) => name.toLowerCase());
  const keys = query
    .split("&")
    .map((pair) => pair.split("="))
    .filter(([name = ""]) => names.includes(name.toLowerCase()))
    .map(([, value = ""]) => value.split(/\||%7C/i)[0]);
  return keys.length > 0 && keys.every((each) => each === chave);
}

function compare(url: URL, publicados: readonly string[]): SituacaoConsulta {
  const location = placeOf(url);
  const isPublicado = publicados.some((publicado) => {
    const other = parseEndereco(publicado);
    return other !== null && placeOf(other) === location;
  });
  if (isPublicado) return "confere";
  return url.hostname.endsWith(GOVERNO) && url.port === "" ? "desconhecida" : "divergente";
}

// http and https, and the case of a path, differ between emitters; the host and the port do not.
function placeOf({ protocol, hostname, port, pathname }: URL): string {
  const isDefault = port === "" || port === PORTA[protocol];
  return `${hostname}${isDefault ? "" : `:${port}`}${pathname.replace(/\/+$/, "").toLowerCase()}`;
}

function parseEndereco(texto: string): URL | null {
  const [endereco = ""] = texto.split("?", 1);
  if (!ENDERECO.test(endereco) || !ESCRITO.test(texto)) return null;
  try {
    return new URL(/^https?:\/\//i.test(endereco) ? endereco : `http://${endereco}`);
  } catch {
    return null; // a host that is none, as "a..b" or a port past 65535
  }
}
