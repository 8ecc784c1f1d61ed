/** The fixed texts of a DAMDFE.   @source MOC MDF-e 3.00b, Anexo II; mdfe_v3.00.xsd for the texts of codes */

export const TITLE = "DAMDFE";
export const NAME = "Documento Auxiliar do Manifesto Eletrônico de Documentos Fiscais";
export const CONSULTA = "Consulte em https://dfe-portal.svrs.rs.gov.br/MDFE/Consulta";
export const CONTROL = "CONTROLE DO FISCO";
export const CHAVE = "CHAVE DE ACESSO";
export const PROTOCOLO = "PROTOCOLO DE AUTORIZAÇÃO DE USO";
export const NO_PROTOCOLO = "SEM PROTOCOLO DE AUTORIZAÇÃO";
export const UNAUTHORIZED = "SEM AUTORIZAÇÃO";
export const CONTINGENCIA = "EMISSÃO EM CONTINGÊNCIA";
export const CONTINGENCIA_DEADLINE = "Obrigatória a autorização em 168 horas após esta emissão";

export const MODAIS: Readonly<Record<string, string>> = {
  "1": "Modal rodoviário de carga",
  "2": "Modal aéreo de carga",
  "3": "Modal aquaviário de carga",
  "4": "Modal ferroviário de carga",
};

export const EMISSAO_TYPE = { "1": "Normal", "2": "Contingência", "3": "Regime especial NFF" };
export const EMITENTE_TYPE = {
  "1": "Prestador de serviço de transporte",
  "2": "Transportador de carga própria",
  "3": "Prestador de serviço (CT-e globalizado)",
};
export const TRANSPORTADOR_TYPE = { "1": "ETC", "2": "TAC", "3": "CTC" };
export const AMBIENTE = { "1": "Produção", "2": "Homologação" };

export const RODADO_TYPE = {
  "01": "Truck",
  "02": "Toco",
  "03": "Cavalo mecânico",
  "04": "Van",
  "05": "Utilitário",
  "06": "Outros",
};
export const CARROCERIA_TYPE = {
  "00": "Não aplicável",
  "01": "Aberta",
  "02": "Fechada/baú",
  "03": "Graneleira",
  "04": "Porta-contêiner",
  "05": "Sider",
};
export const VALE_PEDAGIO_TYPE = {
  "01": "TAG",
  "02": "Cupom",
  "03": "Cartão",
  "04": "Leitura de placa",
};
export const VEHICLE_CATEGORY = {
  "02": "2 eixos",
  "04": "3 eixos",
  "06": "4 eixos",
  "07": "5 eixos",
  "08": "6 eixos",
  "10": "7 eixos",
  "11": "8 eixos",
  "12": "9 eixos",
  "13": "10 eixos",
  "14": "acima de 10 eixos",
};
export const COMPONENT_TYPE = {
  "01": "Vale-pedágio",
  "02": "Impostos, taxas e contribuições",
  "03": "Despesas",
  "04": "Frete",
  "99": "Outros",
};
export const TERM = { "0": "À vista", "1": "A prazo" };
export const NAVIGATION = { "0": "Interior", "1": "Cabotagem" };
export const CARGO_TYPE = {
  "01": "Granel sólido",
  "02": "Granel líquido",
  "03": "Frigorificada",
  "04": "Conteinerizada",
  "05": "Carga geral",
  "06": "Neogranel",
  "07": "Perigosa (granel sólido)",
  "08": "Perigosa (granel líquido)",
  "09": "Perigosa (frigorificada)",
  "10": "Perigosa (conteinerizada)",
  "11": "Perigosa (carga geral)",
  "12": "Granel pressurizada",
};
export const INSURANCE_RESPONSIBLE = { "1": "Emitente do MDF-e", "2": "Contratante do serviço" };
export const TRANSPORT_UNIT = {
  "1": "Tração",
  "2": "Reboque",
  "3": "Navio",
  "4": "Balsa",
  "5": "Aeronave",
  "6": "Vagão",
  "7": "Unidade",
};
export const CARGO_UNIT = { "1": "Contêiner", "2": "ULD", "3": "Pallet", "4": "Unidade de carga" };
/** Units of the load's weight. */
export const WEIGHT_UNIT = { "01": "KG", "02": "TON" };
