import { newId, type Sql } from "../../db/index.ts";
import type { Cofre } from "../../secrets/cofre.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import type { EnvioComToken, EnvioNovo } from "./envio.rules.ts";
import { sealDados } from "./envio-selado.ts";

/**
 * Stores an e-mail and plans its delivery, once per occasion. Call it in the transaction of the
 * event it reports.
 */
export async function planEnvio(sql: Sql, contaId: string, novo: EnvioNovo): Promise<void> {
  await insertEnvio(sql, contaId, { ...novo, id: newId() });
}

/** The same for an e-mail with a link's `dados.token`, which is sealed before storage. */
export async function planEnvioComToken(
  sql: Sql,
  contaId: string,
  { cofre, ...novo }: EnvioComToken & { cofre: Cofre },
): Promise<void> {
  const id = newId();
  await insertEnvio(sql, contaId, { ...novo, id, dados: sealDados(novo.dados, { cofre, id }) });
}

type Linha = { id: string; modelo: string; ocasiao: string; para: string; dados: object; agora: Date };

async function insertEnvio(sql: Sql, contaId: string, linha: Linha): Promise<void> {
  const { id, modelo, ocasiao, para, dados, agora } = linha;
  const written = await sql.execute(
    `INSERT INTO envio (conta_id, id, modelo, ocasiao, para, dados, criado_em) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (conta_id, ocasiao, para) DO NOTHING`,
    [contaId, id, modelo, ocasiao, para, JSON.stringify(dados), agora],
  );
  if (written > 0) await planTarefas(sql, contaId, [{ tipo: "envio", alvo: id, venceEm: agora }]);
}

/** A pending e-mail, with the name and UF of its conta. */
export type EnvioPendente = {
  modelo: string;
  para: string;
  dados: unknown;
  criadoEm: Date;
  identificador: string;
  uf: string;
};

/** A pending e-mail; null when it does not exist, or was sent or given up. */
export async function findEnvioPendente(
  sql: Sql,
  contaId: string,
  envioId: string,
): Promise<EnvioPendente | null> {
  const rows = await sql.query<EnvioPendente>(
    `SELECT e.modelo, e.para, e.dados, e.criado_em AS "criadoEm", c.identificador, c.uf
     FROM envio e JOIN conta c ON c.id = e.conta_id WHERE e.conta_id = $1 AND e.id = $2 AND e.estado = 'pendente'`,
    [contaId, envioId],
  );
  return rows[0] ?? null;
}

/** The end of an e-mail. falha: null = the mail server accepted it. */
export type FimEnvio = { envioId: string; falha: string | null; agora: Date };

/** Closes a pending e-mail and deletes its token; a closed one stays unchanged. */
export async function closeEnvio(sql: Sql, contaId: string, fim: FimEnvio): Promise<void> {
  await sql.execute(
    `UPDATE envio SET estado = CASE WHEN $3::text IS NULL THEN 'enviado' ELSE 'falhou' END, falha = $3,
       enviado_em = CASE WHEN $3::text IS NULL THEN $4::timestamptz END, dados = dados - 'tokenSelado'
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, fim.envioId, fim.falha, fim.agora],
  );
}

/**
 * Anonymizes the e-mails about a deleted user: pending ones are not sent, and all lose recipient and data.
 */
export async function forgetEnvios(sql: Sql, contaId: string, usuarioId: string): Promise<void> {
  await sql.execute(
    `UPDATE envio SET dados = '{}', para = '', estado = CASE estado WHEN 'pendente' THEN 'falhou' ELSE estado END,
       falha = CASE estado WHEN 'pendente' THEN 'usuário excluído' ELSE falha END
     WHERE conta_id = $1 AND dados->>'usuarioId' = $2`,
    [contaId, usuarioId],
  );
}
