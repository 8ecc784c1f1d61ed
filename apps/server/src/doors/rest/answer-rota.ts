import { createHash } from "node:crypto";
import { getRestRow, IDEMPOTENCY_KEY_MAX, type RestRow, type RotaName } from "@malote/contract";
import type { Request, Response } from "express";
import * as z from "zod/mini";
import { runInTurn } from "../../pace/run-in-turn.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { changeHeld } from "../../services/idempotencia/change-held.ts";
import type { Guardada } from "../../services/idempotencia/idempotencia.rows.ts";
import { isRespondida, runOnce, type UmaVez } from "../../services/idempotencia/run-once.ts";
import { REST_BASE } from "./base.ts";
import { runRota } from "./handlers.ts";
import { Problema } from "./problema.ts";
import type { Entrada } from "./read-entrada.ts";
import type { PedidoRest, RespostaFeita } from "./rest-handler.ts";
import { sendArquivo } from "./send-arquivo.ts";
import { namesEstavel, sendJson, toJsonBytes, versaoOf } from "./send-json.ts";

type Http = { req: Request; res: Response };
type Chamada = { name: RotaName; row: RestRow; ctx: SignedInContext; entrada: Entrada };

const CHAVE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`);

/** Runs a route for an admitted caller and sends its response. */
export async function answerRota(http: Http, chamada: Chamada): Promise<void> {
  const { req } = http;
  const { name, row, ctx, entrada } = chamada;
  const chave = name.startsWith("POST ") ? readChave(req) : null;
  const pedido: PedidoRest = {
    req,
    isRepetido: async () => chave !== null && (await isRespondida(ctx, chave)),
    once: (digest, work) => onceOf(ctx, { chave, row, digest: digestOf(req, digest) }, work),
  };
  if (chave === null || row.formulario !== undefined) {
    return await send(http, chamada, await runInTurn(ctx, () => runSeen(chamada, pedido)));
  }
  const digest = createHash("sha256")
    .update(JSON.stringify(req.body ?? null))
    .digest();
  // A route without effect needs no transaction.
  const run = (one: SignedInContext) => runRota(name, { ctx: row.semEfeito ? ctx : one, entrada, pedido });
  await send(http, chamada, await runInTurn(ctx, () => pedido.once(digest, run)));
}

/** @throws {Problema} idempotencyChave   @returns null without the header */
function readChave(req: Request): string | null {
  const chave = req.get("idempotency-key");
  if (chave === undefined) return null;
  const clean = chave.trim();
  if (!CHAVE.test(clean)) throw new Problema(400, "idempotencyChave");
  return clean;
}

/** Digest of the request of a key: verb, URL and body. */
function digestOf(req: Request, corpo: Buffer): Buffer {
  return createHash("sha256").update(`${req.method} ${req.originalUrl}\n`).update(corpo).digest();
}

async function onceOf<T extends RespostaFeita>(
  ctx: SignedInContext,
  { chave, row, digest }: { chave: string | null; row: RestRow; digest: Buffer },
  work: (ctx: SignedInContext) => Promise<T>,
): Promise<T | { guardada: UmaVez }> {
  if (chave === null) return await work(ctx);
  const guardada = await runOnce(ctx, { chave, pedido: digest }, async (one) =>
    toGuardada(row, await work(one)),
  );
  return { guardada };
}

/**
 * Runs a route; with If-Match, only when the version matches (RFC 9110 §13.1.1). The row stays
 * locked from the check to the change.
 * @throws {Problema} restMudou
 */
async function runSeen({ name, row, ctx, entrada }: Chamada, pedido: PedidoRest): Promise<RespostaFeita> {
  const seen = pedido.req.get("if-match");
  const { versaoDe } = row;
  if (versaoDe === undefined || seen === undefined) return await runRota(name, { ctx, entrada, pedido });
  const { id } = entrada.caminho as { id: string };
  const judge = async (one: SignedInContext): Promise<void> => {
    const lida = getRestRow(versaoDe);
    const { corpo } = toGuardada(lida, await runRota(versaoDe, { ctx: one, entrada, pedido }));
    if (!namesEstavel(seen, versaoOf(corpo, lida.vivos))) throw new Problema(412, "restMudou");
  };
  const work = (one: SignedInContext) => runRota(name, { ctx: one, entrada, pedido });
  return await changeHeld(ctx, { versaoDe, id }, { judge, work });
}

/** Serializes a response: only the fields of its schema. */
function toGuardada({ responde }: RestRow, { corpo, local }: RespostaFeita): Guardada {
  const body = responde.tipo === "json" ? toJsonBytes(z.parse(responde.schema, corpo)) : Buffer.alloc(0);
  return { status: responde.status, corpo: body, local: local === undefined ? null : REST_BASE + local };
}

async function send(http: Http, { row, ctx }: Chamada, feita: RespostaFeita): Promise<void> {
  if (feita.arquivo !== undefined) return await sendArquivo(http, feita.arquivo, ctx.log);
  const { res } = http;
  const { status, corpo, local } = feita.guardada ?? toGuardada(row, feita);
  if (local !== null) res.set("Location", local);
  if (feita.guardada?.repetida === true) res.set("Idempotency-Replayed", "true");
  if (corpo.length === 0) return void res.status(status).end();
  await sendJson(http, { status, body: corpo, vivos: row.vivos });
}
