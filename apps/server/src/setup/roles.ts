import type pg from "pg";
import { pgType, textStatement } from "../db/index.ts";
import { StartRefusal } from "../errors.ts";
import { BACKUP_ROLE } from "./backup-role.ts";
import { codeOf, INSUFFICIENT_PRIVILEGE, retryOnConflict } from "./retry.ts";

/**
 * malote_app: the role of http and worker. malote_restrito: the same, restricted to some empresas.
 * malote_portaria: owner of the gatekeeper functions. malote_backup: the owner assumes it to read
 * all rows for a backup.
 */
const ROLES = ["malote_app", "malote_restrito", "malote_portaria", BACKUP_ROLE];

/**
 * Ensures that the roles exist and that the owner may assume them; a dump restored elsewhere
 * contains neither. A superuser needs no membership.
 * @throws {StartRefusal} when the owner may neither create nor join them
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  try {
    await makeRoles(client);
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) throw refusal(client, error);
    throw error;
  }
}

async function makeRoles(client: pg.Client): Promise<void> {
  for (const role of ROLES) {
    await retryOnConflict(async () => {
      const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
      if (rowCount === 0) await client.query(`CREATE ROLE ${role} NOLOGIN`);
    });
    await retryOnConflict(() => ensureMember(client, role));
  }
  await retryOnConflict(async () => {
    const found = await RESTRICTED_INHERITS.first(client);
    if (!found?.pode) await client.query("GRANT malote_app TO malote_restrito WITH INHERIT TRUE");
  });
}

const RESTRICTED_INHERITS = textStatement(
  { pode: pgType.boolean },
  "SELECT pg_has_role('malote_restrito', 'malote_app', 'USAGE') AS pode",
);
const IS_MEMBER = textStatement(
  { pode: pgType.boolean },
  "SELECT pg_has_role(current_user, $1, 'SET') AND (NOT $2 OR pg_has_role(current_user, $1, 'USAGE')) AS pode",
);

async function ensureMember(client: pg.Client, role: string): Promise<void> {
  // Not inherited: row security applies to the owner except where it assumes this role explicitly.
  const inherits = role !== BACKUP_ROLE;
  const found = await IS_MEMBER.first(client, [role, inherits]);
  if (!found?.pode) await client.query(`GRANT ${role} TO CURRENT_USER WITH INHERIT ${inherits}, SET TRUE`);
}

function refusal(client: pg.Client, cause: unknown): StartRefusal {
  const owner = client.escapeIdentifier(client.user ?? "");
  const make = ROLES.map((role) => `CREATE ROLE ${role};`).join(" ");
  return new StartRefusal(
    "O usuário do banco não pode criar nem assumir os papéis do Malote. Como superusuário, rode (menos os que já existem): " +
      `${make} GRANT malote_app TO malote_restrito; GRANT ${ROLES.join(", ")} TO ${owner};`,
    { cause },
  );
}
