import type { Sql } from "../../db/index.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { endDistribuicoes, findAtivas, findParados } from "./distribuicao.rows.ts";
import { MODELOS, toDistribuicao } from "./distribuicao.rules.ts";

/**
 * Lets SEFAZ be asked for an empresa's documents from now on, NF-e and CT-e, or no longer: as it wants the auditor and has a certificate.
 * Belongs in the transaction that changed either; `ctx.wake` after it. SEFAZ's own hour of rest is kept by who asks.
 * @returns how many walks are planned
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
 * Holds the planned walks of a conta against what its empresas want: ends those that were switched off, plans those that nobody planned.
 * @returns how many it had to mend
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
