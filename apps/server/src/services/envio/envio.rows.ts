import { newId, type Sql } from "../../db/index.ts";
import type { Cofre } from "../../secrets/cofre.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import type { EnvioComToken, EnvioNovo } from "./envio.rules.ts";
import { sealDados } from "./envio-selado.ts";

/** Writes a letter and plans its sending, once for each occasion. Belongs in the transaction that wrote what the letter tells. */
export async function planEnvio(sql: Sql, contaId: string, novo: EnvioNovo): Promise<void> {
  await insertEnvio(sql, contaId, { ...novo, id: newId() });
}

/** The same for a letter that carries a key (`dados.token`), which is sealed before it is written down. */
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

/** A letter that waits, and the conta in whose name and zone it is written. */
export type EnvioPendente = {
  modelo: string;
  para: string;
  dados: unknown;
  criadoEm: Date;
  identificador: string;
  uf: string;
};

/** A letter to be sent; null when there is none, or it was sent or given up before. */
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

/** How a letter ended. falha: null = it was accepted by the mail server. */
export type FimEnvio = { envioId: string; falha: string | null; agora: Date };

/** Ends a letter that waits, and with it the key that it carried; one that ended before stays as it is. */
export async function closeEnvio(sql: Sql, contaId: string, fim: FimEnvio): Promise<void> {
  await sql.execute(
    `UPDATE envio SET estado = CASE WHEN $3::text IS NULL THEN 'enviado' ELSE 'falhou' END, falha = $3,
       enviado_em = CASE WHEN $3::text IS NULL THEN $4::timestamptz END, dados = dados - 'tokenSelado'
     WHERE conta_id = $1 AND id = $2 AND estado = 'pendente'`,
    [contaId, fim.envioId, fim.falha, fim.agora],
  );
}

/** Letters about a person who is gone: those that wait do not leave, and none says any more to whom it went and what it told. */
export async function forgetEnvios(sql: Sql, contaId: string, usuarioId: string): Promise<void> {
  await sql.execute(
    `UPDATE envio SET dados = '{}', para = '', estado = CASE estado WHEN 'pendente' THEN 'falhou' ELSE estado END,
       falha = CASE estado WHEN 'pendente' THEN 'usuário excluído' ELSE falha END
     WHERE conta_id = $1 AND dados->>'usuarioId' = $2`,
    [contaId, usuarioId],
  );
}
