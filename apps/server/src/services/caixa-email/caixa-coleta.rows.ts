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

/** Which of some uids were met before in this mailbox, fetched or refused. */
export async function findVistas(
  sql: Sql,
  contaId: string,
  { caixaId, uids }: { caixaId: string; uids: readonly string[] },
): Promise<Set<string>> {
  const rows = await sql.query<{ uid: string }>(
    "SELECT uid FROM caixa_mensagem WHERE conta_id = $1 AND caixa_id = $2 AND uid = ANY ($3)",
    [contaId, caixaId, uids],
  );
  return new Set(rows.map((row) => row.uid));
}

/** Writes down a message that stays on the server because it breaks a limit. */
export async function refuseMensagem(
  sql: Sql,
  contaId: string,
  recusa: { caixaId: string; uid: string; causa: FalhaCaixa; agora: Date },
): Promise<void> {
  await sql.query(
    `INSERT INTO caixa_mensagem (conta_id, caixa_id, uid, recusa, vista_em) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (conta_id, caixa_id, uid) DO NOTHING`,
    [contaId, recusa.caixaId, recusa.uid, recusa.causa, recusa.agora],
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
