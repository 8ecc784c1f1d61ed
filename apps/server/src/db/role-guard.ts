import type pg from "pg";
import { StartRefusal } from "../errors.ts";
import { boolean, number, type RowOf, text, texts } from "./text-columns.ts";
import { textStatement } from "./text-statement.ts";

const ROLE = { nome: text, rolsuper: boolean, rolbypassrls: boolean };
type RoleRow = RowOf<typeof ROLE>;

const CURRENT_ROLE = textStatement(
  ROLE,
  "SELECT rolname AS nome, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user",
);

/** The server's two roles: for all users, and for those restricted to some empresas. */
export type RoleNames = { app: string; restrito: string };

/** Codes of a wrong DATABASE_APP_URL: password, user, and a user that may not assume the role. */
const LOGIN_REFUSED: Readonly<Record<string, string>> = {
  "28P01": "a senha está errada, ou o usuário não existe",
  "28000": "o banco não o aceita desta máquina",
  "42501": "ele não pode assumir os papéis do Malote",
  "22023": "os papéis do Malote não existem nesse banco",
};

/** Explains a connection that PostgreSQL refused because of its login; returns any other error unchanged. */
export function explainLogin(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = LOGIN_REFUSED[code];
  if (why === undefined) return error;
  return new StartRefusal(
    `O banco recusou o usuário de DATABASE_APP_URL: ${why}. A preparação do banco (npm start, ou o serviço setup) o cria e corrige.`,
    { cause: error },
  );
}

/**
 * Row security does not apply to a superuser or a role with BYPASSRLS: such a process must not start.
 * @throws {StartRefusal}
 */
export async function refusePowerfulRole(pool: pg.Pool, role: string): Promise<void> {
  const roleRow = await CURRENT_ROLE.first(pool);
  if (roleRow === null || roleRow.nome !== role) {
    throw new StartRefusal(
      `A conexão com o banco deveria usar o papel ${role} e usa ${roleRow?.nome ?? "outro"}: o Malote não inicia.`,
    );
  }
  refusePower(roleRow);
}

const LOGIN = textStatement(
  { nome: text, poderes: texts, papeis: texts, possui: number },
  `SELECT r.rolname::text AS nome,
     array_remove(ARRAY[CASE WHEN rolsuper THEN 'é superusuário' END, CASE WHEN rolbypassrls THEN 'tem BYPASSRLS' END,
       CASE WHEN rolcreaterole THEN 'tem CREATEROLE' END, CASE WHEN rolcreatedb THEN 'tem CREATEDB' END,
       CASE WHEN rolreplication THEN 'tem REPLICATION' END], NULL) AS poderes,
     (SELECT coalesce(array_agg(m.rolname::text ORDER BY m.rolname), '{}') FROM pg_roles m
      WHERE m.rolname <> ALL (ARRAY[r.rolname, $1, $2]::name[]) AND pg_has_role(r.oid, m.oid, 'MEMBER')) AS papeis,
     (SELECT count(*) FROM pg_shdepend d WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid AND d.deptype = 'o'
        AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())))
     + (SELECT count(*) FROM pg_class c WHERE c.relowner IN (SELECT oid FROM pg_roles WHERE rolname IN ($1, $2))
        AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relpersistence <> 't')
     + (SELECT count(*) FROM pg_proc p WHERE p.proowner IN (SELECT oid FROM pg_roles WHERE rolname IN ($1, $2))) AS possui
   FROM pg_roles r WHERE r.rolname = session_user`,
);
type LoginRow = RowOf<typeof LOGIN.columns>;

/**
 * Checks the login under the role. Injected SQL can leave the role (SET ROLE NONE), so the login
 * must have no rights of its own: no attribute, no object, no role but the server's two, which own
 * no table or function.
 * @throws {StartRefusal}
 */
export async function refusePowerfulLogin(pool: pg.Pool, { app, restrito }: RoleNames): Promise<void> {
  const login = await LOGIN.first(pool, [app, restrito]);
  if (login === null)
    throw new StartRefusal("O banco não informou o usuário da conexão: o Malote não inicia.");
  const excess = listExcess(login);
  if (excess.length === 0) return;
  throw new StartRefusal(
    `O usuário ${login.nome}, com que o servidor entra no banco, ${excess.join(", ")}: o Malote não inicia, porque uma falha nele daria o banco ` +
      "inteiro. Ponha em DATABASE_APP_URL um usuário só do servidor (por exemplo malote_login) e em DATABASE_URL, que só a preparação usa, o dono; " +
      "a preparação cria o primeiro.",
  );
}

