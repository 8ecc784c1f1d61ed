import { CTE_NAMESPACE, MDFE_NAMESPACE } from "../document-generator/documento/document-family.ts";
import { NFE_NAMESPACE } from "../document-generator/xml/write-xml.ts";

/**
 * The protocol of a service: its WSDL, the wrappers of request and response, and the SOAP header it
 * requires.
 */
type ServiceLayout = {
  namespace: string;
  /** Accepted SOAP actions; the first is the documented one. */
  operacoes: readonly [string, ...string[]];
  /** Elements around the message, outermost first. */
  entrada: readonly string[];
  saida: readonly string[];
  /** The wrapper of the Ambiente Nacional, where it differs from that of the States. */
  saidaAN?: readonly string[];
  cabecalho?: string;
};

const NFE = { namespace: NFE_NAMESPACE, entrada: ["nfeDadosMsg"], saida: ["nfeResultMsg"] };
const CTE = { namespace: CTE_NAMESPACE, entrada: ["cteDadosMsg"] };
const MDFE = { namespace: MDFE_NAMESPACE, entrada: ["mdfeDadosMsg"], cabecalho: "mdfeCabecMsg" };

/**
 * The services of the simulator, by the last part of their WSDL namespace.
 * @source WSDL of each service; recorded traffic of the Ambiente Nacional (nfeRecepcaoEventoNFResult)
 */
export const SEFAZ_SERVICES = {
  NFeConsultaProtocolo4: { ...NFE, operacoes: ["nfeConsultaNF"] },
  NFeStatusServico4: { ...NFE, operacoes: ["nfeStatusServicoNF"] },
  NFeRecepcaoEvento4: {
    ...NFE,
    operacoes: ["nfeRecepcaoEvento", "nfeRecepcaoEventoNF"],
    saidaAN: ["nfeRecepcaoEventoNFResult"],
  },
  NFeDistribuicaoDFe: {
    ...NFE,
    operacoes: ["nfeDistDFeInteresse"],
    entrada: ["nfeDistDFeInteresse", "nfeDadosMsg"],
    saida: ["nfeDistDFeInteresseResponse", "nfeDistDFeInteresseResult"],
  },
  CTeConsultaV4: { ...CTE, operacoes: ["cteConsultaCT"], saida: ["cteConsultaCTResult"] },
  CTeStatusServicoV4: { ...CTE, operacoes: ["cteStatusServicoCT"], saida: ["cteStatusServicoCTResult"] },
  CTeRecepcaoEventoV4: { ...CTE, operacoes: ["cteRecepcaoEvento"], saida: ["cteRecepcaoEventoResult"] },
  CTeDistribuicaoDFe: {
    ...CTE,
    operacoes: ["cteDistDFeInteresse"],
    entrada: ["cteDistDFeInteresse", "cteDadosMsg"],
    saida: ["cteDistDFeInteresseResponse", "cteDistDFeInteresseResult"],
  },
  MDFeConsulta: { ...MDFE, operacoes: ["mdfeConsultaMDF"], saida: ["mdfeConsultaMDFResult"] },
  MDFeStatusServico: {
    ...MDFE,
    operacoes: ["mdfeStatusServicoMDF"],
    saida: ["mdfeStatusServicoMDFResult"],
  },
} as const satisfies Record<string, ServiceLayout>;

export type SefazService = keyof typeof SEFAZ_SERVICES;

/** The kind of a service across families; counters and faults use it too. */
export type ServiceKind = "consulta" | "status" | "evento" | "distribuicao";

export function layoutOf(servico: SefazService): ServiceLayout {
  return SEFAZ_SERVICES[servico];
}

export function isSefazService(name: string): name is SefazService {
  return Object.hasOwn(SEFAZ_SERVICES, name);
}

export function wsdlOf(servico: SefazService): string {
  return `${layoutOf(servico).namespace}/wsdl/${servico}`;
}

export function serviceKindOf(servico: SefazService): ServiceKind {
  if (servico.includes("Status")) return "status";
  if (servico.includes("Evento")) return "evento";
  return servico.includes("Distribuicao") ? "distribuicao" : "consulta";
}
