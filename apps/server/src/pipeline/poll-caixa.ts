import type { FalhaCaixa } from "@malote/contract";
import { DEFAULT_REDE, MailOutage, type MailSource, type MensagemRef, openMailSource } from "@malote/mailbox";
import { Outage } from "../errors.ts";
import {
  type CaixaColeta,
  closeColeta,
  deferMensagem,
  findCaixaColeta,
  findVistas,
} from "../services/caixa-email/caixa-coleta.rows.ts";
import { toPoll } from "../services/caixa-email/caixa-coleta.rules.ts";
import { type EmailNovo, insertEmailGrande, insertEmails } from "../services/email/email-coleta.rows.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { hexOf } from "./arquivo.ts";
import { startPuts } from "./puts.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";

/** Messages kept by one transaction: as many as bound the loss of a crash to a few fetches. */
const LOTE_MENSAGENS = 25;
/** Bytes after which a transaction is due whatever the count. */
const LOTE_BYTES = 8 * 1024 * 1024;

/** Messages kept by one visit, so that a first sync of a full box does not hold the others up. */
const COLETA_MENSAGENS = 500;

/** Nothing is fetched any more this long before the job's end, in ms: time for the last commit. */
const RESERVA_MS = 15_000;

/** Visits one mailbox: fetches what was never seen, keeps the raw bytes, then commits; nothing is deleted from the server. */
export const pollCaixa: Stage<Ref, Ref> = {
  nome: "poll-caixa",
  job: "poll",
  async *run(ctx, inputs) {
    for await (const { alvo } of inputs) yield* visit(ctx, alvo);
  },
};

async function* visit(ctx: StageContext, caixaId: string): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const caixa = await ctx.database.withContaSql(contaId, (sql) => findCaixaColeta(sql, contaId, caixaId));
  if (!caixa) return;
  const coleta: Coleta = { falha: null, feitas: 0, restam: false };
  try {
    const source = await openSource(ctx, caixa);
    const alarm = setTimeout(() => source.abort(), timeLeft(ctx));
    try {
      yield* fetchNew(ctx, { caixa, source, coleta });
    } finally {
      clearTimeout(alarm);
      await source.close();
    }
  } catch (error) {
    await closeFailed(ctx, caixa, error);
    // In the demonstration nobody locks an account, and a person is waiting to see the cure.
    if (caixa.sandbox && error instanceof MailOutage)
      throw new Outage(error.message, caixa.pollMs, { cause: error });
    throw error;
  }
  await close(ctx, caixa, coleta);
}

/**
 * What a visit met. falha: why a message alone was not fetched; feitas: messages kept, or too large and written down as such;
 * restam: some are left for the next visit, and this one ends.
 */
type Coleta = { falha: FalhaCaixa | null; feitas: number; restam: boolean };
type Visita = { caixa: CaixaColeta; source: MailSource; coleta: Coleta };

/** Until when a visit fetches, in ms from now; not above 0 when it should have ended. */
function timeLeft(ctx: StageContext): number {
  return ctx.job.prazo.getTime() - RESERVA_MS - ctx.clock.now().getTime();
}

async function openSource(ctx: StageContext, caixa: CaixaColeta): Promise<MailSource> {
  const senha = ctx.cofre.open(caixa.senhaSelada, {
    tabela: "caixa_email",
    coluna: "senha_selada",
    id: caixa.id,
  });
  const config = {
    tipo: caixa.tipo,
    servidor: caixa.servidor,
    usuario: caixa.usuario,
    senha: senha.toString("utf8"),
  };
  return openMailSource(caixa.porta === null ? config : { ...config, porta: caixa.porta }, {
    ...DEFAULT_REDE,
    maxBytes: ctx.config.emailMaxBytes,
    permitirPrivado: ctx.config.permitirPrivado && caixa.sandbox,
    totalMs: Math.max(1, Math.min(DEFAULT_REDE.totalMs, timeLeft(ctx))),
  });
}

async function* fetchNew(ctx: StageContext, visita: Visita): AsyncIterable<Ref> {
  const { caixa, coleta } = visita;
  let lote = startLote(ctx, caixa.id);
  try {
    for (const ref of await findToFetch(ctx, visita)) {
      if (coleta.feitas >= COLETA_MENSAGENS || timeLeft(ctx) <= 0) coleta.restam = true;
      if (coleta.restam) break;
      const raw = await fetchOne(ctx, visita, ref);
      if (raw) lote.add(ref, raw);
      if (!lote.isFull()) continue;
      const full = lote;
      lote = startLote(ctx, caixa.id);
      yield* full.keep();
    }
  } finally {
    // A connection that breaks at the same message every time must not cost the ones before it.
    yield* lote.keep();
  }
}

