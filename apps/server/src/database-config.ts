import { StartRefusal } from "./errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

const OWN_LOGIN =
  "o servidor não entra mais no banco como o dono dele. Deixe em DATABASE_URL o dono, que só a preparação do banco usa, e ponha em " +
  "DATABASE_APP_URL o mesmo endereço com outro usuário e outra senha (por exemplo postgresql://malote_login:SENHA@127.0.0.1:5432/malote). " +
  "A preparação cria esse usuário; se não puder, mostra os comandos.";

/** The address for http, worker and commands; the role guard refuses an owner's. */
export function readDatabaseUrl(env: Env): string {
  const url = env.DATABASE_APP_URL || env.DATABASE_URL;
  if (url) return checkUrl(env.DATABASE_APP_URL ? "DATABASE_APP_URL" : "DATABASE_URL", url);
  throw new StartRefusal("Falta DATABASE_APP_URL: o endereço do PostgreSQL com o usuário do servidor.");
}

/**
 * The address of the database's owner; only setup connects to it.
 * @throws {StartRefusal} when it is absent, or names the same user as the server's
 */
export function readOwnerUrl(env: Env): string {
  if (!env.DATABASE_URL)
    throw new StartRefusal("Falta DATABASE_URL: o endereço do PostgreSQL, com o dono do banco.");
  const owner = checkUrl("DATABASE_URL", env.DATABASE_URL);
  if (!env.DATABASE_APP_URL) throw new StartRefusal(`Falta DATABASE_APP_URL: ${OWN_LOGIN}`);
  const app = checkUrl("DATABASE_APP_URL", env.DATABASE_APP_URL);
  if (new URL(app).username !== new URL(owner).username) return owner;
  throw new StartRefusal(`DATABASE_APP_URL e DATABASE_URL usam o mesmo usuário, e ${OWN_LOGIN}`);
}

function checkUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "postgresql:" || url?.protocol === "postgres:") return text;
  throw new StartRefusal(
    `${name} não é um endereço do PostgreSQL (postgresql://usuario:senha@maquina:5432/banco).`,
  );
}
