export { judgeDfe } from "./judge/judge-dfe.ts";
export type {
  EventoLido,
  ItemLido,
  Leitura,
  MotivoIlegivel,
  MotivoNaoDfe,
  NotaLida,
  Parte,
  Protocolo,
} from "./leitura.ts";
export { MOTIVOS_ILEGIVEL, MOTIVOS_NAO_DFE } from "./leitura.ts";
export { readDfe } from "./read/read-dfe.ts";
export type {
  Achado,
  AchadoCodigo,
  CertificadoLido,
  Confianca,
  Situacao,
  Veredito,
} from "./veredito.ts";
export { ACHADOS, rankSituacao, SITUACOES } from "./veredito.ts";