/** The messages that are not here, in the server's order; last those it would not give before. */
async function findToFetch(ctx: StageContext, { caixa, source }: Visita): Promise<MensagemRef[]> {
  const { contaId } = ctx.job;
  const all = new Map((await source.list()).map((ref) => [ref.uid, ref]));
  const about = { caixaId: caixa.id, uids: [...all.keys()], maxBytes: ctx.config.emailMaxBytes };
  const vistas = await ctx.database.withContaSql(contaId, (sql) => findVistas(sql, contaId, about));
  const novas = [...all.values()].filter(({ uid }) => !vistas.has(uid));
  const adiadas = [...vistas].flatMap(([uid, vista]) => (vista === "adiada" ? (all.get(uid) ?? []) : []));
  return [...novas, ...adiadas];
}

/** Messages on their way to one commit. */
function startLote(ctx: StageContext, caixaId: string) {
  const puts = startPuts(ctx.blobs, ctx.job.contaId);
  const emails: EmailNovo[] = [];
  return {
    add(ref: MensagemRef, raw: Uint8Array): void {
      puts.put(raw);
      emails.push({ uid: ref.uid, sha256: hexOf("sha256", raw), tamanho: raw.length });
    },
    isFull: () => emails.length >= LOTE_MENSAGENS || puts.bytes() >= LOTE_BYTES,
    async *keep(): AsyncIterable<Ref> {
      await puts.done();
      yield* keep(ctx, caixaId, emails);
    },
  };
}

/** @returns null when the message is not to be had now */
async function fetchOne(ctx: StageContext, visita: Visita, ref: MensagemRef): Promise<Uint8Array | null> {
  const { coleta, source } = visita;
  try {
    const raw = await source.fetch(ref);
    coleta.feitas += 1;
    return raw;
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    const isCutByUs = !error.soMensagem && timeLeft(ctx) <= 0;
    if (error.causa === "grande-demais") await leaveGrande(ctx, visita, ref);
    else if (!isCutByUs) await defer(ctx, visita, { ref, error });
    else if (coleta.feitas === 0 && coleta.falha === null) {
      const late = new MailOutage("tempo", "one message took the whole visit", { cause: error });
      await defer(ctx, visita, { ref, error: late });
    }
    // The session is over; the mailbox is not.
    if (!error.soMensagem) coleta.restam = true;
    return null;
  }
}

/** A message above the limit stays where it is, and its e-mail says so. A size that the server claims may be a lie. */
async function leaveGrande(
  ctx: StageContext,
  { caixa, coleta }: Visita,
  { uid, tamanho }: MensagemRef,
): Promise<void> {
  const { contaId } = ctx.job;
  const atLeast = Math.max(tamanho, ctx.config.emailMaxBytes + 1);
  const grande = { caixaId: caixa.id, uid, tamanho: atLeast, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => insertEmailGrande(sql, contaId, grande));
  coleta.feitas += 1;
}

/**
 * A message that was not given this time comes last at the next visit.
 * @throws {MailOutage} when the session ended over it
 */
async function defer(
  ctx: StageContext,
  { caixa, coleta }: Visita,
  { ref, error }: { ref: MensagemRef; error: MailOutage },
): Promise<void> {
  const { contaId } = ctx.job;
  const adiada = { caixaId: caixa.id, uid: ref.uid, causa: error.causa, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => deferMensagem(sql, contaId, adiada));
  if (!error.soMensagem) throw error;
  coleta.falha = error.causa;
}

async function* keep(ctx: StageContext, caixaId: string, emails: readonly EmailNovo[]): AsyncIterable<Ref> {
  if (emails.length === 0) return;
  const { contaId } = ctx.job;
  const agora = ctx.clock.now();
  const novos = await ctx.database.withContaSql(contaId, async (sql) => {
    const ids = await insertEmails(sql, contaId, { caixaId, emails, agora });
    const tarefas = ids.map((alvo) => ({ tipo: "ingest" as const, alvo, venceEm: agora }));
    await planTarefas(sql, contaId, tarefas);
    return ids;
  });
  ctx.wake?.();
  for (const alvo of novos) yield { alvo };
}

async function close(ctx: StageContext, caixa: CaixaColeta, coleta: Coleta): Promise<void> {
  const { contaId } = ctx.job;
  const agora = ctx.clock.now();
  // Again at once only where that led somewhere.
  const venceEm = new Date(agora.getTime() + (coleta.restam && coleta.feitas > 0 ? 0 : caixa.pollMs));
  await ctx.database.withContaSql(contaId, async (sql) => {
    await closeColeta(sql, contaId, {
      caixaId: caixa.id,
      completa: true,
      falha: coleta.falha,
      agora,
    });
    await planTarefas(sql, contaId, [toPoll(caixa, venceEm)]);
  });
}

// What went wrong is written down for the screen; when to come back is the tarefa's matter.
async function closeFailed(ctx: StageContext, caixa: CaixaColeta, error: unknown): Promise<void> {
  const { contaId } = ctx.job;
  const falha = error instanceof MailOutage ? error.causa : "interna";
  const end = { caixaId: caixa.id, completa: false, falha, agora: ctx.clock.now() } as const;
  await ctx.database
    .withContaSql(contaId, (sql) => closeColeta(sql, contaId, end))
    // The error that ended the visit must not be lost to the same database being away.
    .catch((second: unknown) => ctx.log.warn({ err: second }, "a falha da coleta não pôde ser anotada"));
}
