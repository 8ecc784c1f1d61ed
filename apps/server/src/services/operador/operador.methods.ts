import { FALHA_CAIXA, FILA_NOMES, OPERADOR_ATOS } from "@malote/contract";
import { type CaixaVista, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { daysLeft } from "../certificado/certificado.rules.ts";
import type { Handlers } from "../handler.ts";
import { readPagina } from "../lista/lista.rules.ts";
import { admitComando, admitOperador } from "./admit-operador.ts";
import { findCertificadosDaCasa } from "./find-certificados.ts";
import { isFilaTipo, listFalhas } from "./list-falhas.ts";
import { stripStop } from "./motivo.rules.ts";
import { readArmazenamento } from "./read-armazenamento.ts";
import { readBackups } from "./read-backups.ts";
import { fimDosCertificados, readEstado, writePausa } from "./read-estado.ts";
import { retryFalhas } from "./retry-falhas.ts";
import { mayWarn, warnConta } from "./warn-conta.ts";

type Paginada = { currentPage?: number | undefined; pageSize?: number | undefined };

export const operadorMethods = {
  "Operador.getEstado": async (ctx) => ({ object: await readEstado(ctx, await admitOperador(ctx)) }),

  "Operador.getListFalha": async (ctx, params) => await listFalhas(ctx, await admitOperador(ctx), params),

  "Operador.retryFalhas": async (ctx, params) => ({
    object: { tentadas: await retryFalhas(ctx, await admitOperador(ctx), params) },
  }),

  "Operador.getListEspera": async (ctx, params) => {
    const quem = await admitOperador(ctx);
    const agora = ctx.clock.now();
    const { rows, total } = await ctx.database.portaria.findEsperas(quem, { agora, ...pageOf(params) });
    const results = rows.map(({ desde, porFila, ...row }) => ({
      ...row,
      esperaDesde: desde,
      esperaMs: Math.max(0, agora.getTime() - desde.getTime()),
      porFila: Object.entries(porFila).flatMap(([tipo, esperando]) =>
        isFilaTipo(tipo) ? [{ tipo, nome: FILA_NOMES[tipo], esperando }] : [],
      ),
    }));
    return { results, totalCount: total };
  },

  "Operador.getArmazenamento": async (ctx) => {
    await admitOperador(ctx);
    return { object: await readArmazenamento(ctx) };
  },

  "Operador.getBackups": async (ctx) => {
    await admitOperador(ctx);
    return { object: await readBackups(ctx) };
  },

  "Operador.requestBackup": async (ctx) => {
    const quem = await admitComando(ctx);
    if (ctx.config.backupDestino === null) throw new Refusal("backupSemDestino");
    const agora = ctx.clock.now();
    const { portaria } = ctx.database;
    if (!(await portaria.requestBackup({ id: newId(), ...quem, agora })))
      throw new Refusal("produtoRestrito");
    await portaria.noteAto(quem, {
      ...{ id: newId(), agora, acao: "pedir-backup", alvo: "backup" },
      detalhe: null,
    });
    return { mensagem: "backupPedido" };
  },

  "Operador.getListCaixa": async (ctx, { erro = false, ...params }) => {
    const quem = await admitOperador(ctx);
    const agora = ctx.clock.now();
    const { rows, total } = await ctx.database.portaria.findCaixasVistas(quem, { erro, ...pageOf(params) });
    return { results: rows.map((row) => writeCaixa(row, agora)), totalCount: total };
  },

  "Operador.getListCertificado": async (ctx, params) => {
    const quem = await admitOperador(ctx);
    const agora = ctx.clock.now();
    const antes = fimDosCertificados(agora);
    const nossos = findCertificadosDaCasa(ctx.config).filter(({ validoAte }) => validoAte <= antes);
    const { salto, limite } = pageOf(params);
    // The installation's own certificates come first: each of them affects all contas.
    const proprios = nossos.slice(salto, salto + limite).map(({ origem, nome, tipo, validoAte }) => ({
      ...{ id: origem, origem, contaId: null, conta: null, nome, tipo, validoAte, avisadaEm: null },
      dias: daysLeft({ validoAte }, agora),
      avisar: false,
    }));
    const page = { salto: Math.max(0, salto - nossos.length), limite: limite - proprios.length };
    const { rows, total } = await ctx.database.portaria.findCertificadosVistos(quem, {
      antes,
      ...page,
      limite: Math.max(1, page.limite),
    });
    const delas = rows.slice(0, page.limite).map((row) => ({
      ...row,
      origem: "empresa" as const,
      tipo: "A1",
      dias: daysLeft(row, agora),
      avisar: mayWarn(row.avisadaEm, agora),
    }));
    return { results: [...proprios, ...delas], totalCount: nossos.length + total };
  },

  "Operador.warnConta": async (ctx, params) => {
    await warnConta(ctx, await admitOperador(ctx), params);
    return { mensagem: "contaAvisada" };
  },

  "Operador.setPausa": async (ctx, { pausada, motivo }) => {
    const quem = await admitComando(ctx);
    const { portaria } = ctx.database;
    const pedido = { id: newId(), agora: ctx.clock.now(), pausada, motivo: motivo?.trim() || null };
    if (!(await portaria.setPausa(quem, pedido))) throw new Refusal("operadorDeDemonstracao");
    ctx.wake?.();
    const mensagem = pausada ? "coletaPausada" : "coletaRetomada";
    return { object: writePausa(await portaria.findPausa()), mensagem };
  },

  "Operador.getListRegistro": async (ctx, params) => {
    const quem = await admitOperador(ctx);
    const { rows, total } = await ctx.database.portaria.findAtos(quem, pageOf(params));
    return { results: rows.map((row) => ({ ...row, texto: textoOf(row.acao) })), totalCount: total };
  },

  "Operador.getConfiguracao": async (ctx) => {
    await admitOperador(ctx);
    const results = [...ctx.config.ajustes];
    return { results, totalCount: results.length };
  },
} satisfies Handlers<"Operador">;

function pageOf(params: Paginada): { salto: number; limite: number } {
  const { limit, offset } = readPagina(params);
  return { salto: offset, limite: limit };
}

function writeCaixa({ causa, ...row }: CaixaVista, agora: Date) {
  const known = causa !== null && Object.hasOwn(FALHA_CAIXA, causa);
  const motivo = known ? stripStop(FALHA_CAIXA[causa as keyof typeof FALHA_CAIXA]) : causa;
  return { ...row, motivo, avisar: row.erroDesde !== null && mayWarn(row.avisadaEm, agora) };
}

/** The sentence of an act; its code when a newer version of Malote wrote the act. */
export function textoOf(acao: string): string {
  return Object.hasOwn(OPERADOR_ATOS, acao) ? OPERADOR_ATOS[acao as keyof typeof OPERADOR_ATOS] : acao;
}
