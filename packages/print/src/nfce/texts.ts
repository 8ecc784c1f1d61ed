/** The fixed texts of a DANFE NFC-e.   @source Manual de Especificações Técnicas do DANFE NFC-e e QR Code
 * 5.0; NT 2025.001 */

export const TITLE = "DANFE NFC-e - Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica";
export const SEM_CREDITO = "Não permite aproveitamento de crédito de ICMS";
export const HOMOLOGACAO = "EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO – SEM VALOR FISCAL";
export const CONTINGENCIA = "EMITIDA EM CONTINGÊNCIA";
export const PENDING = "Pendente de autorização";
export const CANCELLED = "NFC-e CANCELADA – SEM VALOR FISCAL";
export const DENIED = "NFC-e DENEGADA – SEM VALOR FISCAL";
export const CONSULTE = "Consulte pela Chave de Acesso em";
export const SEM_CONSUMIDOR = "CONSUMIDOR NÃO IDENTIFICADO";
export const CONSULTE_QR = "Consulta via leitor de QR Code";
export const TRIBUTOS = "Tributos totais incidentes (Lei Federal 12.741/2012): R$ ";

export const COLUMNS = {
  codigo: "CÓDIGO",
  descricao: "DESCRIÇÃO",
  quantidade: "QTDE",
  unidade: "UN",
  unitario: "VL UNIT",
  total: "VL TOTAL",
};

export const TOTALS = {
  itens: "Qtde. total de itens",
  produtos: "Valor total R$",
  servicos: "Serviços R$",
  desconto: "Desconto R$",
  frete: "Frete R$",
  seguro: "Seguro R$",
  outras: "Outras despesas R$",
  desonerado: "ICMS desonerado R$",
  icmsSt: "ICMS ST R$",
  fcpSt: "FCP ST R$",
  monofasicoRetencao: "ICMS monofásico, retenção R$",
  ii: "Imposto de importação R$",
  ipi: "IPI R$",
  ipiDevolvido: "IPI devolvido R$",
  pagar: "Valor a pagar R$",
  ibs: "IBS R$",
  cbs: "CBS R$",
  is: "Imposto Seletivo R$",
  comTributos: "Total com IBS, CBS e IS R$",
  forma: "FORMA DE PAGAMENTO",
  pago: "VALOR PAGO R$",
  troco: "Troco R$",
};
