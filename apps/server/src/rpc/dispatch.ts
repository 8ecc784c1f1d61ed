import type { MethodName } from "@malote/contract";
import { formatMessage, isMethodName, RPC_ERROR } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../app-context.ts";
import { isRetryable, Refusal, Unauthorized } from "../errors.ts";
import { runInTurn } from "../pace/run-in-turn.ts";
import type { PublicContext, Visit } from "../services/handler.ts";
import { describeOutage } from "../wait-reason.ts";
import { admit } from "./admit.ts";
import { withCaller } from "./caller-context.ts";
import { runHandler } from "./handlers.ts";
import {
  internalError,
  methodNotFound,
  metricResultOf,
  type Outcome,
  refuseCall,
  unauthorized,
  unavailable,
} from "./outcome.ts";
import { parseParams } from "./parse.ts";
import { stripReadOnlyParams } from "./strip-read-only.ts";
import { wrapRefusal, wrapResult } from "./wrap-result.ts";

/** One call, read from any dialect. errorsMax: errors that its response lists; default ERROS_MAX. */
export type RpcCall = { method: string; params: unknown; authToken: string | null; errorsMax?: number };

/**
 * Admit → settle → parse → run → wrap: the same five steps for every method and dialect. Never throws.
 */
export async function dispatch(ctx: AppContext, visit: Visit, call: RpcCall): Promise<Outcome> {
  const { method } = call;
  if (!isMethodName(method)) return methodNotFound();
  const started = performance.now();
  const where = { requestId: visit.requestId, method };
  const outcome = await runCall({ ...ctx, visit }, method, call).catch((error: unknown) =>
    concludeError(ctx, where, error),
  );
  const ms = performance.now() - started;
  const fim = metricResultOf(outcome);
  ctx.metrics.recordCall({ metodo: method, fim, ms });
  ctx.log.debug({ ...where, ms: Math.round(ms), fim }, "chamada");
  return outcome;
}

async function runCall(ctx: PublicContext, method: MethodName, call: RpcCall): Promise<Outcome> {
  const caller = await admit(ctx, { method, token: call.authToken, params: call.params });
  const acting = caller === null ? null : withCaller(ctx, caller);
  const settled =
    acting === null
      ? { kind: "ok" as const, value: call.params }
      : await stripReadOnlyParams(acting, method, call.params);
  const zona = zoneOfUf(caller?.contaUf ?? "");
  const { errorsMax } = call;
  const parsed = settled.kind === "ok" ? parseParams(method, settled.value, { errorsMax, zona }) : settled;
  if (parsed.kind === "shape") return refuseCall(RPC_ERROR.invalidParams, "Invalid params", parsed.erros);
  if (parsed.kind === "rule") {
    return { kind: "answer", result: wrapRefusal(method, parsed.erros[0]?.mensagem ?? "", parsed.erros) };
  }
  const { params } = parsed;
  if (acting === null) {
    return { kind: "answer", result: wrapResult(method, await runHandler(method, ctx, params)) };
  }
  return await runInTurn(acting, async () => {
    return { kind: "answer", result: wrapResult(method, await runHandler(method, acting, params)) };
  });
}

type Where = { requestId: string; method: MethodName };

function concludeError(ctx: AppContext, where: Where, error: unknown): Outcome {
  if (error instanceof Unauthorized) return unauthorized();
  if (error instanceof Refusal) return concludeRefusal(where.method, error);
  if (isRetryable(error)) {
    ctx.log.warn({ ...where, err: error }, describeOutage(error));
    return unavailable(where.requestId);
  }
  ctx.log.error({ ...where, err: error }, "erro interno");
  return internalError(where.requestId);
}

function concludeRefusal(method: MethodName, refusal: Refusal): Outcome {
  const mensagem = formatMessage(refusal.key, refusal.values);
  const erros = refusal.campo === undefined ? [] : [{ campo: refusal.campo, mensagem }];
  return { kind: "answer", result: wrapRefusal(method, mensagem, erros) };
}
