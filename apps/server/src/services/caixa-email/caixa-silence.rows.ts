import type { Db } from "../../db/index.ts";
import type { MailHabit } from "./caixa-health.rules.ts";

/** A mailbox that is checked for silence. */
export type CheckedCaixa = { id: string; descricao: string; servidor: string; usuario: string };

/**
 * The conta's mailboxes to check for silence. Excludes a mailbox with an error, which explains the
 * silence; one already reported; and one whose poll runs or is due, since its mail may be incomplete.
 */
export async function findCaixasToCheck(db: Db, contaId: string, now: Date): Promise<CheckedCaixa[]> {
  return await db.query<CheckedCaixa>(
    `SELECT x.id, x.descricao, x.servidor, x.usuario FROM caixa_email x
     WHERE x.conta_id = $1 AND x.apagada_em IS NULL AND x.erro_desde IS NULL AND x.silenciosa_desde IS NULL
       AND NOT EXISTS (SELECT FROM tarefa t WHERE t.conta_id = $1 AND t.tipo = 'poll' AND t.alvo = x.id::text
         AND (t.estado = 'entregue' OR (t.estado = 'pendente' AND t.vence_em <= $2)))
     ORDER BY x.id`,
    [contaId, now],
  );
}

/**
 * Statistics of a mailbox's mail since `since`, by send date, or by first sight if that is earlier.
 * Not by arrival here: the first poll brings years of mail in an hour.
 */
export async function findHabit(
  db: Db,
  contaId: string,
  { caixaId, since: desde }: { caixaId: string; since: Date },
): Promise<MailHabit> {
  const rows = await db.query<{ mensagens: number; ultima: Date | null; maiorPausaMs: number }>(
    `SELECT count(*) AS mensagens, max(quando) AS ultima, coalesce(max(extract(epoch FROM pausa)) * 1000, 0)::float8 AS "maiorPausaMs" FROM (
       SELECT quando, quando - lag(quando) OVER (ORDER BY quando) AS pausa FROM (
         SELECT least(e.data, m.vista_em) AS quando FROM caixa_mensagem m JOIN email e ON e.conta_id = $1 AND e.id = m.email_id
         WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.vista_em >= $3
       ) q WHERE quando >= $3
     ) p`,
    [contaId, caixaId, desde],
  );
  return rows[0] ?? { mensagens: 0, ultima: null, maiorPausaMs: 0 };
}

/** Stores since when a mailbox is silent. */
export async function saveSilence(
  db: Db,
  contaId: string,
  { caixaId, since: desde }: { caixaId: string; since: Date },
): Promise<void> {
  await db.execute("UPDATE caixa_email SET silenciosa_desde = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    caixaId,
    desde,
  ]);
}
