import { createHash } from "node:crypto";
import { getRestRow, IDEMPOTENCY_KEY_MAX, type RestRow, type RouteName } from "@malote/contract";
import type { Request, Response } from "express";
import * as z from "zod/mini";
import { runInTurn } from "../../pace/run-in-turn.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { changeLocked } from "../../services/idempotency/change-locked.ts";
import type { StoredResponse } from "../../services/idempotency/idempotency.rows.ts";
import { hasStoredResponse, type OnceResponse, runOnce } from "../../services/idempotency/run-once.ts";
import { REST_BASE } from "./base-path.ts";
import { runRoute } from "./handlers.ts";
import { Problem } from "./problem.ts";
import type { RouteInput } from "./read-input.ts";
import type { RestRequest, RestResult } from "./rest-handler.ts";
import { jsonVersionOf, listsStableVersion, sendJson, toJsonBytes } from "./send-json.ts";
import { sendRestFile } from "./send-rest-file.ts";

type Http = { req: Request; res: Response };
type RouteCall = { name: RouteName; row: RestRow; ctx: SignedInContext; entrada: RouteInput };

const KEY_PATTERN = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`);

/** Runs a route for an admitted caller and sends its response. */
export async function answerRoute(http: Http, call: RouteCall): Promise<void> {
  const { req } = http;
  const { name, row, ctx, entrada } = call;
  const idempotencyKey = name.startsWith("POST ") ? readIdempotencyKey(req) : null;
  const pedido: RestRequest = {
    req,
    isRepetido: async () => idempotencyKey !== null && (await hasStoredResponse(ctx, idempotencyKey)),
    once: (digest, work) => onceOf(ctx, { chave: idempotencyKey, row, digest: digestOf(req, digest) }, work),
  };
  if (idempotencyKey === null || row.formulario !== undefined) {
    return await send(http, call, await runInTurn(ctx, () => runIfMatch(call, pedido)));
  }
  const digest = createHash("sha256")
    .update(JSON.stringify(req.body ?? null))
    .digest();
  // A route without effect needs no transaction.
  const run = (one: SignedInContext) => runRoute(name, { ctx: row.semEfeito ? ctx : one, entrada, pedido });
  await send(http, call, await runInTurn(ctx, () => pedido.once(digest, run)));
}

/** @throws {Problema} idempotencyChave   @returns null without the header */
function readIdempotencyKey(req: Request): string | null {
  const idempotencyKey = req.get("idempotency-key");
  if (idempotencyKey === undefined) return null;
  const clean = idempotencyKey.trim();
  if (!KEY_PATTERN.test(clean)) throw new Problem(400, "idempotencyChave");
  return clean;
}

/** Digest of the request of a key: verb, URL and body. */
function digestOf(req: Request, corpo: Buffer): Buffer {
  return createHash("sha256").update(`${req.method} ${req.originalUrl}\n`).update(corpo).digest();
}

async function onceOf<T extends RestResult>(
  ctx: SignedInContext,
  { chave: idempotencyKey, row, digest }: { chave: string | null; row: RestRow; digest: Buffer },
  work: (ctx: SignedInContext) => Promise<T>,
): Promise<T | { guardada: OnceResponse }> {
  if (idempotencyKey === null) return await work(ctx);
  const stored = await runOnce(ctx, { chave: idempotencyKey, pedido: digest }, async (one) =>
    toStoredResponse(row, await work(one)),
  );
  return { guardada: stored };
}

/**
 * Runs a route; with If-Match, only when the version matches (RFC 9110 §13.1.1). The row stays
 * locked from the check to the change.
 * @throws {Problema} restMudou
 */
async function runIfMatch({ name, row, ctx, entrada }: RouteCall, pedido: RestRequest): Promise<RestResult> {
  const seen = pedido.req.get("if-match");
  const { versaoDe } = row;
  if (versaoDe === undefined || seen === undefined) return await runRoute(name, { ctx, entrada, pedido });
  const { id } = entrada.caminho as { id: string };
  const judge = async (one: SignedInContext): Promise<void> => {
    const readRow = getRestRow(versaoDe);
    const { corpo } = toStoredResponse(readRow, await runRoute(versaoDe, { ctx: one, entrada, pedido }));
    if (!listsStableVersion(seen, jsonVersionOf(corpo, readRow.vivos))) throw new Problem(412, "restMudou");
  };
  const work = (one: SignedInContext) => runRoute(name, { ctx: one, entrada, pedido });
  return await changeLocked(ctx, { versaoDe, id }, { check: judge, work });
}

/** Serializes a response: only the fields of its schema. */
function toStoredResponse({ responde }: RestRow, { corpo, local }: RestResult): StoredResponse {
  const body = responde.tipo === "json" ? toJsonBytes(z.parse(responde.schema, corpo)) : Buffer.alloc(0);
  return { status: responde.status, corpo: body, local: local === undefined ? null : REST_BASE + local };
}

async function send(http: Http, { row, ctx }: RouteCall, result: RestResult): Promise<void> {
  if (result.arquivo !== undefined) return await sendRestFile(http, result.arquivo, ctx.log);
  const { res } = http;
  const { status, corpo, local } = result.guardada ?? toStoredResponse(row, result);
  if (local !== null) res.set("Location", local);
  if (result.guardada?.replayed === true) res.set("Idempotency-Replayed", "true");
  if (corpo.length === 0) return void res.status(status).end();
  await sendJson(http, { status, body: corpo, vivos: row.vivos });
}
