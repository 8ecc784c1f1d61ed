export { ACHADOS, type Achado, type AchadoCode, type AchadoRule, makeAchado } from "./achados.ts";
export { type ConsultedDocumento, findAddresses } from "./consulta/addresses.ts";
export {
  type DeadlineEnd,
  findCancelamentos,
  findEventoDeadline,
  findEventoRule,
  findEventosOf,
} from "./eventos/eventos.ts";
export { EVENTOS, type EventoAuthor, type EventoRule } from "./eventos/table.ts";
export {
  type Examination,
  type ParsedCertificado,
  REPAROS,
  type Reparo,
  type ReparoName,
  type Signature,
  type Trust,
} from "./examination.ts";
export { examineDfe } from "./examine.ts";
export { type JsonDfe, type JsonElement, readJson } from "./json/read-json.ts";
export { isCancelamento, REGISTRADO } from "./judge/judge-evento.ts";
export { vereditoOf } from "./judge/veredito-of.ts";
export type { PrintedCte } from "./printed-form/cte/cte.ts";
export type { PrintedEvento } from "./printed-form/evento/evento.ts";
export type { PrintedMdfe } from "./printed-form/mdfe/mdfe.ts";
export type { PrintedNfe } from "./printed-form/nfe/nfe.ts";
export { type PrintedForm, readPrintedForm } from "./printed-form/read-printed-form.ts";
export { ACRONYMS, NOTA_SCHEMAS } from "./read/layouts.ts";
export { type LoteBudget, type LoteDocumento, type LoteRefusal, openLote } from "./read/lote/lote.ts";
export { readDfe } from "./read/read-dfe.ts";
export {
  type CargoMeasure,
  type EventoResult,
  type IbsCbsTotals,
  type Identity,
  MODAIS,
  type Modal,
  type NamedParty,
  NON_DFE_REASONS,
  type NonDfeReason,
  type ParsedComercio,
  type ParsedDuplicata,
  type ParsedEvento,
  type ParsedItem,
  type ParsedNota,
  type ParsedPagamento,
  type ParsedReferencia,
  type ParsedResumo,
  type ParsedTotals,
  type ParsedTransporte,
  type Party,
  type Place,
  type Protocolo,
  type Reading,
  type SefazAlert,
  UNREADABLE_REASONS,
  type UnreadableReason,
} from "./reading.ts";
export { createRepairLimiter, type RepairLimiter } from "./reparo/repair-limiter.ts";
export { type Credential, signEvento } from "./signature/sign-evento.ts";
export { openSchemas, type SchemaResult, type Schemas } from "./structure/schemas.ts";
export {
  rankVeredito,
  SEVERITIES,
  type Severity,
  SIGNATURE_STATUSES,
  type SignatureStatus,
  VEREDITOS,
  type Veredito,
} from "./veredito.ts";
export {
  ENVELOPE_RULES,
  type Envelope,
  type EnvelopeRules,
  readEnvelope,
  readEnvelopeHead,
} from "./xml/envelope.ts";
export { escapeText } from "./xml/references.ts";
export {
  attributeOf,
  elementsOf,
  textOf,
  visitDescendants,
  type XmlElement,
  type XmlNode,
} from "./xml/tree.ts";
export { XmlError, type XmlFault } from "./xml/xml-error.ts";
