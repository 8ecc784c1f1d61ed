import { StartRefusal } from "../errors.ts";

const OLDEST = 17;
/** `server_version_num` counts the major version in this unit. */
const MAJOR = 10_000;

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
