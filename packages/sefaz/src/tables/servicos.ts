/** tpAmb: "1" produção, "2" homologação. */
export type Ambiente = "1" | "2";

/** What can be asked: the state of one document, or whether an authorizer is at work. */
export type ServicoSefaz = "consultaProtocolo" | "statusServico";

/** Web service and operation of each question; its namespace and SOAP action are made of both.
 * @source MOC Visão Geral §5; WSDL of NFeConsultaProtocolo4 and NFeStatusServico4 */
export const SERVICOS = {
  consultaProtocolo: { nome: "NFeConsultaProtocolo4", operacao: "nfeConsultaNF" },
  statusServico: { nome: "NFeStatusServico4", operacao: "nfeStatusServicoNF" },
} as const satisfies Record<ServicoSefaz, { nome: string; operacao: string }>;
