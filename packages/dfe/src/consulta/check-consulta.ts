import { type Family, familyOfModelo } from "@malote/syntax";
import { type ConsultedDocumento, findAddresses } from "./addresses.ts";

/** `confere`: the address is published, and about this document. `desconhecida`: a government
 * page outside the tables. `divergente`: unrelated, about another document, or invalid. */
export type ConsultaSituacao = "confere" | "desconhecida" | "divergente";

/** The address before the query: only plain characters, so that every URL parser finds the same host. */
const PLAIN_ADDRESS = /^(?:https?:\/\/)?[a-z0-9.-]+(?::[0-9]{1,5})?(?:\/[a-z0-9._~/-]*)?$/i;
const GOVERNMENT_DOMAIN = ".gov.br";
/** Characters that a QR code address may have: no blank, line break, backslash or fragment. */
const ALLOWED_CHARACTERS = /^[!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z|~]+$/;
/** Parameters with the key: of NFC-e since version 2 and before, of CT-e and of MDF-e. */
const KEY_PARAMETERS: Readonly<Record<Family, readonly string[]>> = {
  nfe: ["p", "chNFe"],
  cte: ["chCTe"],
  mdfe: ["chMDFe"],
};
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Compares the address of a QR code, and the key in it, with those published for the document. */
export function checkQrCode(text: string, documento: ConsultedDocumento): ConsultaSituacao {
  const url = parseAddress(text);
  if (url === null || !/^https?:\/\//i.test(text)) return "divergente";
  if (!hasChave(text, documento)) return "divergente";
  return compare(url, findAddresses(documento, "qr"));
}

/** checkQrCode for the page where a user types the key: it contains no key. */
export function checkUrlChave(text: string, documento: ConsultedDocumento): ConsultaSituacao {
  const url = text.includes("?") ? null : parseAddress(text);
  if (url === null) return "divergente";
  return compare(url, [...findAddresses(documento, "chave"), ...findAddresses(documento, "qr")]);
}

/** Says whether at least one parameter has the document's key, and no other parameter has another key. */
function hasChave(text: string, { chave, modelo }: ConsultedDocumento): boolean {
  const query = text.slice(text.indexOf("?") + 1);
  const family = familyOfModelo(modelo);
  const names = (family === null ? [] : KEY_PARAMETERS[family]).map((name) => name.toLowerCase());
  const keys = query
    .split("&")
    .map((pair) => pair.split("="))
    .filter(([name = ""]) => names.includes(name.toLowerCase()))
    .map(([, value = ""]) => value.split(/\||%7C/i)[0]);
  return keys.length > 0 && keys.every((each) => each === chave);
}

function compare(url: URL, publishedAddresses: readonly string[]): ConsultaSituacao {
  const location = placeOf(url);
  const isPublicado = publishedAddresses.some((publishedAddress) => {
    const other = parseAddress(publishedAddress);
    return other !== null && placeOf(other) === location;
  });
  if (isPublicado) return "confere";
  return url.hostname.endsWith(GOVERNMENT_DOMAIN) && url.port === "" ? "desconhecida" : "divergente";
}

// Emitentes vary in http or https and in the case of the path, but not in host and port.
function placeOf({ protocol, hostname, port, pathname }: URL): string {
  const isDefault = port === "" || port === DEFAULT_PORTS[protocol];
  return `${hostname}${isDefault ? "" : `:${port}`}${pathname.replace(/\/+$/, "").toLowerCase()}`;
}

function parseAddress(text: string): URL | null {
  const [address = ""] = text.split("?", 1);
  if (!PLAIN_ADDRESS.test(address) || !ALLOWED_CHARACTERS.test(text)) return null;
  try {
    return new URL(/^https?:\/\//i.test(address) ? address : `http://${address}`);
  } catch {
    return null; // an invalid host such as "a..b", or a port above 65535
  }
}
