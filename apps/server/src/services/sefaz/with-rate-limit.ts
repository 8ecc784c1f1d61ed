import { setTimeout as sleep } from "node:timers/promises";
import { SefazOutage } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { newId, type ScopeBlock, type SlotRequest } from "../../db/index.ts";
import { Deferral, isUnavailable } from "../../errors.ts";
import {
  BLOCK_MS,
  BREAKER,
  CERTIFICATE_PAUSE,
  isCertificateFault,
  isMisuse,
  judgeAnswer,
  judgeFailure,
} from "./rate-policy.rules.ts";
import {
  blockScopeOf,
  environmentOf,
  pauseScopeOf,
  policyClockOf,
  type SefazRequest,
  toSlotRequest,
} from "./rate-policy.scopes.ts";

/** Shorter waits are waited here, up to SHORT_WAITS times: a deferral costs more. */
const SHORT_WAIT_MS = 1_000;
const SHORT_WAITS = 3;

/**
 * Sends a request to SEFAZ within the rate policy: no block applies, the circuit breaker is closed,
 * no quota is full, and no request for the same document is in flight. The state is shared by all
 * contas and processes. After misuse (656, 678) the certificate's CNPJ is blocked for an hour at
 * that authorizer; the caller still gets the answer.
 * @throws {Deferral} when the request must wait: the task is planned again and nothing is counted
 * @throws the errors of `send`
 */
export async function withRateLimit<T extends { cStat: string }>(
  ctx: AppContext,
  request: SefazRequest<T>,
  send: () => Promise<T>,
): Promise<T> {
  const slot = await takeSlot(ctx, request);
  const { autorizador, servico } = request;
  const began = performance.now();
  const count = (fim: string): void =>
    ctx.metrics.recordSefazRequest({ autorizador, servico, fim, ms: performance.now() - began });
  const answer = await traceRequest(ctx, request, send).catch(async (error: unknown) => {
    count(error instanceof SefazOutage ? error.causa : "erro");
    if (isCertificateFault(error)) await pauseCertificate(ctx, request, slot);
    await endSlot(ctx, request, { slot, fim: judgeFailure(error) });
    throw error;
  });
  count(isMisuse(answer.cStat) ? "consumo-indevido" : judgeAnswer(answer.cStat).fez);
  await applyBlock(ctx, request, answer);
  await endSlot(ctx, request, { slot, fim: judgeAnswer(answer.cStat) });
  return answer;
}

/** Traces the request only, without the wait for its slot. */
async function traceRequest<T extends { cStat: string }>(
  ctx: AppContext,
  { autorizador, servico, modelo, sandbox }: SefazRequest<T>,
  send: () => Promise<T>,
): Promise<T> {
  const attributes = {
    "sefaz.autorizador": autorizador,
    "sefaz.servico": servico,
    "sefaz.modelo": modelo,
    "sefaz.simulador": sandbox,
  };
  return await ctx.tracing.run(`sefaz ${servico}`, { kind: "client", attributes }, async (span) => {
    const answer = await send();
    span.set({ "sefaz.cstat": answer.cStat });
    return answer;
  });
}

async function takeSlot<T>(ctx: AppContext, request: SefazRequest<T>): Promise<SlotRequest> {
  for (let n = 1; ; n += 1) {
    const slot = toSlotRequest(request, {
      id: newId(),
      now: policyClockOf(request, ctx.clock),
      timeoutMs: ctx.config.sefazTimeoutMs,
    });
    const refusal = await ctx.database.gatekeeper.takeSlot(slot);
    if (refusal === null) return slot;
    const { motivo, esperaMs } = refusal;
    if (motivo !== "cota" || esperaMs > SHORT_WAIT_MS || n > SHORT_WAITS)
      throw new Deferral(motivo, esperaMs);
    await sleep(esperaMs);
  }
}

async function applyBlock<T extends { cStat: string }>(
  ctx: AppContext,
  request: SefazRequest<T>,
  answer: T,
): Promise<void> {
  const now = policyClockOf(request, ctx.clock);
  const environment = environmentOf(request);
  const { cStat: motivo } = answer;
  if (isMisuse(motivo)) {
    await saveBlock(ctx, blockScopeOf(request), { now, ambito: environment, ms: BLOCK_MS, motivo });
    ctx.log.warn({ cnpj: request.certificadoCnpj, cStat: motivo }, "a SEFAZ acusou consumo indevido");
    return;
  }
  const ms = request.descanso?.(answer) ?? 0;
  if (ms > 0) await saveBlock(ctx, pauseScopeOf(request), { now, ambito: environment, ms, motivo });
}

async function pauseCertificate<T>(
  ctx: AppContext,
  request: SefazRequest<T>,
  { certificado }: SlotRequest,
): Promise<void> {
  const quando = { now: policyClockOf(request, ctx.clock), ambito: environmentOf(request) };
  await saveBlock(ctx, certificado, { ...quando, ...CERTIFICATE_PAUSE, motivo: "certificado" });
  ctx.log.warn({ certificado }, "a SEFAZ não aceita o certificado; pausa");
}

/** Waits between attempts to store a block, in ms. A failure must not lose SEFAZ's answer. */
const WRITE_WAITS_MS = [250, 1_000, 4_000];

async function saveBlock(ctx: AppContext, scope: string, block: ScopeBlock): Promise<void> {
  for (const wait of [...WRITE_WAITS_MS, null]) {
    try {
      return await ctx.database.gatekeeper.blockScope(scope, block);
    } catch (error) {
      if (wait === null || !isUnavailable(error)) {
        ctx.log.error({ err: error, escopo: scope }, "um bloqueio da SEFAZ não pôde ser registrado");
        return;
      }
      await sleep(wait);
    }
  }
}

type EndedSlot = { slot: SlotRequest; fim: ReturnType<typeof judgeAnswer> };

async function endSlot<T>(
  ctx: AppContext,
  request: SefazRequest<T>,
  { slot, fim }: EndedSlot,
): Promise<void> {
  const now = policyClockOf(request, ctx.clock);
  // Unstored results expire by themselves: the flight by its timeout, the use by its window. A
  // failure must not lose SEFAZ's answer.
  const breakerChange = await ctx.database.gatekeeper
    .endSlot(slot, { now, ...fim, disjuntor: BREAKER })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, voo: slot.voo }, "o fim de uma consulta à SEFAZ não pôde ser registrado");
      return null;
    });
  if (breakerChange === "abriu")
    ctx.log.warn({ disjuntor: slot.disjuntor }, "a SEFAZ não responde; disjuntor aberto");
  if (breakerChange === "fechou")
    ctx.log.info({ disjuntor: slot.disjuntor }, "a SEFAZ voltou; disjuntor fechado");
}
