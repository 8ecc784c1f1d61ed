import type { AppContext } from "../app-context.ts";
import type { Sql } from "../db/index.ts";
import { failPedido } from "../services/arquivo-pedido/arquivo-pedido.rows.ts";
import type { ArquivoTipo } from "../services/arquivo-pedido/arquivo-pedido.rules.ts";
import { toPoll } from "../services/caixa-email/caixa-coleta.rules.ts";
import { listenCaixas } from "../services/caixa-email/listen-caixas.ts";
import { mendContas } from "../services/email/email-contas.rows.ts";
import { closeEmail } from "../services/email/email-ingest.rows.ts";
import { toIngest } from "../services/email/to-ingest.ts";
import { closeEnvio } from "../services/envio/envio.rows.ts";
import { endImportacao } from "../services/importacao/importacao.rows.ts";
import { closeManifestacao } from "../services/manifestacao/manifesto.rows.ts";
import { toManifesto } from "../services/manifestacao/to-manifesto.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import type { TarefaTipo } from "../services/tarefa/tarefa.rules.ts";
import {
  findCaixasParadas,
  findEmailsParados,
  findEnviosParados,
  findImportacoesParadas,
  findManifestacoesParadas,
  findPedidosParados,
  type Parado,
} from "../services/tarefa/tarefa-parada.rows.ts";

const DAY_MS = 86_400_000;
const NONE = "00000000-0000-0000-0000-000000000000";
/** Contas per query; stalled rows of one conta per run. */
const CONTAS = 500;
const PARADOS_MAX = 500;
/** E-mails whose counts are compared with their ledger in one statement. */
const CONTAS_EMAILS = 2_000;
/** A row that stalls more often in one day does not stall by accident. */
const VOLTAS_MAX = 5;

/**
 * Resumes work that stalled between two states: an unread e-mail or import, an unwritten file, an
 * unpolled mailbox, an unsent e-mail or manifestação.
 */
export async function sweepParados(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const total = await eachConta(ctx, signal, async (sql, contaId) => {
    const agora = ctx.clock.now();
    const busca = { desde: new Date(agora.getTime() - DAY_MS), limite: PARADOS_MAX };
    const emails = await findEmailsParados(sql, contaId, busca);
    const envios = await findEnviosParados(sql, contaId, busca);
    const importacoes = await resumeImportacoes(sql, contaId, { ...busca, agora });
    const exportacoes = await resumePedidos(sql, contaId, { ...busca, tipo: "exportacao", agora });
    const repositorios = await resumePedidos(sql, contaId, { ...busca, tipo: "repositorio", agora });
    const manifestacoes = await resumeManifestacoes(sql, contaId, { ...busca, agora });
    const caixas = await findCaixasParadas(sql, contaId);
    const again = (tipo: TarefaTipo, all: readonly Parado[]) =>
      all.filter(hasHope).map(({ id }) => ({ tipo, alvo: id, venceEm: agora }));
    const hopeless = (all: readonly Parado[]) => all.filter((each) => !hasHope(each));
    const polls = caixas.map((caixa) => toPoll(caixa, agora));
    const ingests = emails.filter(hasHope).map(({ id }) => toIngest(contaId, id, agora));
    const manifestos = again("manifesto", manifestacoes).map(({ alvo }) =>
      toManifesto(alvo, { venceEm: agora }),
    );
    const retomadas = [...ingests, ...again("envio", envios), ...manifestos, ...polls];
    await planTarefas(sql, contaId, retomadas);
    for (const { id } of hopeless(emails)) {
      await closeEmail(sql, contaId, { emailId: id, motivo: "leitura-falhou" });
    }
    for (const { id } of hopeless(envios)) {
      await closeEnvio(sql, contaId, { envioId: id, falha: "desistiu: parou muitas vezes", agora });
    }
    const all = { emails, importacoes, exportacoes, repositorios, envios, manifestacoes, caixas };
    const stopped = Object.fromEntries(Object.entries(all).map(([nome, each]) => [nome, idsOf(each)]));
    const count = Object.values(all).flat().length;
    if (count > 0) ctx.log.warn({ contaId, ...stopped }, "trabalho parado entre dois estados foi retomado");
    return count;
  });
  if (total > 0) ctx.wake?.();
  return total;
}

