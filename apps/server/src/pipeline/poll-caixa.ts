import { MailOutage, type MessageRef } from "@malote/mailbox";
import { machineNow } from "../clock.ts";
import { Outage } from "../errors.ts";
import { type CaixaColeta, saveMarca, startVisita } from "../services/caixa-email/caixa-coleta.rows.ts";
import { toPoll } from "../services/caixa-email/caixa-coleta.rules.ts";
import { openCaixa } from "../services/caixa-email/caixa-fonte.ts";
import { deferMensagem } from "../services/caixa-email/caixa-mensagem.rows.ts";
import { closeColeta } from "../services/caixa-email/close-coleta.ts";
import { insertEmailGrande } from "../services/email/email-coleta.rows.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { chooseMensagens } from "./coleta/choose-mensagens.ts";
import { deleteMensagens } from "./coleta/delete-mensagens.ts";
import { type Retirada, startLote } from "./coleta/keep-mensagens.ts";
import { type Coleta, isEnough, lugarOf, timeLeft, type Visita } from "./coleta/visita.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";

/**
 * Polls one mailbox: fetches new messages, stores their bytes, then commits. It deletes only
 * committed messages from the server, by the mailbox's own rule.
 */
export const pollCaixa: Stage<Ref, Ref> = {
  nome: "poll-caixa",
  job: "poll",
  async *run(ctx, inputs) {
    for await (const { alvo } of inputs) yield* visit(ctx, alvo);
  },
};

async function* visit(ctx: StageContext, caixaId: string): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const desde = machineNow(ctx.clock);
  const caixa = await ctx.database.withContaSql(contaId, (sql) =>
    startVisita(sql, contaId, { caixaId, agora: ctx.clock.now() }),
  );
  if (!caixa) return;
  const coleta: Coleta = { falha: null, feitas: 0, novas: 0, restam: false, marca: null };
  try {
    const source = await openCaixa(ctx, caixa, { contaId, totalMs: timeLeft(ctx) });
    const alarm = setTimeout(() => source.abort(), timeLeft(ctx));
    const visita = { caixa, source, coleta, desde };
    try {
      yield* fetchNew(ctx, visita);
      if (!coleta.restam) await deleteOld(ctx, visita);
    } finally {
      clearTimeout(alarm);
      await source.close();
    }
  } catch (error) {
    await closeFailed(ctx, { caixa, coleta }, error);
    // In the sandbox no server locks the account, and the user waits to see the correction.
    if (caixa.sandbox && error instanceof MailOutage)
      throw new Outage(error.message, caixa.pollMs, { cause: error, espera: "mundo" });
    throw error;
  }
  await close(ctx, { caixa, coleta });
}

// Reading succeeded: a failed deletion is reported and retried at the next visit.
async function deleteOld(ctx: StageContext, visita: Visita): Promise<void> {
  try {
    await deleteMensagens(ctx, visita);
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    ctx.log.warn({ err: error, caixaId: visita.caixa.id }, "mensagens antigas ficaram no servidor");
    visita.coleta.falha = error.causa;
  }
}

async function* fetchNew(ctx: StageContext, visita: Visita): AsyncIterable<Ref> {
  const { coleta } = visita;
  const { novas, depois, cortada, marca } = await chooseMensagens(ctx, visita);
  // Position up to which all new messages are stored or recorded; deferred ones lie before it.
  let kept: string | null = null;
  let lote = startLote(ctx, visita);
  try {
    for (const [n, ref] of [...novas, ...depois].entries()) {
      if (isEnough(ctx, visita)) coleta.restam = true;
      if (coleta.restam) break;
      const retirada = await fetchOne(ctx, visita, ref);
      if (retirada) lote.add(retirada);
      if (marca !== null && n < novas.length && !coleta.restam) kept = ref.uid;
      if (!lote.isFull()) continue;
      const full = lote;
      lote = startLote(ctx, visita);
      yield* full.keep(kept);
    }
  } finally {
    // A connection that always breaks at the same message must not lose the ones before it.
    yield* lote.keep(kept);
  }
  // The listing was cut: more messages follow, whatever the outcome of these.
  if (cortada) coleta.restam = true;
  coleta.marca = coleta.restam ? kept : marca;
}

