import type { Envelope, XmlElement } from "@malote/dfe";
import type { Family } from "@malote/syntax";
import { LAYOUTS } from "../tables/layouts.ts";
import { type SefazService, serviceOf } from "../tables/services.ts";
import { SefazOutage } from "../transport/outage.ts";
import { child, descendant, type FoundElement, text } from "./elements.ts";
import { readResponse } from "./response-xml.ts";

/** A SOAP 1.2 request as sent; a response above `responseMaxBytes` is not read. */
export type SoapRequest = { contentType: string; bytes: Uint8Array; responseMaxBytes: number };

/** A payload and its service. `cUF` is for the header, which only MDF-e has. */
export type SoapPayload = { family: Family; servico: SefazService; payload: string; cUF: string };

/** A complete response as received. */
export type RawResponse = { contentType: string; bytes: Uint8Array };

/** The largest response that is read, in bytes; a real one with every evento of a document stays below 1
 * MB. */
export const RESPONSE_MAX_BYTES = 4 * 1024 * 1024;
/** The same for a lote of distribuição: 50 documents of SEFAZ's limit of 500 kB, zipped to a fifth, are 7
 * MB in base64. */
export const LOTE_MAX_BYTES = 16 * 1024 * 1024;

/** An element of a response, and the source of each element in it as received. */
export type SoapContent = { element: XmlElement; sliceOf: Envelope["sliceOf"] };

const NS_SOAP = "http://www.w3.org/2003/05/soap-envelope";
const WRAPPERS_MAX = 2;

/** Puts a payload into its envelope: no XML declaration, no whitespace between tags, no inner prefix
 * (cStat 404 and 588).
 * @throws RangeError for a service that the family does not have
 * @source MOC Visão Geral §5, "Padrão de mensagens de comunicação"; MOC MDF-e 3.00, mdfeCabecMsg; NT
 * 2014.002, double wrapper */
export function wrapEnvelope({ family, servico, payload, cUF }: SoapPayload): SoapRequest {
  const { name, operation } = serviceOf(family, servico);
  const ns = `${LAYOUTS[family].ns}/wsdl/${name}`;
  const dataTag = `${family}DadosMsg`;
  const body =
    servico === "distribuicao"
      ? `<${operation} xmlns="${ns}"><${dataTag}>${payload}</${dataTag}></${operation}>`
      : `<${dataTag} xmlns="${ns}">${payload}</${dataTag}>`;
  const xml =
    `<soap12:Envelope xmlns:soap12="${NS_SOAP}">${headerOf(family, ns, cUF)}` +
    `<soap12:Body>${body}</soap12:Body></soap12:Envelope>`;
  return {
    contentType: `application/soap+xml; charset=utf-8; action="${ns}/${operation}"`,
    bytes: new TextEncoder().encode(xml),
    responseMaxBytes: servico === "distribuicao" ? LOTE_MAX_BYTES : RESPONSE_MAX_BYTES,
  };
}

function headerOf(family: Family, ns: string, cUF: string): string {
  const { header, versao } = LAYOUTS[family];
  if (header === null) return "";
  return (
    `<soap12:Header><${header} xmlns="${ns}"><cUF>${cUF}</cUF>` +
    `<versaoDados>${versao}</versaoDados></${header}></soap12:Header>`
  );
}

/** Finds the element of that local name in the envelope, whatever the wrappers are called.
 * @throws SefazOutage soap-fault, resposta-ilegivel or resposta-grande-demais */
export function openEnvelope(
  response: RawResponse,
  name: string,
  maxBytes = RESPONSE_MAX_BYTES,
): SoapContent {
  const { body, sliceOf } = openBody(response, maxBytes);
  const fault = descendant(body, "Fault", 0);
  if (fault) throw new SefazOutage("soap-fault", reasonOf(fault));
  const element = descendant(body, name, WRAPPERS_MAX);
  if (!element) throw new SefazOutage("resposta-ilegivel", `no ${name} in the envelope`);
  return { element, sliceOf };
}

/** The text of an element that every response must have.
 * @throws SefazOutage resposta-ilegivel when it is absent or empty */
export function required(element: FoundElement, name: string): string {
  const value = text(element, name);
  if (value === null) throw new SefazOutage("resposta-ilegivel", `no ${name} in the response`);
  return value;
}

/** The cStat that every response must have, 3 or 4 digits.
 * @throws SefazOutage resposta-ilegivel */
export function requiredCStat(element: FoundElement): string {
  const cStat = required(element, "cStat");
  if (!/^[0-9]{3,4}$/.test(cStat)) throw new SefazOutage("resposta-ilegivel", `cStat ${cStat.slice(0, 20)}`);
  return cStat;
}

/** The reason of a SOAP Fault; null when the response is anything else. */
export function readFault(response: RawResponse): string | null {
  try {
    const fault = descendant(openBody(response, RESPONSE_MAX_BYTES).body, "Fault", 0);
    return fault && reasonOf(fault);
  } catch (error) {
    if (error instanceof SefazOutage) return null;
    throw error;
  }
}

type OpenedBody = { body: FoundElement; sliceOf: Envelope["sliceOf"] };

function openBody(response: RawResponse, maxBytes: number): OpenedBody {
  const size = response.bytes.length;
  if (size > maxBytes) throw new SefazOutage("resposta-grande-demais", `${size} bytes`);
  const { root, sliceOf } = readResponse(response.bytes, response.contentType);
  return { body: root.local === "Envelope" ? child(root, "Body") : null, sliceOf };
}

// SOAP 1.2 has Reason/Text and Code/Value; some hosts still use faultstring and faultcode of SOAP 1.1.
function reasonOf(fault: XmlElement): string {
  const reason = text(child(fault, "Reason"), "Text") ?? text(fault, "faultstring");
  const code = text(child(fault, "Code"), "Value") ?? text(fault, "faultcode");
  return [code, reason].filter(Boolean).join(" ").slice(0, 500) || "without a reason";
}
