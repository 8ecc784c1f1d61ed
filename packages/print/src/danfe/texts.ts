import { formatInteger } from "@malote/syntax";

/** The fixed texts of a DANFE.   @source MOC NF-e 7.0, Anexo II; NT 2020.004 (etiqueta); NT 2026.003 (tipo
 * 2) */

export const MOD_FRETE: Readonly<Record<string, string>> = {
  "0": "0 - Por conta do remetente (CIF)",
  "1": "1 - Por conta do destinatário (FOB)",
  "2": "2 - Por conta de terceiros",
  "3": "3 - Próprio, do remetente",
  "4": "4 - Próprio, do destinatário",
  "9": "9 - Sem frete",
};

export const OPERATIONS: Readonly<Record<string, string>> = { "0": "0 - Entrada", "1": "1 - Saída" };

/** @source NT 2026.010 §4.2; leiauteNFe_v4.00.xsd, CRT */
export const REGIMES: Readonly<Record<string, string>> = {
  "1": "1 - SIMPLES NACIONAL",
  "2": "2 - SIMPLES NACIONAL - EXCESSO DE SUBLIMITE DE RECEITA BRUTA",
  "3": "3 - REGIME NORMAL",
  "4": "4 - SIMPLES NACIONAL - MEI",
};

/** @source leiauteNFe_v4.00.xsd, finNFe; NT 2025.002 */
export const FINALIDADES: Readonly<Record<string, string>> = {
  "2": "NF-e complementar",
  "3": "NF-e de ajuste",
  "4": "Devolução de mercadoria",
  "5": "Nota de crédito",
  "6": "Nota de débito",
};

/** @source leiauteNFe_v4.00.xsd, tPag; NT 2020.006 and its tables */
export const PAYMENT_MEANS: Readonly<Record<string, string>> = {
  "01": "Dinheiro",
  "02": "Cheque",
  "03": "Cartão de crédito",
  "04": "Cartão de débito",
  "05": "Crédito da loja",
  "10": "Vale-alimentação",
  "11": "Vale-refeição",
  "12": "Vale-presente",
  "13": "Vale-combustível",
  "14": "Duplicata mercantil",
  "15": "Boleto bancário",
  "16": "Depósito bancário",
  "17": "PIX (dinâmico)",
  "18": "Transferência, carteira digital",
  "19": "Fidelidade, cashback",
  "20": "PIX (estático)",
  "21": "Crédito em loja",
  "22": "Pagamento eletrônico não informado",
  "90": "Sem pagamento",
  "91": "Pagamento posterior",
  "99": "Outros",
};

export const CONSULTA = [
  "Consulta de autenticidade no portal nacional da NF-e",
  "www.nfe.fazenda.gov.br/portal ou no site da Sefaz autorizadora",
] as const;

export const CONTINGENCIA_FS = "DANFE em contingência - impresso em decorrência de problemas técnicos";
export const CONTINGENCIA_EPEC =
  "DANFE impresso em contingência - EPEC regularmente recebido pela Receita Federal do Brasil";
export const CONTINGENCIA_SVC = "Emitida em contingência, na SEFAZ Virtual de Contingência";
export const CONTINGENCIA_OFFLINE = "Emitida em contingência, pendente de autorização";

export const UNAUTHORIZED = "SEM AUTORIZAÇÃO DE USO";
/** @param itens number of printed items */
export function writeOmitted(itens: number, omitidos: number): string {
  return `ITENS ALÉM DO ${formatInteger(itens)}º NÃO IMPRESSOS: ${formatInteger(omitidos)}`;
}

export const CONTINUES = "Continua na folha seguinte";
export const CONTINUED = "Continuação da folha anterior";

export const LABEL_TEXTS = "DANFE SIMPLIFICADO - ETIQUETA";

export const TIPO2 = {
  title: "DANFE SIMPLIFICADO TIPO 2",
  subtitulo: "Documento Auxiliar da Nota Fiscal Eletrônica",
  homologacao: "EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL",
  contingencia: ["EMITIDA EM CONTINGÊNCIA", "Pendente de autorização"],
  consulte: "Consulte pela chave de acesso em",
  portal: "www.nfe.fazenda.gov.br/portal",
  vias: ["Via do consumidor", "Via do estabelecimento"],
  troco: "Troco R$",
  reforma: "IBS, CBS E IMPOSTO SELETIVO",
  base: "Base de cálculo IBS/CBS R$",
  ibsUf: "IBS estadual R$",
  ibsMunicipio: "IBS municipal R$",
  ibs: "Total do IBS R$",
  cbs: "Total da CBS R$",
  is: "Imposto Seletivo R$",
  total: "Total com IBS, CBS e IS R$",
} as const;
