import type { Family } from "@malote/syntax";

/** The fixed texts of a printed evento. */

export const SUBTITLE = "Documento auxiliar de evento";
export const NOTICE =
  "Não possui valor fiscal: representa o evento indicado abaixo, cuja autenticidade se consulta no portal da SEFAZ autorizadora.";
export const CHAVE = "CHAVE DE ACESSO DO DOCUMENTO";
export const UNREGISTERED = "SEM REGISTRO NA SEFAZ";
export const PROTOCOLO = "PROTOCOLO DE REGISTRO DO EVENTO";
export const RESPONSE = "REGISTRO DO EVENTO";

export const PORTALS: Readonly<Record<Family, string>> = {
  nfe: "Consulte em www.nfe.fazenda.gov.br/portal",
  cte: "Consulte em www.cte.fazenda.gov.br/portal",
  mdfe: "Consulte em https://dfe-portal.svrs.rs.gov.br/MDFE/Consulta",
};

/** Labels of the value of the document, and of its other party. */
export const VALUE_LABELS: Readonly<Record<Family, string>> = {
  nfe: "Valor total (R$)",
  cte: "Valor total (R$)",
  mdfe: "Valor da carga (R$)",
};
export const PARTY_LABELS: Readonly<Record<Family, string>> = {
  nfe: "Destinatário",
  cte: "Tomador",
  mdfe: "Destinatário",
};

export const AMBIENTE = { "1": "Produção", "2": "Homologação" };

/** Authorities that are not a UF.   @source MOC Visão Geral (cOrgao); NT 2020.001 */
export const AUTHORITIES: Readonly<Record<string, string>> = {
  "90": "Ambiente Nacional (RFB)",
  "91": "Ambiente Nacional",
  "92": "SEFAZ Virtual RS",
};

/** The printed titles of common eventos; others keep the text of their XML. A number means different
 * things by family.
 * @source leiautes of NF-e, CT-e 4.00 and MDF-e 3.00, tabelas de eventos */
export const TITLES: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  nfe: {
    "110110": "Carta de Correção Eletrônica",
    "110111": "Cancelamento",
    "110112": "Cancelamento por substituição",
    "110130": "Comprovante de entrega",
    "110131": "Cancelamento do comprovante de entrega",
    "110140": "Evento Prévio de Emissão em Contingência (EPEC)",
    "110150": "Ator interessado na NF-e",
    "110192": "Insucesso na entrega",
    "110193": "Cancelamento do insucesso na entrega",
    "210200": "Confirmação da Operação",
    "210210": "Ciência da Operação",
    "210220": "Desconhecimento da Operação",
    "210240": "Operação não Realizada",
  },
  cte: {
    "110110": "Carta de Correção Eletrônica",
    "110111": "Cancelamento",
    "110113": "Evento Prévio de Emissão em Contingência (EPEC)",
    "110160": "Registro Multimodal",
    "110170": "Informações da GTV",
    "110180": "Comprovante de entrega",
    "110181": "Cancelamento do comprovante de entrega",
    "110190": "Insucesso na entrega",
    "110191": "Cancelamento do insucesso na entrega",
    "610110": "Prestação do serviço em desacordo",
    "610111": "Cancelamento da prestação do serviço em desacordo",
  },
  mdfe: {
    "110111": "Cancelamento",
    "110112": "Encerramento",
    "110114": "Inclusão de condutor",
    "110115": "Inclusão de DF-e",
    "110116": "Pagamento da operação de transporte",
    "110117": "Confirmação do serviço de transporte",
    "110118": "Alteração do pagamento do serviço de transporte",
  },
};
