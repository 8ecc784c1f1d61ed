import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { Sql } from "../../db/index.ts";
import {
  type ArquivoPedidoRow,
  beginPedido,
  expireExcedentes,
  failPedido,
  finishPedido,
  updateProgresso,
} from "./arquivo-pedido.rows.ts";
import { ArquivoImpossivel, type ArquivoTipo, expiraEm, GUARDADOS_MAX } from "./arquivo-pedido.rules.ts";
import { findRestricao, holdRestricao, isNarrower } from "./restricao.rows.ts";

/** Interval of stored progress updates, in ms. */
const PROGRESSO_MS = 1_000;

/** One run of a request; a Job fits. alvo: the request's id; prazo: deadline of this attempt. */
export type Trabalho = { contaId: string; tipo: string; alvo: string; prazo: Date };

/** A request in progress, with functions to report it. */
export type Feitura = {
  pedido: ArquivoPedidoRow;
  /** Context under the requester's current restriction: read the content of the file through it. */
  ctx: AppContext;
  /** Reports the number of documents. */
  count(total: number): Promise<void>;
  /** Reports how many are done. Cheap: call it after each; it is stored once a second. */
  advance(feitos: number): Promise<void>;
};

/** A file in the making, whose bytes are streamed. aviso: called after the last byte; returns what is missing
 * in the file (writeSemPdf). */
export type ArquivoFeito = { nome: string; conteudo: AsyncIterable<Uint8Array>; aviso?(): string | null };

/**
 * Makes a requested file: streams the bytes of `make` to the blob store, and marks the request as finished. A
 * killed run starts anew; of two parallel runs the first to end counts, and the other's bytes are orphaned.
 * @param make throws ArquivoImpossivel if no retry can succeed
 */
export async function runPedido(
  ctx: AppContext,
  { contaId, alvo: id, prazo, ...job }: Trabalho,
  { tipo, make }: { tipo: ArquivoTipo; make(feitura: Feitura): Promise<ArquivoFeito> },
): Promise<void> {
  const ask = <T>(fn: (sql: Sql) => Promise<T>) => ctx.database.withContaSql(contaId, fn);
  const begun = await ask(async (sql) => {
    const row = await beginPedido(sql, contaId, { id, tipo });
    return row && { pedido: row, restricao: await findRestricao(sql, contaId, row.usuarioId) };
  });
  if (begun === null) return;
  const { pedido, restricao } = begun;
  const database = restricao === null ? ctx.database : ctx.database.restrictTo(restricao);
  const progresso = createProgresso(pedido, {
    write: (now) => ask((sql) => updateProgresso(sql, contaId, { id, ...now })),
    ms: msLeft(ctx.clock, prazo),
  });
  try {
    const { nome, conteudo, aviso } = await make({ pedido, ctx: { ...ctx, database }, ...progresso });
    const blob = await ctx.blobs.putStream(contaId, conteudo);
    const agora = ctx.clock.now();
    const feito = { id, nome, ...blob, total: progresso.feitos(), agora, expiraEm: expiraEm(agora) };
    await ask(async (sql) => {
      await holdRestricao(sql, contaId, pedido.usuarioId);
      const now = await findRestricao(sql, contaId, pedido.usuarioId);
      if (isNarrower(now, restricao))
        throw new Error("the requester sees less than at the start: the file is made again");
      await finishPedido(sql, contaId, { ...feito, aviso: aviso?.() ?? null });
      await expireExcedentes(sql, contaId, { tipo, guardados: GUARDADOS_MAX[tipo], agora });
    });
  } catch (error) {
    if (error instanceof PedidoEncerrado) return;
    if (!(error instanceof ArquivoImpossivel)) throw error;
    ctx.log.warn({ contaId, ...job, pedido: id, falha: error.falha }, "um arquivo pedido não pode ser feito");
    await ask((sql) => failPedido(sql, contaId, { id, falha: error.falha, agora: ctx.clock.now() }));
  }
}

/** Marks a request as failed after its last attempt, and logs why. */
export async function giveUpPedido(
  ctx: AppContext,
  { contaId, tipo, alvo: id, motivo }: Omit<Trabalho, "prazo"> & { motivo: string },
): Promise<void> {
  ctx.log.error({ contaId, tipo, pedido: id, motivo }, "um arquivo pedido não pôde ser feito");
  const end = { id, falha: "interno", agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => failPedido(sql, contaId, end));
}

/** The request ended while it was being made: another run finished first. */
class PedidoEncerrado extends Error {}

type Progresso = Omit<Feitura, "pedido" | "ctx"> & { feitos(): number };
type Now = { total: number | null; feitos: number };

function createProgresso(
  { total: before }: ArquivoPedidoRow,
  { write, ms }: { write(now: Now): Promise<boolean>; ms: number },
): Progresso {
  const now: Now = { total: before, feitos: 0 };
  let writtenAt = performance.now();
  const lateAt = writtenAt + ms;
  const stopInTime = (): void => {
    if (performance.now() > lateAt) throw new Error("the file was not made in time");
  };
  const tell = async (): Promise<void> => {
    stopInTime();
    writtenAt = performance.now();
    if (!(await write(now))) throw new PedidoEncerrado("the pedido has ended");
  };
  return {
    feitos: () => now.feitos,
    count: async (total) => {
      now.total = total;
      await tell();
    },
    advance: async (feitos) => {
      now.feitos = feitos;
      stopInTime();
      if (performance.now() - writtenAt >= PROGRESSO_MS) await tell();
    },
  };
}
