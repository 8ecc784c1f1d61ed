import { elementsOf, type XmlElement } from "@malote/dfe";
import { InvalidChaveAcessoError, isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { child, descendant, type FoundElement, text, textOf } from "../soap/elements.ts";
import {
  openEnvelope,
  type RawResponse,
  required,
  requiredCStat,
  type SoapRequest,
  wrapEnvelope,
} from "../soap/envelope.ts";
import { assertSameSubject, type ConsultaSubject } from "../soap/same-subject.ts";
import { retryDelayOf, subjectOfConsulta } from "../tables/cstat-consulta.ts";
import { LAYOUTS, type Layout } from "../tables/layouts.ts";
import { familyOfModelo } from "../tables/services.ts";
import { type EventoSefaz, infEventosOf, readEventos } from "./linked-eventos.ts";

/** The protocol under which SEFAZ holds the document; `dataRecebimento` is ISO with its own offset. */
export type ProtocoloSefaz = {
  numero: string | null;
  dataRecebimento: string;
  cStat: string;
  digVal: string | null;
  alertas: Alerta[];
};

/** One cMsg with its xMsg, whatever the cStat; `codigo` is "" for a text without a code.
 * @source NT 2026.002, group PR13 */
type Alerta = { codigo: string; texto: string };

/** `documento`: the cStat is the state of the document at SEFAZ. `servico`: the cStat is about the
 * service or the request, and says nothing of the document; `retryAfterMs` is null when a retry
 * cannot help. */
export type ConsultaResponse =
  | {
      kind: "documento";
      cStat: string;
      xMotivo: string;
      protocolo: ProtocoloSefaz | null;
      eventos: EventoSefaz[];
    }
  | { kind: "servico"; cStat: string; xMotivo: string; retryAfterMs: number | null };

/** Writes consSitNFe 4.00, consSitCTe 4.00 or consSitMDFe 3.00, by the modelo of the key.
 * @throws InvalidChaveAcessoError; RangeError for a modelo without this service
 * @source leiauteConsSitNFe_v4.00.xsd, consSitCTeTiposBasico_v4.00.xsd,
 * consSitMDFeTiposBasico_v3.00.xsd */
export function writeConsulta({ chave, ambiente }: ConsultaSubject): SoapRequest {
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("not an access key");
  const { modelo, cUF } = splitChaveAcesso(chave);
  const family = familyOfModelo(modelo);
  const { ns, versao, consSit, chave: tag } = LAYOUTS[family];
  const payload =
    `<${consSit} xmlns="${ns}" versao="${versao}"><tpAmb>${ambiente}</tpAmb>` +
    `<xServ>CONSULTAR</xServ><${tag}>${chave}</${tag}></${consSit}>`;
  return wrapEnvelope({ family, servico: "consultaProtocolo", payload, cUF });
}

/** Reads retConsSitNFe, retConsSitCTe or retConsSitMDFe.
 * @throws SefazOutage also when the response is about another key or ambiente
 * @source leiauteConsSitNFe_v4.00.xsd, TRetConsSitNFe; the same of CT-e and MDF-e */
export function readConsulta(response: RawResponse, subject: ConsultaSubject): ConsultaResponse {
  const family = familyOfModelo(splitChaveAcesso(subject.chave).modelo);
  const layout = LAYOUTS[family];
  const content = openEnvelope(response, layout.retConsSit);
  const ret = content.element;
  const cStat = requiredCStat(ret);
  const xMotivo = text(ret, "xMotivo") ?? "";
  const infProt = findInfProt(ret, layout);
  // An unknown cStat that comes with the document's protocol is about the document.
  if (subjectOfConsulta(cStat, family) === "servico" && !infProt) {
    return { kind: "servico", cStat, xMotivo, retryAfterMs: retryDelayOf(cStat) };
  }
  assertSameSubject([ret, ...(infProt ? [infProt] : []), ...infEventosOf(ret, layout)], subject, layout);
  const protocolo = infProt && readProtocolo(infProt);
  return { kind: "documento", cStat, xMotivo, protocolo, eventos: readEventos(content, layout) };
}

// In CT-e and MDF-e, an outer element of the same name may wrap the document's own protCTe or
// protMDFe.
function findInfProt(ret: XmlElement, { prot }: Layout): FoundElement {
  return descendant(child(ret, prot), "infProt", 1);
}

function readProtocolo(inf: XmlElement): ProtocoloSefaz {
  return {
    numero: text(inf, "nProt"),
    dataRecebimento: required(inf, "dhRecbto"),
    cStat: requiredCStat(inf),
    digVal: text(inf, "digVal"),
    alertas: readAlertas(inf),
  };
}

/** The most pairs that the layout allows.   @source leiauteNFe_v4.00.xsd of PL_010e, infProt */
const ALERTAS_MAX = 5;

// The pairs have no wrapper: a code belongs to the text after it.
function readAlertas(inf: XmlElement): Alerta[] {
  const alertas: Alerta[] = [];
  let codigo = "";
  for (const element of elementsOf(inf)) {
    if (element.local === "cMsg") codigo = textOf(element) ?? "";
    if (element.local !== "xMsg") continue;
    const texto = textOf(element);
    if (texto !== null) alertas.push({ codigo, texto });
    codigo = "";
  }
  return alertas.slice(0, ALERTAS_MAX);
}
