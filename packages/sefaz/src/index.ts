export type { CertificadoA1, OpenedCertificado } from "./certificado/certificado.ts";
export { openCertificado } from "./certificado/certificado.ts";
export { type Holder, readHolder } from "./certificado/holder.ts";
export type { SefazClient, SefazOptions } from "./client.ts";
export { createSefazClient } from "./client.ts";
export type { ConsultaResponse, ProtocoloSefaz } from "./consulta/consulta-protocolo.ts";
export type { EventoSefaz } from "./consulta/linked-eventos.ts";
export type { StatusResponse, StatusTarget } from "./consulta/status-servico.ts";
export type {
  DistribuicaoRequest,
  DistribuicaoResponse,
  DocumentoDistribuido,
} from "./distribuicao/distribuicao.ts";
export type { Endpoint, EndpointQuery } from "./endpoints.ts";
export { findEndpoint } from "./endpoints.ts";
export type { EventoRequest, SignedEvento } from "./evento/evento.ts";
export { endpointQueryOfEvento, writeEvento } from "./evento/evento.ts";
export type { EventoDetail, EventoItem } from "./evento/evento-detail.ts";
export { normalizeJustificativa } from "./evento/justificativa.ts";
export type { EventoResponse } from "./evento/recepcao-evento.ts";
export { canBeSemIe } from "./sem-ie.ts";
export type { Authorizer } from "./tables/addresses.ts";
export { isRegistrado } from "./tables/cstat-evento.ts";
export type { ItemField, OwnTpEvento } from "./tables/own-eventos.ts";
export type { Ambiente, SefazModelo, SefazService } from "./tables/services.ts";
export { isModeloSefaz } from "./tables/services.ts";
export type { SefazCause } from "./transport/outage.ts";
export { SefazOutage } from "./transport/outage.ts";
export type { TlsOverride } from "./transport/transport.ts";
