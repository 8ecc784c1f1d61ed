import { type Family, familyOfModelo as findFamily, isModelo, type Modelo } from "@malote/syntax";

/** tpAmb: "1" produção, "2" homologação. */
export type Ambiente = "1" | "2";

/** Modelos whose documents are stored; the tables here name the services of each. */
export type SefazModelo = Modelo;

/** State of one document, status of an authorizer, registration of an evento (those of the reform at SVRS,
 * whatever the UF), and distribuição of a CNPJ's documents by the Ambiente Nacional. */
export type SefazService =
  | "consultaProtocolo"
  | "statusServico"
  | "recepcaoEvento"
  | "recepcaoEventoSvrs"
  | "distribuicao";

/** Web service and operation; its namespace and SOAP action consist of both. */
export type Service = { name: string; operation: string };

/** The services used here; Malote sends no evento of MDF-e and reads no distribuição of it.
 * @source MOC Visão Geral §5; WSDL of each service; recorded traffic: the Ambiente Nacional calls the
 * operation of NFeRecepcaoEvento4 nfeRecepcaoEventoNF, the UFs call it nfeRecepcaoEvento, and
 * manifestação goes only to the former */
export const SERVICES: Record<Family, Partial<Record<SefazService, Service>>> = {
  nfe: {
    consultaProtocolo: { name: "NFeConsultaProtocolo4", operation: "nfeConsultaNF" },
    statusServico: { name: "NFeStatusServico4", operation: "nfeStatusServicoNF" },
    recepcaoEvento: { name: "NFeRecepcaoEvento4", operation: "nfeRecepcaoEventoNF" },
    recepcaoEventoSvrs: { name: "NFeRecepcaoEvento4", operation: "nfeRecepcaoEvento" },
    distribuicao: { name: "NFeDistribuicaoDFe", operation: "nfeDistDFeInteresse" },
  },
  cte: {
    consultaProtocolo: { name: "CTeConsultaV4", operation: "cteConsultaCT" },
    statusServico: { name: "CTeStatusServicoV4", operation: "cteStatusServicoCT" },
    recepcaoEvento: { name: "CTeRecepcaoEventoV4", operation: "cteRecepcaoEvento" },
    distribuicao: { name: "CTeDistribuicaoDFe", operation: "cteDistDFeInteresse" },
  },
  mdfe: {
    consultaProtocolo: { name: "MDFeConsulta", operation: "mdfeConsultaMDF" },
    statusServico: { name: "MDFeStatusServico", operation: "mdfeStatusServicoMDF" },
  },
};

/** Says whether the tables here name the services of this modelo. */
export function isModeloSefaz(modelo: string): modelo is SefazModelo {
  return isModelo(modelo);
}

/** The family of a modelo.   @throws RangeError for a modelo without services here */
export function familyOfModelo(modelo: string): Family {
  const family = findFamily(modelo);
  if (family === null) throw new RangeError(`modelo ${modelo} has no services here`);
  return family;
}

/** @throws RangeError for a service that the family does not have */
export function serviceOf(family: Family, servico: SefazService): Service {
  const found = SERVICES[family][servico];
  if (!found) throw new RangeError(`${family} has no ${servico}`);
  return found;
}
