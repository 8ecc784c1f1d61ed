export type { Permission, Role } from "./access.ts";
export { ACCESS, permissionOf, permissionOfAll, ROLES, readPath, rolesOfScopes } from "./access.ts";
export type { Envelope, FieldError, FieldRefusal } from "./envelope.ts";
export { RPC_ERROR, UNAUTHORIZED } from "./envelope.ts";
export { confirmedPassword } from "./fields/confirmed-password.ts";
export { parseDay, parseTime } from "./fields/date-time.ts";
export { parseDecimal, parseInteger } from "./fields/number.ts";
export type { FileEndpoint, FileField } from "./file-endpoints.ts";
export { FILE_ENDPOINTS } from "./file-endpoints.ts";
export * from "./limits.ts";
export { ENDPOINT_MESSAGES, PROBLEM_TITLES } from "./messages/endpoints.ts";
export { FIELD_MESSAGES } from "./messages/fields.ts";
export type { MessageKey } from "./messages/messages.ts";
export { formatMessage, MESSAGES } from "./messages/messages.ts";
export { OPERADOR_MESSAGES } from "./messages/operador.ts";
export { PARAM_MESSAGES } from "./messages/params.ts";
export { PEOPLE_MESSAGES } from "./messages/people.ts";
export { SCREEN_MESSAGES } from "./messages/screens.ts";
export type { Access, MethodRow, ParamsLimit, RecentSignIn, ResultSchema, Shape } from "./method.ts";
export { paramsLimitOf } from "./method.ts";
export type { RestForm, RestResponse, RestRow, RestSection, RestVerb, VersionOf } from "./rest/route.ts";
export { REST_SECTIONS } from "./rest/route.ts";
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
export type { BodyOf, InputOf, Rest, RouteName } from "./rest/table.ts";
export { getRestRow, REST, ROUTES } from "./rest/table.ts";
export { REST_FIELDS, REST_INTRODUCTION } from "./rest/texts.ts";
export type { ReturnedEntity } from "./returned-entities.ts";
export { RETURNED_ENTITIES } from "./returned-entities.ts";
export type { Scope } from "./scopes.ts";
export { DEFAULT_SCOPES, isScope, SCOPES, scopeOf } from "./scopes.ts";
export { AUDITOR_ORDERS, AUDITOR_TIPOS, auditorFilter } from "./services/auditor.ts";
export type { CaixaType } from "./services/caixa-email.ts";
export { CAIXA_AUTH_METHODS, CAIXA_ORDERS, CAIXA_TYPES, TEST_STEPS } from "./services/caixa-email.ts";
export { downloadWire, REPOSITORIO_SIDES } from "./services/download.ts";
export type { AnexoType } from "./services/email.ts";
export { ANEXO_RESULTS, ANEXO_TYPES, EMAIL_ORDERS } from "./services/email.ts";
export {
  CERTIFICADO_STATES,
  CHAIN_STATES,
  certificadoWire,
  DISTRIBUICAO_KINDS,
  EMPRESA_ORDERS,
  EMPRESA_PROOFS,
} from "./services/empresa.ts";
export {
  EXPORTACAO_FORMATS,
  exportacaoWire,
  FILE_STATES,
  requestedFileWire,
} from "./services/exportacao.ts";
export type { ImportacaoState } from "./services/importacao.ts";
export { IMPORTACAO_STATES, importacaoErrorWire, importacaoWire } from "./services/importacao.ts";
export { hasDomain, withoutLinks } from "./services/link-rules.ts";
export type { SendableEventoNeeds, SendableEventoType, SentItemField } from "./services/nota/evento.ts";
export {
  EVENTO_NEEDS,
  FIELD_LABELS,
  ITEM_FIELDS,
  SENDABLE_EVENTO_TYPES,
} from "./services/nota/evento.ts";
export { NOTA_ORDERS, notaFilter, STATUS_ABSENT } from "./services/nota/filter.ts";
export { PUBLIC_STATES } from "./services/nota/nota.ts";
export { CONSULTA_ORIGINS } from "./services/nota/sefaz.ts";
export type { QueueState, QueueType, StorageType } from "./services/operador.ts";
export {
  JOB_NAMES,
  OPERADOR_ACTIONS,
  QUEUE_NAMES,
  QUEUE_STATES,
  QUEUE_TYPES,
  STORAGE_NAMES,
} from "./services/operador.ts";
export { GROUPINGS } from "./services/painel.ts";
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
export type { DeliveryState, DeliveryType, WebhookReason, WebhookType } from "./services/webhook.ts";
export {
  DELIVERY_STATES,
  DELIVERY_TYPES,
  deliveryDetailWire,
  deliveryWire,
  WEBHOOK_REASONS,
  WEBHOOK_TYPES,
  webhookWire,
} from "./services/webhook.ts";
export type { ElementShape, SoapField } from "./soap/element-shape.ts";
export type { SoapDescription, SoapOperation } from "./soap/operations.ts";
export {
  describeOperation,
  isSoapOperation,
  SOAP_NAMESPACE,
  SOAP_OPERATIONS,
  soapNameOf,
} from "./soap/operations.ts";
export type { AccessOf, MethodName, Methods, ParamsOf, ParsedParamsOf, ResultOf } from "./table.ts";
export { getMethodRow, isMethodName, METHODS } from "./table.ts";
export type {
  CaixaFailure,
  ConsultaFailure,
  DistribuicaoProblem,
  FileFailure,
  ManifestacaoFailure,
} from "./texts/causes.ts";
export {
  AUDITOR_NOTICES,
  CAIXA_FAILURES,
  CAIXA_TEST_MESSAGES,
  CONSULTA_FAILURES,
  DISTRIBUICAO_NOTICES,
  DISTRIBUICAO_PROBLEMS,
  EVENTO_FAILURES,
  FILE_FAILURES,
  MANIFESTACAO_FAILURES,
  MANIFESTACAO_REFUSALS,
} from "./texts/causes.ts";
export { EXPORTACAO_TEXTS, FILTER_TEXTS } from "./texts/exportacao.ts";
export type { EmailState, Outcome, Reason, Ressalva } from "./texts/outcomes.ts";
export { OUTCOME_LABELS, OUTCOMES, REASONS, RESSALVAS } from "./texts/outcomes.ts";
export type { RegistroAction } from "./texts/registro.ts";
export { isRegistroAction, REGISTRO_TEXTS } from "./texts/registro.ts";
export type { Gravidade, Veredito } from "./texts/vereditos.ts";
export {
  GRAVIDADES,
  NFE_STATUS,
  NFE_STATUS_OTHER,
  STATUS_DETAILS,
  STATUS_WORDS,
  VEREDITO_LABELS,
  VEREDITOS,
} from "./texts/vereditos.ts";
export type { WebhookFailure } from "./texts/webhook.ts";
export { isWebhookFailure, WEBHOOK_FAILURES } from "./texts/webhook.ts";
export { instant, reviveDates } from "./wire.ts";
export {
  diaHoraParam,
  diaParam,
  formatWireInstant,
  instantParam,
  parseWireInstant,
  placeDates,
} from "./wire-dates.ts";
