import type { Sql } from "../../db/index.ts";
import type { Prova } from "./segundo-fator.rules.ts";

export type SegundoFatorRow = {
  identificador: string;
  nomeUsuario: string;
  selado: Buffer | null;
  /** Since when it counts; null where it does not yet. */
  desde: Date | null;
};

/** How somebody's second factor stands; locked until the commit. */
export async function findSegundoFator(
  sql: Sql,
  contaId: string,
  usuarioId: string,
): Promise<SegundoFatorRow | null> {
  const [found] = await sql.query<SegundoFatorRow>(
    `SELECT c.identificador, u.nome_usuario AS "nomeUsuario", u.totp_selado AS selado, u.totp_desde AS desde
     FROM usuario u JOIN conta c ON c.id = u.conta_id WHERE u.conta_id = $1 AND u.id = $2 FOR NO KEY UPDATE OF u`,
    [contaId, usuarioId],
  );
  return found ?? null;
}

/** Begins: a secret that does not count yet. */
export async function setSegredo(
  sql: Sql,
  contaId: string,
  { usuarioId, selado }: { usuarioId: string; selado: Buffer },
): Promise<void> {
  await sql.execute(
    `UPDATE usuario SET totp_selado = $3, totp_desde = NULL, totp_passo = 0, totp_reservas = '{}'
     WHERE conta_id = $1 AND id = $2`,
    [contaId, usuarioId, selado],
  );
}

/** From now on it counts; the step that proved it is used up. */
export async function confirmSegredo(
  sql: Sql,
  contaId: string,
  {
    usuarioId,
    passo,
    reservas,
    agora,
  }: { usuarioId: string; passo: number; reservas: Buffer[]; agora: Date },
): Promise<void> {
  await sql.execute(
    "UPDATE usuario SET totp_desde = $3, totp_passo = $4, totp_reservas = $5 WHERE conta_id = $1 AND id = $2",
    [contaId, usuarioId, agora, passo, reservas],
  );
}

export async function clearSegredo(sql: Sql, contaId: string, usuarioId: string): Promise<void> {
  await sql.execute(
    `UPDATE usuario SET totp_selado = NULL, totp_desde = NULL, totp_passo = 0, totp_reservas = '{}'
     WHERE conta_id = $1 AND id = $2`,
    [contaId, usuarioId],
  );
}

/** Uses a code up: a step and those before it, or one reserve code; of two who come at once only one does. @returns whether it was good */
export async function spendProva(
  sql: Sql,
  contaId: string,
  { usuarioId, prova }: { usuarioId: string; prova: Prova },
): Promise<boolean> {
  const ofUsuario = "WHERE conta_id = $1 AND id = $2 AND totp_desde IS NOT NULL";
  const spent =
    prova.tipo === "passo"
      ? await sql.execute(`UPDATE usuario SET totp_passo = $3 ${ofUsuario} AND totp_passo < $3`, [
          contaId,
          usuarioId,
          prova.passo,
        ])
      : await sql.execute(
          `UPDATE usuario SET totp_reservas = array_remove(totp_reservas, $3) ${ofUsuario} AND $3 = ANY (totp_reservas)`,
          [contaId, usuarioId, prova.hash],
        );
  return spent > 0;
}
