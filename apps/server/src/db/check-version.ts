import { StartRefusal } from "../errors.ts";
import { text } from "./text-columns.ts";
import { type On, textStatement } from "./text-statement.ts";

const OLDEST = 17;
/** `server_version_num` counts the major version in this unit. */
const MAJOR = 10_000;

const VERSION = textStatement({ serverVersion: text }, "SHOW server_version");
const VERSION_NUM = textStatement({ serverVersionNum: text }, "SHOW server_version_num");

/** PostgreSQL's version, as "17.6". */
export async function findServerVersion(on: On): Promise<string> {
  return (await VERSION.first(on))?.serverVersion ?? "";
}

/**
 * Refuses a server that {@link checkVersion} refuses.
 * @throws {StartRefusal} below PostgreSQL 17
 */
export async function checkServer(on: On, variable?: string): Promise<void> {
  checkVersion(Number((await VERSION_NUM.first(on))?.serverVersionNum), variable);
}

/**
 * Refuses a PostgreSQL older than our statements. versionNum: `server_version_num`, 150018 for
 * 15.18; variable: the setting in the message.
 * @throws {StartRefusal} below PostgreSQL 17
 */
export function checkVersion(versionNum: number, variable = "DATABASE_URL"): void {
  const major = Math.floor(versionNum / MAJOR);
  if (major >= OLDEST) return;
  throw new StartRefusal(
    `O PostgreSQL de ${variable} é o ${major}; o Malote precisa do ${OLDEST} ou mais novo. Nada foi alterado nele.`,
  );
}
