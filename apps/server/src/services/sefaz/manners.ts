import { setTimeout as sleep } from "node:timers/promises";
import { type Ambiente, SefazOutage } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { newId, type Silencio, type VezPedida } from "../../db/index.ts";
import { Deferral, isAway } from "../../errors.ts";
import type { CotaNome } from "./cotas.ts";
import {
  BLOQUEIO_MS,
  DISJUNTOR,
  isConsumoIndevido,
  isDoCertificado,
  judgeFalha,
  judgeResposta,
  PAUSA_CERTIFICADO,
} from "./manners.rules.ts";
import { ambitoOf, escopoBloqueio, escopoDescanso, relogioOf, toVez } from "./manners.scopes.ts";

/** A request to SEFAZ, as far as the rate policy needs. */
export type PerguntaPolida<T> = {
  sandbox: boolean;
  /** Default: "1", production. */
  ambiente?: Ambiente;
  autorizador: string;
  modelo: "55" | "65" | "57" | "67" | "58";
  servico: "consulta" | "evento" | "distribuicao" | "status";
  /** CNPJ (or CPF) of the client certificate, complete. */
  certificadoCnpj: string;
  /** Identifies that certificate among others of the CNPJ; default: the CNPJ. */
  certificado?: string;
  /** The document: one request at a time for each. */
  chave?: string;
  cotas: readonly CotaNome[];
  /**
   * Pause of this CNPJ at this service and modelo after such an answer, in ms; 0 = none. Only
   * requests with their own `descanso` observe it: after a 137 the distribution pauses, and single
   * NSUs may still be requested.
   */
  descanso?: (resposta: T) => number;
};

/** Shorter waits are waited here, up to CURTAS times: a deferral costs more. */
const CURTA_MS = 1_000;
const CURTAS = 3;

/**
 * Sends a request to SEFAZ within the rate policy: no block applies, the circuit breaker is closed,
 * no quota is full, and no request for the same document is in flight. The state is shared by all
 * contas and processes. After misuse (656, 678) the certificate's CNPJ is blocked for an hour at
 * that authorizer; the caller still gets the answer.
 * @throws {Deferral} when the request must wait: the task is planned again and nothing is counted
 * @throws the errors of `ask`
 */
export async function askPolitely<T extends { cStat: string }>(
  ctx: AppContext,
  pergunta: PerguntaPolida<T>,
  ask: () => Promise<T>,
): Promise<T> {
  const vez = await takeVez(ctx, pergunta);
  const { autorizador, servico } = pergunta;
  const began = performance.now();
  const count = (fim: string): void =>
    ctx.medidas.pergunta({ autorizador, servico, fim, ms: performance.now() - began });
  const resposta = await traceAsk(ctx, pergunta, ask).catch(async (error: unknown) => {
    count(error instanceof SefazOutage ? error.causa : "erro");
    if (isDoCertificado(error)) await pauseCertificado(ctx, pergunta, vez);
    await endVez(ctx, pergunta, { vez, fim: judgeFalha(error) });
    throw error;
  });
  count(isConsumoIndevido(resposta.cStat) ? "consumo-indevido" : judgeResposta(resposta.cStat).fez);
  await silence(ctx, pergunta, resposta);
  await endVez(ctx, pergunta, { vez, fim: judgeResposta(resposta.cStat) });
  return resposta;
}

/** Traces the request only, without the wait for its slot. */
async function traceAsk<T extends { cStat: string }>(
  ctx: AppContext,
  { autorizador, servico, modelo, sandbox }: PerguntaPolida<T>,
  ask: () => Promise<T>,
): Promise<T> {
  const attributes = {
    "sefaz.autorizador": autorizador,
    "sefaz.servico": servico,
    "sefaz.modelo": modelo,
    "sefaz.simulador": sandbox,
  };
  return await ctx.tracing.run(`sefaz ${servico}`, { kind: "client", attributes }, async (span) => {
    const resposta = await ask();
    span.set({ "sefaz.cstat": resposta.cStat });
    return resposta;
  });
}

