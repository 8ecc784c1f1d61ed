import pg from "pg";
import { pgType, textStatement } from "../db/index.ts";
import { APP_ROLE, connectionConfig, RESTRICTED_ROLE } from "../db/pool.ts";
import { StartRefusal } from "../errors.ts";
import { codeOf, INSUFFICIENT_PRIVILEGE, retryOnConflict } from "./retry.ts";
import { writeScramVerifier } from "./scram.ts";

const APP_ROLES = [APP_ROLE, RESTRICTED_ROLE];
const WRONG_PASSWORD = "28P01";
const ASCII = /^[\x21-\x7e]*$/;

type DatabaseLogin = { nome: string; senha: string; banco: string };

/**
 * Ensures that the server's login exists, may assume the server's roles, and has the password of
 * `databaseUrl`. Changes the password only of a login that setup created for this database.
 * @returns the changes, as lines for the operator
 * @throws {StartRefusal} when the owner may not create it, or the password of a foreign login is wrong
 */
export async function ensureLogin(client: pg.Client, databaseUrl: string): Promise<string[]> {
  const login = readLogin(databaseUrl);
  try {
    const lines = await retryOnConflict(() => makeLogin(client, login));
    if (await opens(databaseUrl)) return lines;
    await retryOnConflict(() => changePassword(client, login));
    if (await opens(databaseUrl)) return [...lines, `senha do usuário ${login.nome} do banco trocada`];
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) throw refusal(login, error);
    throw error;
  }
  throw new StartRefusal(`O banco recusa a senha de ${login.nome} em DATABASE_APP_URL (veja pg_hba.conf).`);
}

function readLogin(databaseUrl: string): DatabaseLogin {
  const url = new URL(databaseUrl);
  const login = {
    nome: decodeURIComponent(url.username),
    senha: decodeURIComponent(url.password),
    banco: decodeURIComponent(url.pathname.slice(1)),
  };
  if (login.nome === "") throw new StartRefusal("DATABASE_APP_URL não informa o usuário do banco.");
  if (ASCII.test(login.senha)) return login;
  throw new StartRefusal("A senha de DATABASE_APP_URL só pode ter letras sem acento, números e sinais.");
}

/** Without INHERIT the login has no rights of its own: it acts only through the server's roles. */
async function makeLogin(client: pg.Client, login: DatabaseLogin): Promise<string[]> {
  const nome = client.escapeIdentifier(login.nome);
  const found = await findLogin(client, login);
  if (found === null) {
    const senha =
      login.senha === "" ? "" : ` PASSWORD ${client.escapeLiteral(writeScramVerifier(login.senha))}`;
    await client.query(
      `CREATE ROLE ${nome} LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS${senha}`,
    );
    await client.query(`COMMENT ON ROLE ${nome} IS ${client.escapeLiteral(markOf(login))}`);
  }
  const { faltam, conecta } = found ??
    (await findLogin(client, login)) ?? { faltam: APP_ROLES, conecta: true };
  for (const role of faltam) await client.query(`GRANT ${role} TO ${nome} WITH INHERIT FALSE, SET TRUE`);
  if (!conecta)
    await client.query(`GRANT CONNECT ON DATABASE ${client.escapeIdentifier(login.banco)} TO ${nome}`);
  return found === null ? [`usuário ${login.nome} do banco criado`] : [];
}

const FIND_LOGIN = textStatement(
  { nosso: pgType.boolean, conecta: pgType.boolean, faltam: pgType.texts },
  `SELECT coalesce(shobj_description(r.oid, 'pg_authid') = $2, false) AS nosso,
     has_database_privilege(r.oid, current_database(), 'CONNECT') AS conecta,
     (SELECT coalesce(array_agg(a.rolname::text), '{}') FROM pg_roles a
      WHERE a.rolname = ANY ($3) AND NOT pg_has_role(r.oid, a.oid, 'SET')) AS faltam
   FROM pg_roles r WHERE r.rolname = $1`,
);

const findLogin = (client: pg.Client, login: DatabaseLogin) =>
  FIND_LOGIN.first(client, [login.nome, markOf(login), APP_ROLES]);

/** Another Malote on the same server may have a login of the same name. */
function markOf({ banco }: DatabaseLogin): string {
  return `Malote: login do servidor para o banco ${banco}`;
}

async function opens(databaseUrl: string): Promise<boolean> {
  const probe = new pg.Client(connectionConfig(databaseUrl, {}));
  try {
    await probe.connect();
    return true;
  } catch (error) {
    if (codeOf(error) === WRONG_PASSWORD) return false;
    throw error;
  } finally {
    await probe.end();
  }
}

async function changePassword(client: pg.Client, login: DatabaseLogin): Promise<void> {
  const found = await findLogin(client, login);
  if (!found?.nosso) {
    throw new StartRefusal(
      `A senha em DATABASE_APP_URL não é a do usuário ${login.nome} do banco, e não foi a preparação deste banco que o criou: ` +
        "corrija a senha ou escolha outro nome de usuário.",
    );
  }
  const senha = client.escapeLiteral(writeScramVerifier(login.senha));
  await client.query(`ALTER ROLE ${client.escapeIdentifier(login.nome)} PASSWORD ${senha}`);
}

function refusal({ nome }: DatabaseLogin, cause: unknown): StartRefusal {
  return new StartRefusal(
    `O dono do banco não pode criar o usuário ${nome}, com que o servidor entra, nem lhe dar os papéis. Como superusuário, rode (se ele já existe, só o GRANT): ` +
      `CREATE ROLE ${nome} LOGIN NOINHERIT PASSWORD '<a senha de DATABASE_APP_URL>'; GRANT ${APP_ROLES.join(", ")} TO ${nome};`,
    { cause },
  );
}
