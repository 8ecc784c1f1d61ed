import { element, escapeText } from "../document-generator/xml/write-xml.ts";
import { type Elemento, readXml } from "./read-xml.ts";
import { isSefazService, layoutOf, type SefazService, wsdlOf } from "./services.ts";

const SOAP = "http://www.w3.org/2003/05/soap-envelope";

/**
 * The request does not fit the service: wrong envelope, wrong operation. It becomes a SOAP fault.
 */
export class SoapFaultError extends Error {
  override readonly name = "SoapFaultError";
}

/** The innermost content of a request, and its SOAP header. */
export type SoapRequest = {
  servico: SefazService;
  dadosMsg: Elemento;
  cabecalho: Elemento | null;
  /** The whole envelope, to which element positions refer. */
  texto: string;
};

/** Parses the SOAP 1.2 envelope of a request.   @throws SoapFaultError, MalformedXmlError */
export function readEnvelope(text: string): SoapRequest {
  const texto = text.replace(/^\uFEFF/, "");
  const envelope = readXml(texto);
  if (envelope.nome !== "Envelope" || envelope.namespace !== SOAP)
    throw new SoapFaultError("SOAP 1.2 Envelope expected");
  const body = partOf(envelope, "Body");
  const [outermost, ...others] = body?.filhos ?? [];
  const [, servico = ""] = /\/wsdl\/([^/]+)$/.exec(outermost?.namespace ?? "") ?? [];
  if (!outermost || others.length > 0) throw new SoapFaultError("one message expected");
  if (!isSefazService(servico) || outermost.namespace !== wsdlOf(servico))
    throw new SoapFaultError(`unknown service namespace ${outermost.namespace}`);
  const dadosMsg = unwrap(outermost, servico);
  return { servico, dadosMsg, cabecalho: partOf(envelope, "Header")?.filhos[0] ?? null, texto };
}

function partOf(envelope: Elemento, nome: string): Elemento | undefined {
  return envelope.filhos.find((child) => child.nome === nome && child.namespace === SOAP);
}

function unwrap(outermost: Elemento, servico: SefazService): Elemento {
  const { entrada } = layoutOf(servico);
  let inner: Elemento | undefined = outermost;
  for (const [depth, nome] of entrada.entries()) {
    if (depth > 0) inner = inner?.filhos.length === 1 ? inner.filhos[0] : undefined;
    if (inner?.nome !== nome || inner.namespace !== outermost.namespace)
      throw new SoapFaultError(`${nome} expected`);
  }
  if (!inner) throw new SoapFaultError("message expected");
  return inner;
}

/** Whether the Content-Type of a call may name this action. */
export function isActionOf(servico: SefazService, action: string): boolean {
  return layoutOf(servico).operacoes.some((operacao) => action === `${wsdlOf(servico)}/${operacao}`);
}

/**
 * Wraps a response as SEFAZ sends it.
 * @param autorizador the Ambiente Nacional (AN) has its own wrapper for events
 */
export function writeEnvelope(servico: SefazService, xml: string, autorizador = ""): string {
  const { saida, saidaAN } = layoutOf(servico);
  const [outermost = "", ...inner] = autorizador === "AN" && saidaAN ? saidaAN : saida;
  const content = inner.reduceRight((children, nome) => element(nome, children), xml);
  return wrap(element(`${outermost} xmlns="${wsdlOf(servico)}"`, content));
}

export function writeFault(code: "Sender" | "Receiver", reason: string): string {
  const text = `<soap:Text xml:lang="pt-BR">${escapeText(reason)}</soap:Text>`;
  const codigo = element("soap:Code", element("soap:Value", `soap:${code}`));
  return wrap(element("soap:Fault", codigo, element("soap:Reason", text)));
}

function wrap(body: string): string {
  const namespaces = `xmlns:soap="${SOAP}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"`;
  return `<?xml version="1.0" encoding="utf-8"?>${element(`soap:Envelope ${namespaces}`, element("soap:Body", body))}`;
}