function hasHope({ voltas }: Parado): boolean {
  return voltas < VOLTAS_MAX;
}

async function resumeImportacoes(
  sql: Sql,
  contaId: string,
  { agora, ...busca }: { desde: Date; limite: number; agora: Date },
): Promise<Parado[]> {
  const paradas = await findImportacoesParadas(sql, contaId, busca);
  const again = paradas
    .filter(hasHope)
    .map(({ id }) => ({ tipo: "importacao" as const, alvo: id, venceEm: agora }));
  await planTarefas(sql, contaId, again);
  for (const { id } of paradas.filter((parada) => !hasHope(parada))) {
    await endImportacao(sql, contaId, { id, estado: "falhou", falha: "interno", agora });
  }
  return paradas;
}

async function resumePedidos(
  sql: Sql,
  contaId: string,
  { agora, tipo, ...busca }: { tipo: ArquivoTipo; desde: Date; limite: number; agora: Date },
): Promise<Parado[]> {
  const parados = await findPedidosParados(sql, contaId, { tipo, ...busca });
  const again = parados.filter(hasHope).map(({ id }) => ({ tipo, alvo: id, venceEm: agora }));
  await planTarefas(sql, contaId, again);
  for (const { id } of parados.filter((parado) => !hasHope(parado))) {
    await failPedido(sql, contaId, { id, falha: "interno", agora });
  }
  return parados;
}

async function resumeManifestacoes(
  sql: Sql,
  contaId: string,
  { agora, ...busca }: { desde: Date; limite: number; agora: Date },
): Promise<Parado[]> {
  const paradas = await findManifestacoesParadas(sql, contaId, busca);
  const manifestos = paradas.filter(hasHope).map(({ id }) => toManifesto(id, { venceEm: agora }));
  await planTarefas(sql, contaId, manifestos);
  for (const each of paradas.filter((parada) => !hasHope(parada))) {
    await closeManifestacao(sql, contaId, { id: each.id, estado: "falhou", falha: "interna", agora });
  }
  return paradas;
}

/** Compares the counts of every e-mail with its ledger, and corrects them. */
export async function sweepContas(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for await (const contaId of listContas(ctx, signal)) total += await mendConta(ctx, contaId, signal);
  return total;
}

async function mendConta(ctx: AppContext, contaId: string, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  let depois = NONE;
  for (;;) {
    if (signal?.aborted) return total;
    const about = { depois, limite: CONTAS_EMAILS };
    const look = await ctx.database.withContaSql(contaId, (sql) => mendContas(sql, contaId, about));
    if (look.errados.length > 0) {
      ctx.log.error({ contaId, errados: look.errados }, "as contas de e-mails foram corrigidas");
    }
    total += look.errados.length;
    if (look.ultimo === null) return total;
    depois = look.ultimo;
  }
}

/** Finds mailboxes that are silent for longer than usual. */
export async function sweepSilencio(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const changed = await eachConta(ctx, signal, (sql, contaId) => listenCaixas(sql, contaId, ctx.clock.now()));
  if (changed > 0) ctx.wake?.();
  return changed;
}

type Look = (sql: Sql, contaId: string) => Promise<number>;

/** Runs `look` for every conta, in a transaction of its own. */
export async function eachConta(
  ctx: AppContext,
  signal: AbortSignal | undefined,
  look: Look,
): Promise<number> {
  let total = 0;
  for await (const contaId of listContas(ctx, signal)) {
    total += await ctx.database.withContaSql(contaId, (sql) => look(sql, contaId));
  }
  return total;
}

/** All contas, or until the process ends. */
async function* listContas({ database }: AppContext, signal: AbortSignal | undefined): AsyncIterable<string> {
  let depois = NONE;
  for (;;) {
    const contas = await database.portaria.findContas(depois, CONTAS);
    for (const contaId of contas) {
      if (signal?.aborted) return;
      yield contaId;
    }
    const last = contas.at(-1);
    if (last === undefined) return;
    depois = last;
  }
}

function idsOf(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id);
}
