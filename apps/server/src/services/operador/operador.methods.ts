import { CAIXA_FAILURES, OPERADOR_ACTIONS, QUEUE_NAMES } from "@malote/contract";
import { type CaixaStatus, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { daysLeft } from "../certificado/certificado.rules.ts";
import type { Handlers } from "../handler.ts";
import { readPage } from "../list/list.rules.ts";
import { stripFullStop } from "./failure-reason.rules.ts";
import { findInstallationCertificates } from "./find-certificates.ts";
import { isQueueType, listFailures } from "./list-failures.ts";
import { readBackups } from "./read-backups.ts";
import { certificateWarningEnd, readState, writePause } from "./read-state.ts";
import { readStorage } from "./read-storage.ts";
import { requireCommandingOperator, requireOperator } from "./require-operator.ts";
import { retryFailures } from "./retry-failures.ts";
import { mayWarn, warnConta } from "./warn-conta.ts";

type PageParams = { currentPage?: number | undefined; pageSize?: number | undefined };

export const operadorMethods = {
  "Operador.getEstado": async (ctx) => ({ object: await readState(ctx, await requireOperator(ctx)) }),

  "Operador.getListFalha": async (ctx, params) => await listFailures(ctx, await requireOperator(ctx), params),

  "Operador.retryFalhas": async (ctx, params) => ({
    object: { tentadas: await retryFailures(ctx, await requireOperator(ctx), params) },
  }),

  "Operador.getListEspera": async (ctx, params) => {
    const operator = await requireOperator(ctx);
    const now = ctx.clock.now();
    const { rows, total } = await ctx.database.gatekeeper.findWaiting(operator, { now, ...pageOf(params) });
    const results = rows.map(({ desde, porFila, ...row }) => ({
      ...row,
      esperaDesde: desde,
      esperaMs: Math.max(0, now.getTime() - desde.getTime()),
      porFila: Object.entries(porFila).flatMap(([tipo, esperando]) =>
        isQueueType(tipo) ? [{ tipo, nome: QUEUE_NAMES[tipo], esperando }] : [],
      ),
    }));
    return { results, totalCount: total };
  },

  "Operador.getArmazenamento": async (ctx) => {
    await requireOperator(ctx);
    return { object: await readStorage(ctx) };
  },

  "Operador.getBackups": async (ctx) => {
    await requireOperator(ctx);
    return { object: await readBackups(ctx) };
  },

  "Operador.requestBackup": async (ctx) => {
    const operator = await requireCommandingOperator(ctx);
    if (ctx.config.backupDestination === null) throw new Refusal("backupSemDestino");
    const now = ctx.clock.now();
    const { gatekeeper } = ctx.database;
    if (!(await gatekeeper.requestBackup({ id: newId(), ...operator, now })))
      throw new Refusal("produtoRestrito");
    await gatekeeper.recordAct(operator, {
      ...{ id: newId(), now, acao: "pedir-backup", alvo: "backup" },
      detalhe: null,
    });
    return { mensagem: "backupPedido" };
  },

  "Operador.getListCaixa": async (ctx, { erro = false, ...params }) => {
    const operator = await requireOperator(ctx);
    const now = ctx.clock.now();
    const { rows, total } = await ctx.database.gatekeeper.findCaixaStatuses(operator, {
      erro,
      ...pageOf(params),
    });
    return { results: rows.map((row) => toCaixaWire(row, now)), totalCount: total };
  },

  "Operador.getListCertificado": async (ctx, params) => {
    const operator = await requireOperator(ctx);
    const now = ctx.clock.now();
    const before = certificateWarningEnd(now);
    const installationCertificates = findInstallationCertificates(ctx.config).filter(
      ({ validoAte }) => validoAte <= before,
    );
    const { salto, limite } = pageOf(params);
    // The installation's own certificates come first: each of them affects all contas.
    const installationRows = installationCertificates
      .slice(salto, salto + limite)
      .map(({ origem, nome, tipo, validoAte }) => ({
        ...{ id: origem, origem, contaId: null, conta: null, nome, tipo, validoAte, avisadaEm: null },
        dias: daysLeft({ validoAte }, now),
        avisar: false,
      }));
    const page = {
      salto: Math.max(0, salto - installationCertificates.length),
      limite: limite - installationRows.length,
    };
    const { rows, total } = await ctx.database.gatekeeper.findCertificadoStatuses(operator, {
      antes: before,
      ...page,
      limite: Math.max(1, page.limite),
    });
    const contaRows = rows.slice(0, page.limite).map((row) => ({
      ...row,
      origem: "empresa" as const,
      tipo: "A1",
      dias: daysLeft(row, now),
      avisar: mayWarn(row.avisadaEm, now),
    }));
    return {
      results: [...installationRows, ...contaRows],
      totalCount: installationCertificates.length + total,
    };
  },

  "Operador.warnConta": async (ctx, params) => {
    await warnConta(ctx, await requireOperator(ctx), params);
    return { mensagem: "contaAvisada" };
  },

  "Operador.setPausa": async (ctx, { pausada, motivo }) => {
    const operator = await requireCommandingOperator(ctx);
    const { gatekeeper } = ctx.database;
    const pauseRequest = { id: newId(), now: ctx.clock.now(), pausada, motivo: motivo?.trim() || null };
    if (!(await gatekeeper.setPause(operator, pauseRequest))) throw new Refusal("operadorDeDemonstracao");
    ctx.wake?.();
    const messageKey = pausada ? "coletaPausada" : "coletaRetomada";
    return { object: writePause(await gatekeeper.findPause()), mensagem: messageKey };
  },

  "Operador.getListRegistro": async (ctx, params) => {
    const operator = await requireOperator(ctx);
    const { rows, total } = await ctx.database.gatekeeper.findActs(operator, pageOf(params));
    return { results: rows.map((row) => ({ ...row, texto: textOf(row.acao) })), totalCount: total };
  },

  "Operador.getConfiguracao": async (ctx) => {
    await requireOperator(ctx);
    const results = [...ctx.config.settings];
    return { results, totalCount: results.length };
  },
} satisfies Handlers<"Operador">;

function pageOf(params: PageParams): { salto: number; limite: number } {
  const { limit, offset } = readPage(params);
  return { salto: offset, limite: limit };
}

function toCaixaWire({ causa, ...row }: CaixaStatus, now: Date) {
  const known = causa !== null && Object.hasOwn(CAIXA_FAILURES, causa);
  const motivo = known ? stripFullStop(CAIXA_FAILURES[causa as keyof typeof CAIXA_FAILURES]) : causa;
  return { ...row, motivo, avisar: row.erroDesde !== null && mayWarn(row.avisadaEm, now) };
}

/** The sentence of an act; its code when a newer version of Malote wrote the act. */
export function textOf(acao: string): string {
  return Object.hasOwn(OPERADOR_ACTIONS, acao)
    ? OPERADOR_ACTIONS[acao as keyof typeof OPERADOR_ACTIONS]
    : acao;
}