/** @returns null when the message cannot be fetched now */
async function fetchOne(ctx: StageContext, visita: Visita, ref: MessageRef): Promise<Retirada | null> {
  const { coleta, source } = visita;
  try {
    const prova = source.uidsFracos ? await source.prove(ref) : null;
    const raw = await source.fetch(ref);
    coleta.feitas += 1;
    return { ref, raw, prova };
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    const isCutByUs = !error.soMensagem && timeLeft(ctx) <= 0;
    if (error.causa === "grande-demais") await leaveGrande(ctx, visita, ref);
    else if (!isCutByUs) await defer(ctx, visita, { ref, error });
    else if (coleta.feitas === 0 && coleta.falha === null) {
      const late = new MailOutage("tempo", "one message took the whole visit", { cause: error });
      await defer(ctx, visita, { ref, error: late });
    }
    // Only this session is over: the mailbox is polled again.
    if (!error.soMensagem) coleta.restam = true;
    return null;
  }
}

/**
 * A message above the limit stays on the server and is recorded as an e-mail. The server's size may
 * be wrong.
 */
async function leaveGrande(ctx: StageContext, visita: Visita, { uid, tamanho }: MessageRef): Promise<void> {
  const { contaId } = ctx.job;
  const atLeast = Math.max(tamanho, ctx.config.emailMaxBytes + 1);
  const tamanhoDito = tamanho > 0 ? tamanho : null;
  const grande = { ...lugarOf(visita), uid, tamanho: atLeast, tamanhoDito, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => insertEmailGrande(sql, contaId, grande));
  visita.coleta.feitas += 1;
}

/**
 * A message that failed is fetched last at the next visit.
 * @throws {MailOutage} when it ended the session
 */
async function defer(
  ctx: StageContext,
  visita: Visita,
  { ref, error }: { ref: MessageRef; error: MailOutage },
): Promise<void> {
  const { contaId } = ctx.job;
  const adiada = { ...lugarOf(visita), uid: ref.uid, causa: error.causa, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => deferMensagem(sql, contaId, adiada));
  if (!error.soMensagem) throw error;
  visita.coleta.falha = error.causa;
}

type Fim = { caixa: CaixaColeta; coleta: Coleta };

async function close(ctx: StageContext, { caixa, coleta }: Fim): Promise<void> {
  const { contaId } = ctx.job;
  const { falha, feitas, novas, restam, marca } = coleta;
  const agora = ctx.clock.now();
  // Poll again at once only after progress: avoids a busy loop.
  const venceEm = new Date(agora.getTime() + (restam && feitas > 0 ? 0 : caixa.pollMs));
  await ctx.database.withContaSql(contaId, async (sql) => {
    await closeColeta(sql, contaId, { caixaId: caixa.id, completa: true, falha, novas, agora });
    if (marca !== null) await saveMarca(sql, contaId, { ...lugarOf({ caixa }), marca });
    await planTarefas(sql, contaId, [toPoll(caixa, venceEm)]);
  });
}

// Records the failure for the screen and the owner; the task decides when to retry.
async function closeFailed(ctx: StageContext, { caixa, coleta }: Fim, error: unknown): Promise<void> {
  const { contaId } = ctx.job;
  const falha = error instanceof MailOutage ? error.causa : "interna";
  const { novas } = coleta;
  const end = { caixaId: caixa.id, completa: false, falha, novas, agora: ctx.clock.now() } as const;
  await ctx.database
    .withContaSql(contaId, (sql) => closeColeta(sql, contaId, end))
    // A database failure here must not replace the error that ended the visit.
    .catch((second: unknown) => ctx.log.warn({ err: second }, "a falha da coleta não pôde ser anotada"));
}
