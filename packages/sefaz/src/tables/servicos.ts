/** tpAmb: "1" produção, "2" homologação. */
export type Ambiente = "1" | "2";

/** Modelos that SEFAZ is asked about: NF-e, NFC-e, CT-e, CT-e OS and MDF-e. */
export type ModeloSefaz = "55" | "65" | "57" | "67" | "58";

/**
 * What can be asked: the state of one document, whether an authorizer is at work, that an evento be
 * registered (those of the reform by SVRS, whatever the UF), and what else the Ambiente Nacional
 * holds for a CNPJ.
 */
export type ServicoSefaz =
  | "consultaProtocolo"
  | "statusServico"
  | "recepcaoEvento"
  | "recepcaoEventoSvrs"
  | "distribuicao";

/** The three families of layouts, each with its namespace. */
export type Familia = "nfe" | "cte" | "mdfe";

/** Web service and operation of a question; its namespace and SOAP action are made of both. */
export type Servico = { nome: string; operacao: string };

const FAMILIA_DO_MODELO: Record<ModeloSefaz, Familia> = {
  "55": "nfe",
  "65": "nfe",
  "57": "cte",
  "67": "cte",
  "58": "mdfe",
};

/** The services that this room speaks; MDF-e has no evento of ours and no distribuição that we read.
 * @source MOC Visão Geral §5; WSDL of each service; recorded traffic: the Ambiente Nacional calls the operation of
 * NFeRecepcaoEvento4 nfeRecepcaoEventoNF, the UFs call it nfeRecepcaoEvento, and manifestação goes only to the former */
export const SERVICOS: Record<Familia, Partial<Record<ServicoSefaz, Servico>>> = {
  nfe: {
    consultaProtocolo: { nome: "NFeConsultaProtocolo4", operacao: "nfeConsultaNF" },
    statusServico: { nome: "NFeStatusServico4", operacao: "nfeStatusServicoNF" },
    recepcaoEvento: { nome: "NFeRecepcaoEvento4", operacao: "nfeRecepcaoEventoNF" },
    recepcaoEventoSvrs: { nome: "NFeRecepcaoEvento4", operacao: "nfeRecepcaoEvento" },
    distribuicao: { nome: "NFeDistribuicaoDFe", operacao: "nfeDistDFeInteresse" },
  },
  cte: {
    consultaProtocolo: { nome: "CTeConsultaV4", operacao: "cteConsultaCT" },
    statusServico: { nome: "CTeStatusServicoV4", operacao: "cteStatusServicoCT" },
    recepcaoEvento: { nome: "CTeRecepcaoEventoV4", operacao: "cteRecepcaoEvento" },
    distribuicao: { nome: "CTeDistribuicaoDFe", operacao: "cteDistDFeInteresse" },
  },
  mdfe: {
    consultaProtocolo: { nome: "MDFeConsulta", operacao: "mdfeConsultaMDF" },
    statusServico: { nome: "MDFeStatusServico", operacao: "mdfeStatusServicoMDF" },
  },
};

/** Says whether SEFAZ is asked about documents of this modelo. */
export function isModeloSefaz(modelo: string): modelo is ModeloSefaz {
  return Object.hasOwn(FAMILIA_DO_MODELO, modelo);
}

/** The family of a modelo.   @throws RangeError for a modelo that SEFAZ is not asked about */
export function familiaOfModelo(modelo: string): Familia {
  if (!isModeloSefaz(modelo)) throw new RangeError(`modelo ${modelo} is not asked about`);
  return FAMILIA_DO_MODELO[modelo];
}

/** @throws RangeError for a service that the family does not have */
export function servicoOf(familia: Familia, servico: ServicoSefaz): Servico {
  const achado = SERVICOS[familia][servico];
  if (!achado) throw new RangeError(`${familia} has no ${servico}`);
  return achado;
}
