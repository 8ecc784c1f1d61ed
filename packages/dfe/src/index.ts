export { ACHADOS, type AchadoCodigo, type AchadoRule, makeAchado } from "./achados.ts";
export { type Credencial, signEvento } from "./assinatura/sign-evento.ts";
export { type ConsultedDocumento, findEnderecos } from "./consulta/endereco.ts";
export { type Esquemas, openEsquemas, type ResultadoEsquema } from "./estrutura/esquemas.ts";
export {
  type DeadlineEnd,
  findCancelamentos,
  findEventoDeadline,
  findEventoRule,
  findEventosDe,
} from "./eventos/eventos.ts";
export { type AutorEvento, EVENTOS, type EventoRule } from "./eventos/table.ts";
export { examineDfe } from "./examine.ts";
export { type JsonDfe, type JsonElemento, readJson } from "./json/read-json.ts";
export { isCancelamento, REGISTRADO } from "./judge/judge-evento.ts";
export { vereditoOf } from "./judge/veredito-of.ts";
export type {
  AlertaSefaz,
  ComercioLido,
  DuplicataLida,
  EventoLido,
  Identidade,
  ItemLido,
  Leitura,
  Lugar,
  MedidaCarga,
  Modal,
  MotivoIlegivel,
  MotivoNaoDfe,
  NotaLida,
  PagamentoLido,
  Parte,
  ParteCitada,
  Protocolo,
  ReferenciaLida,
  ResumoLido,
  RetornoEvento,
  TotaisIbsCbs,
  TotaisLidos,
  TransporteLido,
} from "./leitura.ts";
export { MODAIS, MOTIVOS_ILEGIVEL, MOTIVOS_NAO_DFE } from "./leitura.ts";
export type { PrintedCte } from "./printed-form/cte/cte.ts";
export type { PrintedEvento } from "./printed-form/evento/evento.ts";
export type { PrintedMdfe } from "./printed-form/mdfe/mdfe.ts";
export type { PrintedNfe } from "./printed-form/nfe/nfe.ts";
export { type PrintedForm, readPrintedForm } from "./printed-form/read-printed-form.ts";
export { type LoteBudget, type LoteDocumento, type LoteRefusal, openLote } from "./read/lote/lote.ts";
export { readDfe } from "./read/read-dfe.ts";
export { createRepairLimiter, type RepairLimiter } from "./reparo/repair-limiter.ts";
export type {
  Achado,
  Assinatura,
  CertificadoLido,
  EstadoAssinatura,
  Examination,
  Gravidade,
  Reparo,
  ReparoNome,
  Trust,
  Veredito,
} from "./veredito.ts";
export { ESTADOS_ASSINATURA, GRAVIDADES, REPAROS, rankVeredito, VEREDITOS } from "./veredito.ts";
