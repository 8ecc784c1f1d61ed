import { setImmediate as breathe } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { readDfe } from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";
import { type Parcelas, parcelasOf } from "../documento/parcela.rules.ts";
import { planTasks } from "../task/task.rows.ts";
import { findUnreadNotas, saveParcelas, type UnreadNota } from "./parcela.rows.ts";

/** The task after an upgrade that reads instalments (docs/adr/0113-what-falls-due.md). */
export const PARCELAS_TASK = { tipo: "empresa", alvo: "parcelas" } as const;

/** Whether a task `empresa` is that one; others name a CNPJ. */
export function isParcelasTask(alvo: string): boolean {
  return alvo.split(" ")[0] === PARCELAS_TASK.alvo;
}

/** Documents whose XML is in memory together, and batches per run; the rest is a new task. */
const BATCH = 50;
const BATCHES_MAX = 200;

/**
 * Reads the instalments of notas that an earlier version stored; a repeated run changes nothing.
 * alvo: "parcelas", then after a space the id of the last nota of an earlier run. batch: documents at a time.
 */
export async function fillParcelas(
  ctx: AppContext,
  { contaId, alvo, batch = BATCH }: { contaId: string; alvo: string; batch?: number },
): Promise<void> {
  let after = alvo.split(" ")[1] ?? null;
  for (let n = 0; n < BATCHES_MAX; n += 1) {
    const notas = await ctx.database.withConta(contaId, (db) =>
      findUnreadNotas(db, contaId, { after, limit: batch }),
    );
    const last = notas.at(-1);
    if (last === undefined) return;
    const read: (Pick<UnreadNota, "id" | "documentoId"> & Parcelas)[] = [];
    for (const { id, documentoId, xmlGzip } of notas) {
      read.push({ id, documentoId, ...(await readParcelas(ctx, gunzipSync(xmlGzip))) });
      await breathe();
    }
    await ctx.database.withConta(contaId, (db) => saveParcelas(db, contaId, read));
    after = last.id;
  }
  const rest = { tipo: PARCELAS_TASK.tipo, alvo: `${PARCELAS_TASK.alvo} ${after}`, venceEm: ctx.clock.now() };
  await ctx.database.withConta(contaId, (db) => planTasks(db, contaId, [rest]));
  ctx.wake?.();
}

async function readParcelas(ctx: AppContext, xml: Buffer): Promise<Parcelas> {
  const reading = ctx.readDfe ? await ctx.readDfe(xml) : readDfe(xml);
  return reading.kind === "nota" ? parcelasOf(reading.nota) : { vencimentos: [], parcelas: [] };
}

/** After the last attempt: the painel shows what falls due without the documents that were not read. */
export function giveUpParcelas(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "as parcelas de documentos antigos não foram lidas");
}
