export { findChaves } from "./documents/chaves.ts";
export { PDF_LIMITES, readPdfTexto } from "./documents/pdf-text.ts";
export { hasDfe } from "./documents/roots.ts";
export type { CodigoFalha, PassoProva } from "./failure/codes.ts";
export { CODIGOS_FALHA, PASSOS_PROVA } from "./failure/codes.ts";
export type { CausaFalha } from "./failure/outage.ts";
export { CAUSAS_FALHA, MailOutage, toOutage } from "./failure/outage.ts";
export type { MensagemLida } from "./mime/message.ts";
export { splitMensagem } from "./mime/message.ts";
export type { MotivoMensagem } from "./mime/parser.ts";
export { MOTIVOS_MENSAGEM } from "./mime/parser.ts";
export type { Origem, ParteLida } from "./mime/part.ts";
export { listPartes, toParte } from "./mime/part.ts";
export type { CertificadoVisto } from "./network/connection.ts";
export { connectTcp, startTls } from "./network/connection.ts";
export type { Destino, RedePolitica, Resolver } from "./network/endpoint.ts";
export { DEFAULT_REDE, findDestino } from "./network/endpoint.ts";
export type { OAuthConfig, Token } from "./network/token.ts";
export { fetchToken } from "./network/token.ts";
export type { LimitesPacote, Orcamento, RecusaPacote } from "./packages/budget.ts";
export { createOrcamento, LIMITES_PACOTE, RECUSAS_PACOTE } from "./packages/budget.ts";
export type { Formato } from "./packages/format.ts";
export type { Abertura, ParteAberta } from "./packages/unpack.ts";
export { unpackParte } from "./packages/unpack.ts";
export type { MeiosVolume, VolumeAberto, VolumeSolto } from "./packages/unpack-volume.ts";
export { unpackVolume } from "./packages/unpack-volume.ts";
export type { Volume } from "./packages/volume.ts";
export type { CaixaProva } from "./probe/probe.ts";
export { probeServidor } from "./probe/probe.ts";
export type { CodigoProva, PassoFeito, Prova } from "./probe/step-log.ts";
export { CODIGOS_EXITO } from "./probe/step-log.ts";
export type {
  CaixaConfig,
  Entrada,
  Listagem,
  MailSource,
  MensagemRef,
  TipoCaixa,
} from "./source/mail-source.ts";
export { openMailSource } from "./source/open.ts";
