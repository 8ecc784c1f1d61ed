import type { FalhaCaixa } from "@malote/contract";
import type { Sql } from "../../db/index.ts";

/** A mailbox as the coleta needs it; the password is still sealed. */
export type CaixaColeta = {
  id: string;
  tipo: "pop3" | "spop3";
  servidor: string;
  porta: number | null;
  usuario: string;
  senhaSelada: Buffer;
  pollMs: number;
  sandbox: boolean;
};

/** The mailbox to visit; null when it was deleted. */
export async function findCaixaColeta(
  sql: Sql,
  contaId: string,
  caixaId: string,
): Promise<CaixaColeta | null> {
  const rows = await sql.query<CaixaColeta>(
    `SELECT x.id, x.tipo, x.servidor, x.porta, x.usuario, x.senha_selada AS "senhaSelada", x.poll_ms AS "pollMs", c.sandbox
     FROM caixa_email x JOIN conta c ON c.id = x.conta_id WHERE x.conta_id = $1 AND x.id = $2 AND x.apagada_em IS NULL`,
    [contaId, caixaId],
  );
  return rows[0] ?? null;
}

/** What is known of a message: nothing is left to do, or its server did not give it when it was asked. */
export type Vista = "feita" | "adiada";

/**
 * Which of some uids were met before in this mailbox, those asked for longest ago first. One that was too large and fits
 * `maxBytes` now is as good as new.
 */
export async function findVistas(
  sql: Sql,
  contaId: string,
  { caixaId, uids, maxBytes }: { caixaId: string; uids: readonly string[]; maxBytes: number },
): Promise<Map<string, Vista>> {
  const rows = await sql.query<{ uid: string; vista: Vista }>(
    `SELECT m.uid, CASE WHEN m.email_id IS NULL THEN 'adiada' ELSE 'feita' END AS vista
     FROM caixa_mensagem m LEFT JOIN email e ON e.conta_id = m.conta_id AND e.id = m.email_id
     WHERE m.conta_id = $1 AND m.caixa_id = $2 AND m.uid = ANY ($3)
       AND (m.email_id IS NULL OR m.recusa IS NULL OR e.tamanho > $4)
     ORDER BY m.vista_em, m.uid`,
    [contaId, caixaId, uids, maxBytes],
  );
  return new Map(rows.map(({ uid, vista }) => [uid, vista]));
}

/** Writes down a message that its server did not give: it is asked for again, after the new ones. */
export async function deferMensagem(
  sql: Sql,
  contaId: string,
  adiada: { caixaId: string; uid: string; causa: FalhaCaixa; agora: Date },
): Promise<void> {
  await sql.execute(
    `INSERT INTO caixa_mensagem AS m (conta_id, caixa_id, uid, recusa, vista_em) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (conta_id, caixa_id, uid) DO UPDATE SET recusa = excluded.recusa, vista_em = excluded.vista_em WHERE m.email_id IS NULL`,
    [contaId, adiada.caixaId, adiada.uid, adiada.causa, adiada.agora],
  );
}

/** Ends a coleta: a good one clears the error of those before. `falha` may be set although messages were fetched. */
export async function closeColeta(
  sql: Sql,
  contaId: string,
  end: { caixaId: string; completa: boolean; falha: FalhaCaixa | null; agora: Date },
): Promise<void> {
  await sql.query(
    `UPDATE caixa_email SET ultima_coleta = CASE WHEN $3 THEN $5 ELSE ultima_coleta END, ultimo_erro = $4,
       ultimo_erro_em = CASE WHEN $4::text IS NULL THEN ultimo_erro_em ELSE $5 END WHERE conta_id = $1 AND id = $2`,
    [contaId, end.caixaId, end.completa, end.falha, end.agora],
  );
}
