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

/** What is to be asked, as far as manners go. */
export type PerguntaPolida<T> = {
  sandbox: boolean;
  /** "1", production, unless told. */
  ambiente?: Ambiente;
  autorizador: string;
  modelo: "55" | "65" | "57" | "67" | "58";
  servico: "consulta" | "evento" | "distribuicao" | "status";
  /** CNPJ (or CPF) in the certificate that asks, all its characters. */
  certificadoCnpj: string;
  /** That certificate and no other of the same CNPJ; without it the CNPJ stands for it. */
  certificado?: string;
  /** The document it is about: one question at a time about each. */
  chave?: string;
  cotas: readonly CotaNome[];
  /** How long this CNPJ must leave this service of this modelo alone after such an answer, in ms; 0 = not at all. Such a rest is heeded
   * by those questions alone that bring a `descanso` of their own: after a 137 the queue rests, and one NSU may still be asked for. */
  descanso?: (resposta: T) => number;
};

/** Waits shorter than this are waited here, and so many times: a deferral costs more. */
const CURTA_MS = 1_000;
const CURTAS = 3;

/**
 * Asks SEFAZ when it is our turn: nobody has to be silent, the breaker of authorizer and service is closed, no quota is full, and nobody
 * asks about the same document. House-wide: the gatekeeper's tables remember for all contas and processes. Misuse (656, 678) silences the
 * certificate's CNPJ for an hour at the authorizer that says so; the answer is the caller's all the same.
 * @throws {Deferral} when it is not our turn: the work is planned again at that time and nothing is counted
 * @throws what `ask` throws
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

/** The call itself; waiting for our turn is none of it. */
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

/** Waits between tries to write a silence down, in ms: what SEFAZ said must be heeded, and the answer must not be lost over it. */
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
  // What cannot be written down ends by itself: the flight by its time, the use by its window. The answer must not be lost over it.
  const mudou = await ctx.database.portaria
    .endVez(vez, { agora, ...fim, disjuntor: DISJUNTOR })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, voo: vez.voo }, "o fim de uma consulta à SEFAZ não pôde ser registrado");
      return null;
    });
  if (mudou === "abriu") ctx.log.warn({ disjuntor: vez.disjuntor }, "a SEFAZ não responde; disjuntor aberto");
  if (mudou === "fechou") ctx.log.info({ disjuntor: vez.disjuntor }, "a SEFAZ voltou; disjuntor fechado");
}
