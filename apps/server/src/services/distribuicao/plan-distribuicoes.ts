import type { Sql } from "../../db/index.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { endDistribuicoes, findAtivas, findParados } from "./distribuicao.rows.ts";
import { MODELOS, toDistribuicao } from "./distribuicao.rules.ts";

/**
 * Starts or stops the syncs of an empresa (NF-e and CT-e), by its auditor setting and its certificate.
 * Call it in the transaction that changed either, and `ctx.wake` after it. The query itself respects
 * SEFAZ's pause.
 * @returns the number of planned syncs
 */
export async function planDistribuicoes(
  sql: Sql,
  contaId: string,
  { empresaId, agora }: { empresaId: string; agora: Date },
): Promise<number> {
  const alvos = MODELOS.map((modelo) => `${empresaId} ${modelo}`);
  await endDistribuicoes(sql, contaId, { alvos, agora });
  const ativas = await findAtivas(sql, contaId, { empresaId, agora });
  const walks = ativas.flatMap((ativa) =>
    MODELOS.map((modelo) => toDistribuicao({ ...ativa, modelo }, agora)),
  );
  await planTarefas(sql, contaId, walks);
  return walks.length;
}

/**
 * Compares the planned syncs of a conta with its empresas' settings: ends those switched off, plans
 * missing ones.
 * @returns the number of corrections
 */
export async function mendDistribuicoes(sql: Sql, contaId: string, agora: Date): Promise<number> {
  const ended = await endDistribuicoes(sql, contaId, { alvos: null, agora });
  const ativas = await findAtivas(sql, contaId, { agora });
  const walks = ativas.flatMap((ativa) =>
    MODELOS.map((modelo) => toDistribuicao({ ...ativa, modelo }, agora)),
  );
  const parados = new Set(
    await findParados(
      sql,
      contaId,
      walks.map(({ alvo }) => alvo),
    ),
  );
  const stopped = walks.filter(({ alvo }) => parados.has(alvo));
  await planTarefas(sql, contaId, stopped);
  return ended + stopped.length;
}
