export {
  ACCESS,
  type Permission,
  permissionOf,
  permissionOfAll,
  ROLES,
  type Role,
  readPath,
  rolesOfScopes,
  scopeOf,
} from "./access.ts";
export { type Envelope, type FieldError, type FieldRefusal, RPC_ERROR, UNAUTHORIZED } from "./envelope.ts";
export { confirmedPassword } from "./fields/confirmed-password.ts";
export { parseDay, parseTime } from "./fields/date-time.ts";
export { parseDecimal, parseInteger } from "./fields/number.ts";
export { FILE_ENDPOINTS, type FileEndpoint, type FileField } from "./file-endpoints.ts";
export * from "./limits.ts";
export { ENDPOINT_MESSAGES, PROBLEM_TITLES } from "./messages/endpoints.ts";
export { FIELD_MESSAGES } from "./messages/fields.ts";
export { LOTE_MESSAGES } from "./messages/lotes.ts";
export { formatMessage, MESSAGES, type MessageKey } from "./messages/messages.ts";
export { OPERADOR_MESSAGES } from "./messages/operador.ts";
export { PARAM_MESSAGES } from "./messages/params.ts";
export { PEOPLE_MESSAGES } from "./messages/people.ts";
export { QUOTED_SENTENCES } from "./messages/quoted-sentences.ts";
export { SCREEN_MESSAGES } from "./messages/screens.ts";
export { VISAO_MESSAGES } from "./messages/visoes.ts";
export { WEBHOOK_MESSAGES } from "./messages/webhooks.ts";
export {
  type Access,
  type MethodRow,
  type ParamsLimit,
  paramsLimitOf,
  type RecentSignIn,
  type ResultSchema,
  type Shape,
} from "./method.ts";
export {
  REST_SECTIONS,
  type RestForm,
  type RestResponse,
  type RestRow,
  type RestSection,
  type RestVerb,
  type VersionOf,
} from "./rest/route.ts";
export { REST_SCHEMAS } from "./rest/schema-names.ts";
export {
  BATCH_FLAGS_MAX,
  FEED_LIMIT,
  IDEMPOTENCY_DAY_MAX,
  IDEMPOTENCY_KEY_MAX,
  operationWire,
  pageWire,
  problemWire,
} from "./rest/shared.ts";
export {
  type BodyOf,
  getRestRow,
  type InputOf,
  REST,
  type Rest,
  ROUTES,
  type RouteName,
} from "./rest/table.ts";
export { REST_FIELDS, REST_INTRODUCTION } from "./rest/texts.ts";
export { RETURNED_ENTITIES, type ReturnedEntity } from "./returned-entities.ts";
export { DEFAULT_SCOPES, isScope, SCOPES, type Scope } from "./scopes.ts";
export { AUDITOR_ORDERS, AUDITOR_TIPOS, auditorFilter } from "./services/auditor.ts";
export {
  CAIXA_AUTH_METHODS,
  CAIXA_ORDERS,
  CAIXA_TYPES,
  type CaixaType,
  TEST_STEPS,
} from "./services/caixa-email.ts";
export { downloadWire, REPOSITORIO_SIDES } from "./services/download.ts";
export { ANEXO_RESULTS, ANEXO_TYPES, type AnexoType, EMAIL_ORDERS } from "./services/email.ts";
export {
  CERTIFICADO_STATES,
  CHAIN_STATES,
  certificadoWire,
  EMPRESA_ORDERS,
  EMPRESA_PROOFS,
} from "./services/empresa.ts";
export {
  EXPORTACAO_FORMATS,
  exportacaoWire,
  FILE_STATES,
  requestedFileWire,
} from "./services/exportacao.ts";
export {
  IMPORTACAO_STATES,
  type ImportacaoState,
  importacaoErrorWire,
  importacaoWire,
} from "./services/importacao.ts";
export { hasDomain, withoutLinks } from "./services/link-rules.ts";
export {
  LOTE_ESTADOS,
  LOTE_MARCAS,
  LOTE_ORIGENS,
  LOTE_SITUACOES,
  LOTE_TIPOS,
  type LoteEstado,
  type LoteMarca,
  type LoteOrigem,
  type LoteSituacao,
  type LoteTipo,
} from "./services/lote.ts";
export {
  EVENTO_NEEDS,
  FIELD_LABELS,
  ITEM_FIELDS,
  SENDABLE_EVENTO_TYPES,
  type SendableEventoNeeds,
  type SendableEventoType,
  type SentItemField,
} from "./services/nota/evento.ts";
export { NOTA_ORDERS, notaFilter, STATUS_ABSENT } from "./services/nota/filter.ts";
export { PUBLIC_STATES } from "./services/nota/nota.ts";
export { CONSULTA_ORIGINS } from "./services/nota/sefaz.ts";
export {
  JOB_NAMES,
  OPERADOR_ACTIONS,
  QUEUE_NAMES,
  QUEUE_STATES,
  QUEUE_TYPES,
  type QueueState,
  type QueueType,
  STORAGE_NAMES,
  type StorageType,
} from "./services/operador.ts";
export { GROUPINGS, PAINEL_DUE_MAX, PAINEL_TOPS_MAX, totalsOf } from "./services/painel.ts";
export { DOCUMENTOS_DO_FORNECEDOR_MAX, XML_STATES } from "./services/pedido-xml.ts";
export {
  captcha,
  email,
  identificador,
  isStrongPassword,
  newPassword,
  personName,
  requiredText,
  signInNameRule,
  tipoPessoa,
  uf,
} from "./services/rules.ts";
export { USUARIO_ORDERS } from "./services/usuario.ts";
export { DENSIDADES, type Densidade, VISAO_LISTAS, type VisaoLista } from "./services/visao.ts";
export {
  DELIVERY_STATES,
  DELIVERY_TYPES,
  type DeliveryState,
  type DeliveryType,
  deliveryDetailWire,
  deliveryWire,
  WEBHOOK_REASONS,
  WEBHOOK_TYPES,
  type WebhookReason,
  type WebhookType,
  webhookWire,
} from "./services/webhook.ts";
export type { ElementShape, SoapField } from "./soap/element-shape.ts";
export {
  describeOperation,
  isSoapOperation,
  SOAP_NAMESPACE,
  SOAP_OPERATIONS,
  type SoapDescription,
  type SoapOperation,
  soapNameOf,
} from "./soap/operations.ts";
export {
  type AccessOf,
  getMethodRow,
  isMethodName,
  METHODS,
  type MethodName,
  type Methods,
  type ParamsOf,
  type ParsedParamsOf,
  type ResultOf,
} from "./table.ts";
export {
  AUDITOR_NOTICES,
  CAIXA_FAILURES,
  CAIXA_TEST_MESSAGES,
  type CaixaFailure,
  CONSULTA_FAILURES,
  type ConsultaFailure,
  DISTRIBUICAO_NOTICES,
  DISTRIBUICAO_PROBLEMS,
  type DistribuicaoProblem,
  EVENTO_FAILURES,
  FILE_FAILURES,
  type FileFailure,
  MANIFESTACAO_FAILURES,
  MANIFESTACAO_REFUSALS,
  type ManifestacaoFailure,
} from "./texts/causes.ts";
export { EXPORTACAO_TEXTS, FILTER_TEXTS } from "./texts/exportacao.ts";
export { LOTE_REASONS } from "./texts/lote.ts";
export {
  type EmailState,
  OUTCOME_LABELS,
  OUTCOMES,
  type Outcome,
  REASONS,
  RESSALVAS,
  type Reason,
  type Ressalva,
} from "./texts/outcomes.ts";
export { isRegistroAction, REGISTRO_TEXTS, type RegistroAction } from "./texts/registro.ts";
export {
  GRAVIDADES,
  type Gravidade,
  NFE_STATUS,
  NFE_STATUS_OTHER,
  STATUS_DETAILS,
  STATUS_WORDS,
  VEREDITO_LABELS,
  VEREDITOS,
  type Veredito,
} from "./texts/vereditos.ts";
export { isWebhookFailure, WEBHOOK_FAILURES, type WebhookFailure } from "./texts/webhook.ts";
export { instant, reviveDates } from "./wire.ts";
export {
  diaHoraParam,
  diaParam,
  formatWireInstant,
  instantParam,
  parseWireInstant,
  placeDates,
} from "./wire-dates.ts";
