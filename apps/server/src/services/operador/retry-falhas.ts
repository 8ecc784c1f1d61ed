import type { ParsedParamsOf } from "@malote/contract";
import { PAGE_DEPTH_MAX } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { type FalhaRow, newId, type Operador, type Sql } from "../../db/index.ts";
import { reopenPedido } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import { reopenEmail } from "../email/email-ingest.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas, resolveTarefa } from "../tarefa/tarefa.rows.ts";
import { pullFailed } from "../webhook/entrega.rows.ts";
import { toWebhook } from "../webhook/to-webhook.ts";
import { pauseWebhook } from "../webhook/webhook.rows.ts";
import { isPedida, toFalhaFiltro } from "./list-falhas.ts";
import { impedimentoOf } from "./operador.rules.ts";

/** Failures read per page, and the most that one call looks at. */
const LOTE = 1_000;
const TODAS_MAX = PAGE_DEPTH_MAX * 10;
type Ctx = Pick<SignedInContext, "caller" | "clock" | "database" | "wake">;
type Pedido = ParsedParamsOf<"Operador.retryFalhas">;

/**
 * Retries failed work now: the given items, or all that the filter finds. Work that an external server
 * asked to delay keeps waiting. @returns how many are retried
 */
export async function retryFalhas(ctx: Ctx, quem: Operador, pedido: Pedido): Promise<number> {
  const filtro = toFalhaFiltro(ctx, pedido.searchFilter ?? {});
  const { agora } = filtro;
  const named = pedido.falhas && new Set(pedido.falhas.map(({ contaId, id }) => `${contaId} ${id}`));
  const ids = pedido.falhas?.map(({ id }) => id) ?? null;
  let tentadas = 0;
  for (let salto = 0; salto < TODAS_MAX; salto += LOTE) {
    const rows = await ctx.database.portaria.findFalhas(quem, filtro, { ids, salto, limite: LOTE });
    const wanted = rows.filter(
      (row) =>
        impedimentoOf({ ...row, pedida: isPedida(row, agora) }) === null &&
        (named === undefined || named.has(`${row.contaId} ${row.id}`)),
    );
    tentadas += await resume(ctx, wanted, agora);
    if (rows.length < LOTE) break;
  }
  if (tentadas > 0) {
    const alvo = pedido.searchFilter?.tipo ?? pedido.searchFilter?.contaId ?? "falhas";
    const detalhe = `${formatInteiro(tentadas)} ${tentadas === 1 ? "trabalho" : "trabalhos"}`;
    await ctx.database.portaria.noteAto(quem, { id: newId(), agora, acao: "tentar-ja", alvo, detalhe });
    ctx.wake?.();
  }
  return tentadas;
}

async function resume(ctx: Ctx, rows: readonly FalhaRow[], agora: Date): Promise<number> {
  const waiting = rows.filter(({ estado, url }) => estado === "tentando" && url === null);
  const tarefaIds = waiting.map(({ id }) => id);
  let done = tarefaIds.length === 0 ? 0 : await ctx.database.portaria.resumeTarefas({ agora, tarefaIds });
  for (const row of rows) {
    if (row.estado === "tentando" && row.url === null) continue;
    done += await ctx.database.withContaSql(row.contaId, async (sql) => {
      if (!(await again(sql, row, agora))) return 0;
      await resolveTarefa(sql, row.contaId, row.id);
      return 1;
    });
  }
  return done;
}

/**
 * Plans abandoned work, or work that waits for a webhook's
 * endpoint, again. @returns false when nothing is left to do
 */
async function again(sql: Sql, { contaId, tipo, alvo }: FalhaRow, agora: Date): Promise<boolean> {
  if (tipo === "ingest") return await reopenEmail(sql, contaId, { emailId: alvo, agora });
  if (tipo === "exportacao" || tipo === "repositorio") {
    if (!(await reopenPedido(sql, contaId, { id: alvo, tipo }))) return false;
    await planTarefas(sql, contaId, [{ tipo, alvo, venceEm: agora }]);
    return true;
  }
  if (tipo === "webhook") {
    await pauseWebhook(sql, contaId, { id: alvo, ate: null });
    await pullFailed(sql, contaId, { webhookId: alvo, agora });
    await planTarefas(sql, contaId, [toWebhook(contaId, alvo, agora)]);
    return true;
  }
  const nova = tipo === "validate" ? toValidate(alvo, { venceEm: agora }) : null;
  await planTarefas(sql, contaId, [nova ?? { tipo: "empresa", alvo, venceEm: agora }]);
  return true;
}
