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
  if (papel.rolsuper || papel.rolbypassrls) {
    const power = papel.rolsuper ? "é superusuário" : "tem BYPASSRLS";
    throw new StartRefusal(
      `O papel ${role} ${power} e veria os dados de todas as contas: o Malote não inicia. ` +
        `Corrija com: ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS`,
    );
  }
}
