export { isDataError } from "./data-error.ts";
export type { Database } from "./database.ts";
export { openDatabase } from "./database.ts";
export { newId } from "./ids.ts";
export type { SessaoAchada } from "./portaria.ts";
export type { Entregue, Vez } from "./portaria-tarefas.ts";
export type { Presence } from "./presence.ts";
export { holdPresence } from "./presence.ts";
export type { Sql, SqlValue } from "./sql.ts";
