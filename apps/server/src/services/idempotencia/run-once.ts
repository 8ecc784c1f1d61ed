import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { IDEMPOTENCY_DIA_MAX } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Lugar } from "../../secrets/cofre.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import {
  boundWait,
  type Chave,
  claimChave,
  findResposta,
  type Guardada,
  keepResposta,
} from "./idempotencia.rows.ts";
import { doInOne } from "./one-transaction.ts";

/**
 * How long a response is stored, and how long a request waits for another with the same key, in ms.
 */
const LEMBRA_MS = 24 * 3_600_000;
const ESPERA_MS = 10_000;
const DIA_MS = 24 * 3_600_000;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** chave: the client's key; pedido: digest of the request. */
export type Pedido = { chave: string; pedido: Buffer };

/** repetida: the stored response, without new work. */
export type UmaVez = Guardada & { repetida: boolean };

/**
 * Running requests of this process by key; later ones with the same key wait without a connection.
 */
const emCurso = new Map<string, { pedido: Buffer; feita: Promise<Guardada> }>();

/** Another process answered while this request waited for the key. */
class JaRespondida extends Error {}

/**
 * Runs the work of a key once and returns the same response to each request with it. Work and
 * response share one transaction. A crash leaves the key answered or free. A refusal is not stored.
 * @param work its database transactions are that one; other effects are not undone
 * @throws {Refusal} idempotencyOutroPedido, idempotencyEmAndamento,
 * idempotencyChavesDemais; and what `work` throws
 */
export async function runOnce<C extends SignedInContext>(
  ctx: C,
  { chave, pedido }: Pedido,
  work: (ctx: C) => Promise<Guardada>,
): Promise<UmaVez> {
  const { contaId, sessaoId: portadorId, donoId } = ctx.caller;
  const key: Chave = { portadorId, donoId, chave, pedido };
  const place = `${contaId}/${portadorId}/${chave}`;
  const first = emCurso.get(place);
  if (first !== undefined) {
    refuseOther(first.pedido, pedido);
    return { ...(await first.feita), repetida: true };
  }
  const running = findOrRun(ctx, key, work);
  emCurso.set(place, { pedido, feita: running });
  try {
    return await running;
  } finally {
    emCurso.delete(place);
  }
}

async function findOrRun<C extends SignedInContext>(
  ctx: C,
  key: Chave,
  work: (ctx: C) => Promise<Guardada>,
): Promise<UmaVez> {
  const known = await find(ctx, key);
  if (known !== null) return known;
  await countChave(ctx);
  try {
    return { ...(await runClaimed(ctx, key, work)), repetida: false };
  } catch (error) {
    const answered = error instanceof JaRespondida ? await find(ctx, key) : null;
    if (answered !== null) return answered;
    throw error instanceof JaRespondida ? new Refusal("idempotencyEmAndamento") : error;
  }
}

/** Whether a key has a stored response, for any request. */
export async function isRespondida(ctx: SignedInContext, chave: string): Promise<boolean> {
  const { contaId, sessaoId: portadorId } = ctx.caller;
  const agora = ctx.clock.now();
  const found = await ctx.database.withContaSql(contaId, (sql) =>
    findResposta(sql, contaId, { portadorId, chave, agora }),
  );
  return found !== null;
}

async function countChave(ctx: SignedInContext): Promise<void> {
  const chave = `idempotencia:${ctx.caller.sessaoId}`;
  await countUso(ctx, {
    chave,
    max: IDEMPOTENCY_DIA_MAX,
    janelaMs: DIA_MS,
    recusa: "idempotencyChavesDemais",
  });
}

async function find(ctx: SignedInContext, key: Chave): Promise<UmaVez | null> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  const row = await ctx.database.withContaSql(contaId, (sql) =>
    findResposta(sql, contaId, { ...key, agora }),
  );
  if (row === null) return null;
  const { pedido, ...guardada } = row;
  refuseOther(pedido, key.pedido);
  const corpo = await unzip(ctx.cofre.open(guardada.corpo, lugarOf(contaId, key)));
  return { ...guardada, corpo, repetida: true };
}

function lugarOf(contaId: string, { portadorId, chave }: Chave): Lugar {
  return { tabela: "idempotencia", coluna: "corpo", id: `${contaId}/${portadorId}/${chave}` };
}

function refuseOther(before: Buffer, now: Buffer): void {
  if (!before.equals(now)) throw new Refusal("idempotencyOutroPedido", { campo: "Idempotency-Key" });
}

async function runClaimed<C extends SignedInContext>(
  ctx: C,
  key: Chave,
  work: (ctx: C) => Promise<Guardada>,
): Promise<Guardada> {
  const { contaId } = ctx.caller;
  const keep = async (sql: Sql, { corpo, ...feita }: Guardada): Promise<void> => {
    // Sealed: a response may hold a secret that is shown once.
    const selado = ctx.cofre.seal(await zip(corpo), lugarOf(contaId, key));
    await keepResposta(sql, contaId, key, { ...feita, corpo: selado });
  };
  return await doInOne(ctx, { begin: (sql) => claim(ctx, sql, key), last: keep }, work);
}

async function claim(ctx: SignedInContext, sql: Sql, key: Chave): Promise<void> {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  const expiraEm = new Date(agora.getTime() + LEMBRA_MS);
  await boundWait(sql, ESPERA_MS);
  try {
    if (!(await claimChave(sql, contaId, { ...key, agora, expiraEm }))) throw new JaRespondida();
  } catch (error) {
    if (isLockTimeout(error)) throw new Refusal("idempotencyEmAndamento");
    throw error;
  }
  await boundWait(sql, 0);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}
