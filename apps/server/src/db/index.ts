export { checkServer, findServerVersion } from "./check-version.ts";
export type { Oauth } from "./columns.ts";
export { isDataError } from "./data-error.ts";
export type { Database } from "./database.ts";
export { openDatabase } from "./database.ts";
export {
  anyOf,
  column,
  countChanged,
  countRows,
  expressionsOf,
  insertIfFound,
  insertObjects,
  jsonRows,
  literals,
  lockText,
  lockTextShared,
  notExists,
  type Row,
  refsOf,
  unionAll,
  unnestObjects,
  unnestRows,
} from "./expressions.ts";
export { fixedStatement } from "./fixed-statement.ts";
export type { ClaimedContact, PublicNotaRow } from "./gatekeeper/contas.ts";
export type { FoundFeed } from "./gatekeeper/feed.ts";
export type { FoundSession, WatchedCaixa } from "./gatekeeper/gatekeeper.ts";
export { BEAT_MAX_S, type Installation, type WorkerCount } from "./gatekeeper/installation.ts";
export type { SealedCount } from "./gatekeeper/keys.ts";
export type { InstallationMetrics } from "./gatekeeper/metrics.ts";
export type { DueNotification, ObservedCondition } from "./gatekeeper/notifications.ts";
export type {
  CaixaStatus,
  FailureQuery,
  FailureRow,
  FinishedWork,
  OperatorRef,
  PollPause,
  QueueRow,
  StorageMeasure,
} from "./gatekeeper/operator.ts";
export type { ChallengeUse } from "./gatekeeper/passkeys.ts";
export type {
  BreakerResult,
  BreakerSettings,
  PolicyClock,
  ScopeBlock,
  SlotRequest,
} from "./gatekeeper/sefaz.ts";
export type { Throttle } from "./gatekeeper/sign-in.ts";
export type { HandedOverTask, RoundPosition } from "./gatekeeper/tasks.ts";
export type { FoundApiToken, LinkHolder } from "./gatekeeper/users.ts";
export { holdKeys } from "./hold-keys.ts";
export { newId } from "./ids.ts";
export { compileSql, createDb, type Db, type StatementBuilder, senderOf, sqlText } from "./kysely.ts";
export { mapValue, type OrPlaceholder, type Placeholders } from "./placeholder.ts";
export type { Presence } from "./presence.ts";
export { holdPresence, tryAdvisoryLock } from "./presence.ts";
export type { SqlValue } from "./run-statement.ts";
export type { RowOf } from "./text-columns.ts";
export * as pgType from "./text-columns.ts";
export {
  columnsSql,
  executeText,
  querySql,
  queryText,
  type TextStatement,
  textStatement,
} from "./text-statement.ts";
export type { Restriction } from "./transaction.ts";
