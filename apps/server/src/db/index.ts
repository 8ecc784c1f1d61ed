export type { Database, DatabaseOptions } from "./database.ts";
export { openDatabase } from "./database.ts";
export type { Prisma } from "./generated/client.ts";
export { newId } from "./ids.ts";
export type { Portaria } from "./portaria.ts";
export type { Sql, SqlValue } from "./sql.ts";
export type { Db } from "./transaction.ts";