function listExcess({ poderes, papeis, possui }: LoginRow): string[] {
  // A superuser has every attribute and role: listing them adds nothing.
  if (poderes.includes("é superusuário")) return ["é superusuário"];
  return [
    ...poderes,
    ...(papeis.length > 0 ? [`pode agir como ${papeis.join(" e ")}`] : []),
    ...(possui > 0 ? ["é dono de objetos do banco"] : []),
  ];
}

const RESTRICTED = textStatement(
  { ...ROLE, assume: boolean, herda: boolean, contem: boolean },
  `SELECT rolname AS nome, rolsuper, rolbypassrls, pg_has_role(session_user, oid, 'SET') AS assume,
     pg_has_role(oid, $2::name, 'USAGE') AS herda, pg_has_role($2::name, oid, 'MEMBER') AS contem
   FROM pg_roles WHERE rolname = $1`,
);

/**
 * Checks the role of restricted users: row security applies to it, this login may assume it, and
 * the role of all users is not a member of it (it would be restricted too).
 * @throws {StartRefusal}
 */
export async function refuseLooseRole(
  pool: pg.Pool,
  { role, of }: { role: string; of: string },
): Promise<void> {
  const roleRow = await RESTRICTED.first(pool, [role, of]);
  if (!roleRow?.assume || !roleRow.herda || roleRow.contem) {
    throw new StartRefusal(
      `O papel ${role}, dos usuários restritos a algumas empresas, não existe ou não está como deveria: o Malote não inicia. ` +
        "Rode a preparação do banco outra vez (ela o corrige ou mostra como).",
    );
  }
  refusePower(roleRow);
}

function refusePower({ nome, rolsuper, rolbypassrls }: RoleRow): void {
  if (!rolsuper && !rolbypassrls) return;
  const power = rolsuper ? "é superusuário" : "tem BYPASSRLS";
  throw new StartRefusal(
    `O papel ${nome} ${power} e veria os dados de todas as contas: o Malote não inicia. ` +
      `Corrija com: ALTER ROLE ${nome} NOSUPERUSER NOBYPASSRLS`,
  );
}

const LOOSE_TABLES = textStatement(
  { soltas: texts, fechadas: texts },
  `SELECT
     (SELECT coalesce(array_agg(c.relname::text ORDER BY c.relname), '{}') FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity)) AS soltas,
     (SELECT coalesce(array_agg(nome ORDER BY nome), '{}') FROM (
        SELECT c.relname::text AS nome FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
        WHERE (SELECT oid FROM pg_roles WHERE rolname = $1) = ANY (p.polroles) AND NOT has_any_column_privilege($1, c.oid, 'SELECT')
          AND NOT c.relispartition
        UNION SELECT f.proname::text FROM pg_proc f
        WHERE f.pronamespace = 'public'::regnamespace AND f.proowner = (SELECT oid FROM pg_roles WHERE rolname = 'malote_portaria')
          AND NOT has_function_privilege($1, f.oid, 'EXECUTE')) x) AS fechadas`,
);

/**
 * Finds tables without forced row security, and missing rights of the server's role: on a table
 * that a policy opens to it, or on a gatekeeper function.
 * @throws {StartRefusal} with their names
 */
export async function refuseLooseTables(pool: pg.Pool, role: string): Promise<void> {
  const { soltas = [], fechadas = [] } = (await LOOSE_TABLES.first(pool, [role])) ?? {};
  if (soltas.length > 0) {
    throw new StartRefusal(
      `Tabelas sem a segurança por linha forçada, que separa as contas: ${soltas.join(", ")}. Rode a preparação do banco ou desfaça a mudança.`,
    );
  }
  if (fechadas.length === 0) return;
  throw new StartRefusal(
    `O papel ${role} perdeu o direito de usar: ${fechadas.join(", ")}. Rode a preparação do banco ou devolva-o com GRANT.`,
  );
}
