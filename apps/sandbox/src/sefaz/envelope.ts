import { element, escapeText, NFE_NAMESPACE } from "../papelaria/write-xml.ts";
import { type Elemento, readXml } from "./read-xml.ts";

const SOAP = "http://www.w3.org/2003/05/soap-envelope";
const WSDL = `${NFE_NAMESPACE}/wsdl/`;

/** The services of the simulator, by the last part of their WSDL namespace. */
export const SERVICOS = {
  NFeConsultaProtocolo4: "nfeConsultaNF",
  NFeStatusServico4: "nfeStatusServicoNF",
} as const;
export type Servico = keyof typeof SERVICOS;

/** The request cannot be answered by the service at all: wrong envelope, wrong operation. It becomes a SOAP fault. */
export class SoapFaultError extends Error {
  override readonly name = "SoapFaultError";
}

/** What stands in nfeDadosMsg: the element that says which service is meant. */
export type Pedido = { servico: Servico; dadosMsg: Elemento };

/** Reads the SOAP 1.2 envelope of a request.   @throws SoapFaultError, MalformedXmlError */
export function readEnvelope(text: string): Pedido {
  const envelope = readXml(text);
  if (envelope.nome !== "Envelope" || envelope.namespace !== SOAP)
    throw new SoapFaultError("SOAP 1.2 Envelope expected");
  const body = envelope.filhos.find((filho) => filho.nome === "Body" && filho.namespace === SOAP);
  const [dadosMsg, ...others] = body?.filhos ?? [];
  if (!dadosMsg || others.length > 0 || dadosMsg.nome !== "nfeDadosMsg")
    throw new SoapFaultError("nfeDadosMsg expected");
  const servico = dadosMsg.namespace.startsWith(WSDL) ? dadosMsg.namespace.slice(WSDL.length) : "";
  if (!isServico(servico)) throw new SoapFaultError(`unknown service namespace ${dadosMsg.namespace}`);
  return { servico, dadosMsg };
}

export function isServico(name: string): name is Servico {
  return name in SERVICOS;
}

/** The action that the Content-Type of a call to the service carries. */
export function actionOf(servico: Servico): string {
  return `${WSDL}${servico}/${SERVICOS[servico]}`;
}

/** The answer in its wrapper, as the State sends it. */
export function writeEnvelope(servico: Servico, xml: string): string {
  return wrap(element(`nfeResultMsg xmlns="${WSDL}${servico}"`, xml));
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
