import type { Sql } from "../../db/index.ts";
import type { CaixaConexao } from "./caixa-email.rules.ts";

export type CaixaRow = CaixaConexao & {
  id: string;
  descricao: string;
  ultimaColeta: Date | null;
  ultimoErro: string | null;
  ultimoErroEm: Date | null;
  proximaColeta: Date | null;
  isColetando: boolean;
};

/** The conta's mailboxes, by description. */
export async function findCaixas(sql: Sql, contaId: string): Promise<CaixaRow[]> {
  return await sql.query<CaixaRow>(
    `SELECT c.id, c.tipo, c.servidor, c.porta, c.usuario, c.descricao, c.ultima_coleta AS "ultimaColeta",
       c.ultimo_erro AS "ultimoErro", c.ultimo_erro_em AS "ultimoErroEm",
       CASE t.estado WHEN 'pendente' THEN t.vence_em END AS "proximaColeta",
       coalesce(t.estado = 'entregue', false) AS "isColetando"
     FROM caixa_email c
       LEFT JOIN tarefa t ON t.conta_id = c.conta_id AND t.tipo = 'poll' AND t.alvo = c.id::text
         AND t.estado IN ('pendente', 'entregue')
     WHERE c.conta_id = $1 AND c.apagada_em IS NULL
     ORDER BY lower(c.descricao) COLLATE "C", c.id`,
    [contaId],
  );
}

export type CaixaSelada = CaixaConexao & { id: string; senhaSelada: Buffer };

/** A mailbox with its password, still sealed. */
export async function findCaixaSelada(sql: Sql, contaId: string, id: string): Promise<CaixaSelada | null> {
  const rows = await sql.query<CaixaSelada>(
    `SELECT id, tipo, servidor, porta, usuario, senha_selada AS "senhaSelada"
     FROM caixa_email WHERE conta_id = $1 AND id = $2 AND apagada_em IS NULL`,
    [contaId, id],
  );
  return rows[0] ?? null;
}
