/** Purposes of a nota de débito (finNFe 6), by tpNFDebito.
 * @source leiauteNFe_v4.00.xsd (PL_010e), tpNFDebito; NT 2025.002 */
export const TIPOS_DEBITO: Readonly<Record<string, string>> = {
  "01": "Transferência de créditos para cooperativas",
  "02": "Anulação de crédito por saídas imunes ou isentas",
  "03": "Débitos de notas não processadas na apuração",
  "04": "Multa e juros",
  "05": "Transferência de crédito na sucessão",
  "06": "Pagamento antecipado",
  "07": "Perda em estoque",
  "08": "Desenquadramento do Simples Nacional",
};

/** Purposes of a nota de crédito (finNFe 5), by tpNFCredito.
 * @source leiauteNFe_v4.00.xsd (PL_010e), tpNFCredito; NT 2025.002 */
export const TIPOS_CREDITO: Readonly<Record<string, string>> = {
  "01": "Multa e juros",
  "02": "Apropriação de crédito presumido de IBS na ZFM",
  "03": "Retorno por recusa total na entrega ou por destinatário não localizado",
  "04": "Redução de valores",
  "05": "Transferência de crédito na sucessão",
  "06": "Retorno por recusa parcial na entrega",
};
