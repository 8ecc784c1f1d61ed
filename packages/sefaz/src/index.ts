export type { AberturaCertificado, CertificadoA1 } from "./certificado.ts";
export { openCertificado } from "./certificado.ts";
export type { SefazClient, SefazOpcoes } from "./client.ts";
export { createSefazClient } from "./client.ts";
export type { ProtocoloSefaz, RespostaConsulta } from "./consulta-protocolo.ts";
export type { DizeresEvento, ItemEvento } from "./detalhe-evento.ts";
export type {
  Distribuidor,
  DocumentoDistribuido,
  PedidoDistribuicao,
  RespostaDistribuicao,
} from "./distribuicao.ts";
export type { Destino, Endpoint } from "./endpoints.ts";
export { findEndpoint } from "./endpoints.ts";
export type { EventoPronto, PedidoEvento } from "./evento.ts";
export { destinoOfEvento, writeEvento } from "./evento.ts";
export type { EventoSefaz } from "./eventos.ts";
export { foldJustificativa } from "./justificativa.ts";
export type { CausaSefaz } from "./outage.ts";
export { SefazOutage } from "./outage.ts";
export type { RespostaEvento } from "./recepcao-evento.ts";
export { canBeSemIe } from "./sem-ie.ts";
export type { OndeServico, RespostaServico } from "./status-servico.ts";
export { isRegistrado } from "./tables/cstat-evento.ts";
export type { Autorizador } from "./tables/endereco.ts";
export type { CampoItem, TpEventoNosso } from "./tables/eventos-nossos.ts";
export type { Ambiente, ModeloSefaz, ServicoSefaz } from "./tables/servicos.ts";
export { isModeloSefaz } from "./tables/servicos.ts";
export { readTitular, type Titular } from "./titular.ts";
export type { AjusteTls } from "./transporte.ts";
