import { IDEMPOTENCY_DAY_MAX } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { gunzip, gzip } from "../../compression.ts";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SealedPlace } from "../../secrets/secret-box.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse } from "../rate-limit/count-use.ts";
import {
  claimKey,
  findResponse,
  type IdempotencyKey,
  limitLockWait,
  type StoredResponse,
  saveResponse,
} from "./idempotency.rows.ts";
import { runInOneTransaction } from "./one-transaction.ts";

/**
 * How long a response is stored, and how long a request waits for another with the same key, in ms.
 */
const KEEP_MS = DAY_MS;
const WAIT_MS = 10_000;

/** chave: the client's key; pedido: digest of the request. */
export type KeyedRequest = { chave: string; pedido: Buffer };

/** replayed: the stored response, without new work. */
export type OnceResponse = StoredResponse & { replayed: boolean };

/**
 * Running requests of this process by key; later ones with the same key wait without a connection.
 */
const runningByKey = new Map<string, { pedido: Buffer; response: Promise<StoredResponse> }>();

/** Another process answered while this request waited for the key. */
class AlreadyAnswered extends Error {}

/**
 * Runs the work of a key once and returns the same response to each request with it. Work and
 * response share one transaction. A crash leaves the key answered or free. A refusal is not stored.
 * @param work its database transactions are that one; other effects are not undone
 * @throws {Refusal} idempotencyOutroPedido, idempotencyEmAndamento,
 * idempotencyChavesDemais; and what `work` throws
 */
export async function runOnce<C extends SignedInContext>(
  ctx: C,
  { chave, pedido }: KeyedRequest,
  work: (ctx: C) => Promise<StoredResponse>,
): Promise<OnceResponse> {
  const { contaId, sessionId: portadorId, ownerId: donoId } = ctx.caller;
  const key: IdempotencyKey = { portadorId, donoId, chave, pedido };
  const place = `${contaId}/${portadorId}/${chave}`;
  const first = runningByKey.get(place);
  if (first !== undefined) {
    refuseOther(first.pedido, pedido);
    return { ...(await first.response), replayed: true };
  }
  const running = findOrRun(ctx, key, work);
  runningByKey.set(place, { pedido, response: running });
  try {
    return await running;
  } finally {
    runningByKey.delete(place);
  }
}

async function findOrRun<C extends SignedInContext>(
  ctx: C,
  key: IdempotencyKey,
  work: (ctx: C) => Promise<StoredResponse>,
): Promise<OnceResponse> {
  const known = await findStored(ctx, key);
  if (known !== null) return known;
  await countKey(ctx);
  try {
    return { ...(await runClaimed(ctx, key, work)), replayed: false };
  } catch (error) {
    const answered = error instanceof AlreadyAnswered ? await findStored(ctx, key) : null;
    if (answered !== null) return answered;
    throw error instanceof AlreadyAnswered ? new Refusal("idempotencyEmAndamento") : error;
  }
}

/** Whether a key has a stored response, for any request. */
export async function hasStoredResponse(ctx: SignedInContext, chave: string): Promise<boolean> {
  const { contaId, sessionId: portadorId } = ctx.caller;
  const now = ctx.clock.now();
  const found = await ctx.database.withConta(contaId, (db) =>
    findResponse(db, contaId, { portadorId, chave, now }),
  );
  return found !== null;
}

async function countKey(ctx: SignedInContext): Promise<void> {
  const chave = `idempotencia:${ctx.caller.sessionId}`;
  await countUse(ctx, {
    chave,
    max: IDEMPOTENCY_DAY_MAX,
    janelaMs: DAY_MS,
    recusa: "idempotencyChavesDemais",
  });
}

async function findStored(ctx: SignedInContext, key: IdempotencyKey): Promise<OnceResponse | null> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  const row = await ctx.database.withConta(contaId, (db) => findResponse(db, contaId, { ...key, now }));
  if (row === null) return null;
  const { pedido, ...stored } = row;
  refuseOther(pedido, key.pedido);
  const corpo = await gunzip(ctx.secretBox.open(stored.corpo, placeOf(contaId, key)));
  return { ...stored, corpo, replayed: true };
}

function placeOf(contaId: string, { portadorId, chave }: IdempotencyKey): SealedPlace {
  return { tabela: "idempotencia", coluna: "corpo", id: `${contaId}/${portadorId}/${chave}` };
}

function refuseOther(before: Buffer, now: Buffer): void {
  if (!before.equals(now)) throw new Refusal("idempotencyOutroPedido", { campo: "Idempotency-Key" });
}

async function runClaimed<C extends SignedInContext>(
  ctx: C,
  key: IdempotencyKey,
  work: (ctx: C) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { contaId } = ctx.caller;
  const keep = async (db: Db, { corpo, ...response }: StoredResponse): Promise<void> => {
    // Sealed: a response may hold a secret that is shown once.
    const sealed = ctx.secretBox.seal(await gzip(corpo), placeOf(contaId, key));
    await saveResponse(db, contaId, key, { ...response, corpo: sealed });
  };
  return await runInOneTransaction(ctx, { begin: (db) => claim(ctx, db, key), last: keep }, work);
}

async function claim(ctx: SignedInContext, db: Db, key: IdempotencyKey): Promise<void> {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  const expiraEm = new Date(now.getTime() + KEEP_MS);
  await limitLockWait(db, WAIT_MS);
  try {
    if (!(await claimKey(db, contaId, { ...key, now, expiraEm }))) throw new AlreadyAnswered();
  } catch (error) {
    if (isLockTimeout(error)) throw new Refusal("idempotencyEmAndamento");
    throw error;
  }
  await limitLockWait(db, 0);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}
