import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import {
  beginFileRequest,
  expireExcessFiles,
  failFileRequest,
  finishFileRequest,
  type RequestedFileRow,
  updateProgress,
} from "./requested-file.rows.ts";
import { expiryOf, ImpossibleFile, KEPT_MAX, type RequestedFileType } from "./requested-file.rules.ts";
import { findRestriction, isNarrower, lockRequester } from "./restriction.rows.ts";

/** Interval of stored progress updates, in ms. */
const PROGRESS_MS = 1_000;

/** One run of a request; a Job fits. alvo: the request's id; prazo: deadline of this attempt. */
export type FileRun = { contaId: string; tipo: string; alvo: string; prazo: Date };

/** A request in progress, with functions to report it. */
export type FileProgress = {
  pedido: RequestedFileRow;
  /** Context under the requester's current restriction: read the content of the file through it. */
  ctx: AppContext;
  /** Reports the number of documents. */
  count(total: number): Promise<void>;
  /** Reports how many are done. Cheap: call it after each; it is stored once a second. */
  advance(feitos: number): Promise<void>;
};

/** A file in the making, whose bytes are streamed. aviso: called after the last byte; returns what is missing
 * in the file (writeWithoutPdf). */
export type MadeFile = { nome: string; content: AsyncIterable<Uint8Array>; aviso?(): string | null };

/**
 * Makes a requested file: streams the bytes of `make` to the blob store, and marks the request as finished. A
 * killed run starts anew; of two parallel runs the first to end counts, and the other's bytes are orphaned.
 * @param make throws ImpossibleFile if no retry can succeed
 */
export async function runFileRequest(
  ctx: AppContext,
  { contaId, alvo: id, prazo: deadline, ...job }: FileRun,
  { tipo, make }: { tipo: RequestedFileType; make(fileProgress: FileProgress): Promise<MadeFile> },
): Promise<void> {
  const inTransaction = <T>(fn: (db: Db) => Promise<T>) => ctx.database.withConta(contaId, fn);
  const begun = await inTransaction(async (db) => {
    const row = await beginFileRequest(db, contaId, { id, tipo });
    return row && { pedido: row, restricao: await findRestriction(db, contaId, row.usuarioId) };
  });
  if (begun === null) return;
  const { pedido, restricao: restriction } = begun;
  const database = restriction === null ? ctx.database : ctx.database.restrictTo(restriction);
  const reporter = createReporter(pedido, {
    write: (current) => inTransaction((db) => updateProgress(db, contaId, { id, ...current })),
    ms: msLeft(ctx.clock, deadline),
  });
  try {
    const { nome, content, aviso } = await make({ pedido, ctx: { ...ctx, database }, ...reporter });
    const blob = await ctx.blobs.putStream(contaId, content);
    const now = ctx.clock.now();
    const finished = { id, nome, ...blob, total: reporter.feitos(), now, expiraEm: expiryOf(now) };
    await inTransaction(async (db) => {
      await lockRequester(db, contaId, pedido.usuarioId);
      const current = await findRestriction(db, contaId, pedido.usuarioId);
      if (isNarrower(current, restriction))
        throw new Error("the requester sees less than at the start: the file is made again");
      await finishFileRequest(db, contaId, { ...finished, aviso: aviso?.() ?? null });
      await expireExcessFiles(db, contaId, { tipo, kept: KEPT_MAX[tipo], now });
    });
  } catch (error) {
    if (error instanceof RequestEnded) return;
    if (!(error instanceof ImpossibleFile)) throw error;
    ctx.log.warn({ contaId, ...job, pedido: id, falha: error.falha }, "um arquivo pedido não pode ser feito");
    await inTransaction((db) =>
      failFileRequest(db, contaId, { id, falha: error.falha, now: ctx.clock.now() }),
    );
  }
}

/** Marks a request as failed after its last attempt, and logs why. */
export async function giveUpFileRequest(
  ctx: AppContext,
  { contaId, tipo, alvo: id, motivo }: Omit<FileRun, "prazo"> & { motivo: string },
): Promise<void> {
  ctx.log.error({ contaId, tipo, pedido: id, motivo }, "um arquivo pedido não pôde ser feito");
  const end = { id, falha: "interno", now: ctx.clock.now() };
  await ctx.database.withConta(contaId, (db) => failFileRequest(db, contaId, end));
}

/** The request ended while it was being made: another run finished first. */
class RequestEnded extends Error {}

type ProgressReporter = Omit<FileProgress, "pedido" | "ctx"> & { feitos(): number };
type ProgressCounts = { total: number | null; feitos: number };

function createReporter(
  { total: before }: RequestedFileRow,
  { write, ms }: { write(current: ProgressCounts): Promise<boolean>; ms: number },
): ProgressReporter {
  const current: ProgressCounts = { total: before, feitos: 0 };
  let writtenAt = performance.now();
  const lateAt = writtenAt + ms;
  const stopInTime = (): void => {
    if (performance.now() > lateAt) throw new Error("the file was not made in time");
  };
  const report = async (): Promise<void> => {
    stopInTime();
    writtenAt = performance.now();
    if (!(await write(current))) throw new RequestEnded("the pedido has ended");
  };
  return {
    feitos: () => current.feitos,
    count: async (total) => {
      current.total = total;
      await report();
    },
    advance: async (feitos) => {
      current.feitos = feitos;
      stopInTime();
      if (performance.now() - writtenAt >= PROGRESS_MS) await report();
    },
  };
}