async function takeVez<T>(ctx: AppContext, pergunta: PerguntaPolida<T>): Promise<VezPedida> {
  for (let n = 1; ; n += 1) {
    const vez = toVez(pergunta, {
      id: newId(),
      agora: relogioOf(pergunta, ctx.clock),
      timeoutMs: ctx.config.sefazTimeoutMs,
    });
    const recusa = await ctx.database.portaria.takeVez(vez);
    if (recusa === null) return vez;
    const { motivo, esperaMs } = recusa;
    if (motivo !== "cota" || esperaMs > CURTA_MS || n > CURTAS) throw new Deferral(motivo, esperaMs);
    await sleep(esperaMs);
  }
}

async function silence<T extends { cStat: string }>(
  ctx: AppContext,
  pergunta: PerguntaPolida<T>,
  resposta: T,
): Promise<void> {
  const agora = relogioOf(pergunta, ctx.clock);
  const ambito = ambitoOf(pergunta);
  const { cStat: motivo } = resposta;
  if (isConsumoIndevido(motivo)) {
    await keepSilence(ctx, escopoBloqueio(pergunta), { agora, ambito, ms: BLOQUEIO_MS, motivo });
    ctx.log.warn({ cnpj: pergunta.certificadoCnpj, cStat: motivo }, "a SEFAZ acusou consumo indevido");
    return;
  }
  const ms = pergunta.descanso?.(resposta) ?? 0;
  if (ms > 0) await keepSilence(ctx, escopoDescanso(pergunta), { agora, ambito, ms, motivo });
}

async function pauseCertificado<T>(
  ctx: AppContext,
  pergunta: PerguntaPolida<T>,
  { certificado }: VezPedida,
): Promise<void> {
  const quando = { agora: relogioOf(pergunta, ctx.clock), ambito: ambitoOf(pergunta) };
  await keepSilence(ctx, certificado, { ...quando, ...PAUSA_CERTIFICADO, motivo: "certificado" });
  ctx.log.warn({ certificado }, "a SEFAZ não aceita o certificado; pausa");
}

/** Waits between attempts to store a block, in ms. A failure must not lose SEFAZ's answer. */
const SILENCIO_ESPERAS_MS = [250, 1_000, 4_000];

async function keepSilence(ctx: AppContext, escopo: string, silencio: Silencio): Promise<void> {
  for (const wait of [...SILENCIO_ESPERAS_MS, null]) {
    try {
      return await ctx.database.portaria.silence(escopo, silencio);
    } catch (error) {
      if (wait === null || !isAway(error)) {
        ctx.log.error({ err: error, escopo }, "um bloqueio da SEFAZ não pôde ser registrado");
        return;
      }
      await sleep(wait);
    }
  }
}

type Encerrada = { vez: VezPedida; fim: ReturnType<typeof judgeResposta> };

async function endVez<T>(
  ctx: AppContext,
  pergunta: PerguntaPolida<T>,
  { vez, fim }: Encerrada,
): Promise<void> {
  const agora = relogioOf(pergunta, ctx.clock);
  // Unstored results expire by themselves: the flight by its timeout, the use by its window. A
  // failure must not lose SEFAZ's answer.
  const mudou = await ctx.database.portaria
    .endVez(vez, { agora, ...fim, disjuntor: DISJUNTOR })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, voo: vez.voo }, "o fim de uma consulta à SEFAZ não pôde ser registrado");
      return null;
    });
  if (mudou === "abriu") ctx.log.warn({ disjuntor: vez.disjuntor }, "a SEFAZ não responde; disjuntor aberto");
  if (mudou === "fechou") ctx.log.info({ disjuntor: vez.disjuntor }, "a SEFAZ voltou; disjuntor fechado");
}
