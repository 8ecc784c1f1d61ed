import type { FalhaCaixa } from "@malote/contract";
import { DEFAULT_REDE, MailOutage, type MailSource, type MensagemRef, openMailSource } from "@malote/mailbox";
import {
  type CaixaColeta,
  closeColeta,
  findCaixaColeta,
  findVistas,
  refuseMensagem,
} from "../services/caixa-email/caixa-coleta.rows.ts";
import { type EmailNovo, insertEmails } from "../services/email/email-ingest.rows.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { hexOf } from "./arquivo.ts";
import { startPuts } from "./puts.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";

/** Messages kept by one transaction: as many as bound the loss of a crash to a few fetches. */
const LOTE_MENSAGENS = 25;
/** Bytes after which a transaction is due whatever the count. */
const LOTE_BYTES = 8 * 1024 * 1024;

/** Messages fetched by one visit, so that a first sync of a full box neither outlives its lease nor holds the others up. */
const COLETA_MENSAGENS = 500;

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
  const coleta: Coleta = { falha: null, restam: false };
  try {
    const source = await openSource(ctx, caixa);
    try {
      yield* fetchNew(ctx, { caixa, source, coleta });
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof MailOutage) await closeFailed(ctx, caixa, error.causa);
    throw error;
  }
  await close(ctx, caixa, coleta);
}

/** What a visit met: why a message alone was not fetched, and whether some were left for the next visit. */
type Coleta = { falha: FalhaCaixa | null; restam: boolean };
type Visita = { caixa: CaixaColeta; source: MailSource; coleta: Coleta };

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
  });
}

async function* fetchNew(ctx: StageContext, visita: Visita): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const all = await visita.source.list();
  const uids = all.map((ref) => ref.uid);
  const vistas = await ctx.database.withContaSql(contaId, (sql) =>
    findVistas(sql, contaId, { caixaId: visita.caixa.id, uids }),
  );
  const novas = all.filter((each) => !vistas.has(each.uid));
  visita.coleta.restam = novas.length > COLETA_MENSAGENS;
  let lote = startLote(ctx, visita.caixa.id);
  try {
    for (const ref of novas.slice(0, COLETA_MENSAGENS)) {
      const raw = await fetchOne(ctx, visita, ref);
      if (raw) lote.add(ref, raw);
      if (!lote.isFull()) continue;
      const full = lote;
      lote = startLote(ctx, visita.caixa.id);
      yield* full.keep();
    }
  } finally {
    // A connection that breaks at the same message every time must not cost the ones before it.
    yield* lote.keep();
  }
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

async function fetchOne(ctx: StageContext, visita: Visita, ref: MensagemRef): Promise<Uint8Array | null> {
  const { contaId } = ctx.job;
  try {
    return await visita.source.fetch(ref);
  } catch (error) {
    if (!(error instanceof MailOutage) || !error.soMensagem) throw error;
    visita.coleta.falha = error.causa;
    // A message that the server would not give this time is asked for again at the next visit.
    if (error.causa !== "grande-demais") return null;
    const recusa = { caixaId: visita.caixa.id, uid: ref.uid, causa: error.causa, agora: ctx.clock.now() };
    await ctx.database.withContaSql(contaId, (sql) => refuseMensagem(sql, contaId, recusa));
    return null;
  }
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
  const venceEm = coleta.restam ? agora : new Date(agora.getTime() + caixa.pollMs);
  await ctx.database.withContaSql(contaId, async (sql) => {
    await closeColeta(sql, contaId, {
      caixaId: caixa.id,
      completa: true,
      falha: coleta.falha,
      agora,
    });
    await planTarefas(sql, contaId, [{ tipo: "poll", alvo: caixa.id, venceEm, cota: cotaOf(caixa) }]);
  });
}

// An outage is written down for the screen; when to come back is the tarefa's matter.
async function closeFailed(ctx: StageContext, caixa: CaixaColeta, falha: FalhaCaixa): Promise<void> {
  const { contaId } = ctx.job;
  const end = { caixaId: caixa.id, completa: false, falha, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => closeColeta(sql, contaId, end));
}

// One mail server is never visited by more coletas at once than the dispatcher's quota.
function cotaOf(caixa: CaixaColeta): string {
  return `correio:${caixa.servidor.toLowerCase()}`;
}
