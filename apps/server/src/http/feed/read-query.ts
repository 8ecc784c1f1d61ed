import { attributeOf, elementsOf, textOf, type XmlElement, XmlError } from "@malote/dfe";
import { CHAVE_ACESSO_PATTERN, isChaveAcesso, splitChaveAcesso, tipoNotaOfModelo, UFS } from "@malote/syntax";
import type { DfeQuery } from "../../services/feed/read-dfe-feed.ts";
import { readMessage } from "../soap/message-xml.ts";
import type { CStat } from "./response-texts.ts";
import { OPERATION, PORTAL_NAMESPACE, SERVICE_NAMESPACE } from "./service-names.ts";

/** Parsed distDFeInt. company: CNPJ or CPF. */
export type FeedQuery = { tpAmb: "1" | "2"; company: string; by: DfeQuery };

const VERSION = "1.01";
const NSU = /^[0-9]{15}$/;
const DOCUMENTO_PATTERNS = { CNPJ: /^[0-9A-Z]{12}[0-9]{2}$/, CPF: /^[0-9]{11}$/ } as const;
const UF_CODES: ReadonlySet<string> = new Set(UFS.map(({ codigo }) => codigo));

/**
 * Content of the operation's wrappers: one element, or its text
 * when a client sends it escaped; null: another operation.
 */
export function openContent(message: XmlElement): XmlElement | null {
  if (message.namespace !== SERVICE_NAMESPACE || message.local !== OPERATION) return null;
  const [content, ...others] = elementsOf(message);
  if (content?.local !== "nfeDadosMsg" || content.namespace !== SERVICE_NAMESPACE || others.length > 0)
    return null;
  return content;
}

/** Parses distDFeInt by its schema.   @source distDFeInt_v1.01.xsd */
export function readQuery(content: XmlElement): FeedQuery | CStat {
  const distDFeInt = readPayload(content);
  if (typeof distDFeInt === "string") return distDFeInt;
  if (distDFeInt.local !== "distDFeInt" || distDFeInt.namespace !== PORTAL_NAMESPACE) return "215";
  if (hasPrefix(distDFeInt)) return "404";
  const version = attributeOf(distDFeInt, "versao");
  if (version === null || distDFeInt.attributes.length > 1) return "215";
  if (version !== VERSION) return "239";
  const fields = [...elementsOf(distDFeInt)];
  const take = (nome: string): string | null => {
    const [first] = fields;
    if (first?.local !== nome || !isLeaf(first)) return null;
    fields.shift();
    return textOf(first);
  };
  const tpAmb = take("tpAmb");
  const cUFAutor = take("cUFAutor");
  const cnpj = take("CNPJ");
  const cpf = cnpj === null ? take("CPF") : null;
  const [choice, ...rest] = fields;
  if (tpAmb !== "1" && tpAmb !== "2") return "215";
  if (cUFAutor !== null && !UF_CODES.has(cUFAutor)) return "215";
  if (cnpj !== null ? !DOCUMENTO_PATTERNS.CNPJ.test(cnpj) : cpf === null || !DOCUMENTO_PATTERNS.CPF.test(cpf))
    return "215";
  if (choice === undefined || rest.length > 0 || hasText(distDFeInt)) return "215";
  const by = readChoice(choice);
  return typeof by === "string" ? by : { tpAmb, company: cnpj ?? cpf ?? "", by };
}

// Some old clients send the message as text (escaped, or CDATA).
function readPayload(content: XmlElement): XmlElement | CStat {
  const [only, ...others] = elementsOf(content);
  if (only !== undefined) return others.length === 0 && !hasText(content) ? only : "215";
  const text = textOf(content).trim();
  if (text === "") return "215";
  try {
    return readMessage(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return error.fault === "codificacao" ? "402" : "243";
  }
}

function readChoice(choice: XmlElement): DfeQuery | CStat {
  const [only, ...others] = elementsOf(choice);
  if (
    only === undefined ||
    others.length > 0 ||
    !isLeaf(only) ||
    choice.attributes.length > 0 ||
    hasText(choice)
  ) {
    return "215";
  }
  const text = textOf(only);
  switch (`${choice.local}/${only.local}`) {
    case "distNSU/ultNSU":
      return NSU.test(text) ? { kind: "ultimo", ultNsu: Number(text) } : "215";
    case "consNSU/NSU":
      return NSU.test(text) ? { kind: "nsu", nsu: Number(text) } : "215";
    case "consChNFe/chNFe":
      return readChave(text);
    default:
      return "215";
  }
}

/** A chave of any modelo in the feed.   @source MOC, validação da chave de acesso */
function readChave(chave: string): DfeQuery | CStat {
  if (!CHAVE_ACESSO_PATTERN.test(chave)) return "215";
  if (!isChaveAcesso(chave)) return "236";
  const { uf, anoMes, modelo, numero } = splitChaveAcesso(chave);
  const month = Number(anoMes.slice(2));
  if (uf === null) return "614";
  if (month < 1 || month > 12) return "616";
  if (tipoNotaOfModelo(modelo) === null) return "618";
  if (Number(numero) === 0) return "619";
  return { kind: "chave", chave };
}

function isLeaf(element: XmlElement): boolean {
  const { attributes, namespace } = element;
  return elementsOf(element).length === 0 && attributes.length === 0 && namespace === PORTAL_NAMESPACE;
}

function hasText(element: XmlElement): boolean {
  return textOf(element).trim() !== "";
}

function hasPrefix(element: XmlElement): boolean {
  return element.prefix !== "" || elementsOf(element).some(hasPrefix);
}
