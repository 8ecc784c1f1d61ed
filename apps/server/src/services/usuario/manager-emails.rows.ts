import type { Db } from "../../db/index.ts";

/** Recipients of one notification at most. */
const RECIPIENTS_MAX = 50;

/** E-mail addresses of the conta's active owner and administrators, the owner first. */
export async function findManagerEmails(db: Db, contaId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where(({ or, ref }) => or([ref("proprietarioConta"), ref("administrador")]))
    .where(({ and, ref, eb }) => and([ref("ativo"), ref("ativado"), eb("email", "<>", "")]))
    .select("email")
    .orderBy("proprietarioConta", "desc")
    .orderBy("criadoEm")
    .orderBy("id")
    .limit(RECIPIENTS_MAX)
    .execute();
  return [...new Set(rows.map(({ email }) => email))];
}
