import type pg from "pg";
import { StartRefusal } from "../errors.ts";

type Papel = { nome: string; rolsuper: boolean; rolbypassrls: boolean };

/**
 * Row security says nothing to a superuser or to a role with BYPASSRLS: such a process must not start.
 * @throws {StartRefusal}
 */
export async function refusePowerfulRole(pool: pg.Pool, role: string): Promise<void> {
  const { rows } = await pool.query<Papel>(
    "SELECT rolname AS nome, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user",
  );
  const papel = rows[0];
  if (papel === undefined || papel.nome !== role) {
    throw new StartRefusal(
      `A conexão com o banco deveria usar o papel ${role} e usa ${papel?.nome ?? "outro"}: o Malote não inicia.`,
    );
  }
  refusePower(papel);
}

/**
 * The role of restricted people: one that row security holds, that this login may take, and that the role of everybody else is not part of
 * (it would be restricted too).
 * @throws {StartRefusal}
 */
export async function refuseLooseRole(
  pool: pg.Pool,
  { role, of }: { role: string; of: string },
): Promise<void> {
  const { rows } = await pool.query<Papel & { assume: boolean; herda: boolean; contem: boolean }>(
    `SELECT rolname AS nome, rolsuper, rolbypassrls, pg_has_role(session_user, oid, 'SET') AS assume,
       pg_has_role(oid, $2::name, 'USAGE') AS herda, pg_has_role($2::name, oid, 'MEMBER') AS contem
     FROM pg_roles WHERE rolname = $1`,
    [role, of],
  );
  const papel = rows[0];
  if (!papel?.assume || !papel.herda || papel.contem) {
    throw new StartRefusal(
      `O papel ${role}, dos usuários restritos a algumas empresas, não existe ou não está como deveria: o Malote não inicia. ` +
        "Rode a preparação do banco outra vez (ela o corrige ou diz como).",
    );
  }
  refusePower(papel);
}

function refusePower({ nome, rolsuper, rolbypassrls }: Papel): void {
  if (!rolsuper && !rolbypassrls) return;
  const power = rolsuper ? "é superusuário" : "tem BYPASSRLS";
  throw new StartRefusal(
    `O papel ${nome} ${power} e veria os dados de todas as contas: o Malote não inicia. ` +
      `Corrija com: ALTER ROLE ${nome} NOSUPERUSER NOBYPASSRLS`,
  );
}
