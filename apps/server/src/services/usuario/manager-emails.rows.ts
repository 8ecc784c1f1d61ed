import type { Db } from "../../db/index.ts";

/** Recipients of one notification at most. */
const RECIPIENTS_MAX = 50;

/** E-mail addresses of the conta's active owner and administrators, the owner first. */
export async function findManagerEmails(db: Db, contaId: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `SELECT email FROM usuario
     WHERE conta_id = $1 AND (proprietario_conta OR administrador) AND ativo AND ativado AND email <> ''
     ORDER BY proprietario_conta DESC, criado_em, id LIMIT $2`,
    [contaId, RECIPIENTS_MAX],
  );
  return [...new Set(rows.map(({ email }) => email))];
}
