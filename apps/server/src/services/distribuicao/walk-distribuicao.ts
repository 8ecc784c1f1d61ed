import type { ProblemaDistribuicao } from "@malote/contract";
import type { Confianca } from "@malote/dfe";
import { type DistribuicaoResponse, SefazOutage } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import { Outage } from "../../errors.ts";
import { readConfianca } from "../../trust.ts";
import { findEmpresaClient } from "../sefaz/sefaz-clients.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { type Andante, askDistribuicao, findPosicao, isOuvida, savePosicao } from "./ask-distribuicao.ts";
import { findPartida, lockDistribuicao, type Partida, saveAceita, saveFalha } from "./distribuicao.rows.ts";
import {
  codigoOfUf,
  DESCANSO_MS,
  FOLGA_MS,
  isAfter,
  isFim,
  PAGINAS_MAX,
  type Passeio,
  RECUSA_MS,
  readAlvo,
  readPosicao,
  readRetorno,
  readSentido,
  type Sentido,
  toDistribuicao,
  waitOfConsumo,
} from "./distribuicao.rules.ts";
import { fillLacunas, listAbertas } from "./fill-lacunas.ts";
import { insist } from "./insist.ts";
import { holdEmpresa, keepPagina } from "./keep-pagina.ts";
import { keepWhole } from "./keep-whole.ts";
import { keepRecusa, moveDistribuicao } from "./move-distribuicao.ts";
import { type LidoDistribuido, readDistribuido } from "./read-distribuido.ts";

/** One run of a sync. */
export type Volta = { contaId: string; alvo: string; prazo: Date };

type Caminho = { contaId: string; andante: Andante; confianca: Confianca; ultNSU: string; prazo: Date };

/**
 * Fetches the documents that SEFAZ has for an empresa, page by page, and plans the next run: at once
 * while there are more, otherwise after SEFAZ's pause. New documents come first, then some missing
 * NSUs.
 * @throws {Deferral} while no quota is free @throws {Outage} when SEFAZ is unavailable
 */
export async function walkDistribuicao(ctx: AppContext, { contaId, alvo, prazo }: Volta): Promise<void> {
  const passeio = readAlvo(alvo);
  if (passeio === null) throw new Error(`the alvo ${alvo} names no sync`);
  const agora = ctx.clock.now();
  const partida = await ctx.database.withContaSql(contaId, (sql) =>
    findPartida(sql, contaId, { ...passeio, agora }),
  );
  if (!partida?.ativa) return;
  const andante = await setOut(ctx, { contaId, passeio, partida });
  if (andante === null) return;
  const confianca = readConfianca(ctx.config, partida.sandbox);
  const until = new Date(prazo.getTime() - FOLGA_MS);
  try {
    const caminho = { contaId, andante, confianca, ultNSU: partida.ultNSU, prazo: until };
    const nsus = isRested(partida, agora) ? await listAbertas(ctx, caminho) : [];
    const ultNSU = await followCasa(ctx, caminho, partida.aceita);
    if (ultNSU === null) return;
    if (await walk(ctx, { ...caminho, ultNSU })) await fillLacunas(ctx, caminho, nsus);
  } catch (error) {
    if (error instanceof SefazOutage) await remember(ctx, { contaId, passeio, falha: "sefaz-fora" });
    throw error;
  }
}

// Between runs that follow at once, the hourly quota of single queries is not used again.
function isRested({ ultimaEm }: Partida, agora: Date): boolean {
  return ultimaEm === null || agora.getTime() - ultimaEm.getTime() >= DESCANSO_MS;
}

type Saida = { contaId: string; passeio: Passeio; partida: Partida };

/** The client with its certificate; null without one. */
async function setOut(ctx: AppContext, { contaId, passeio, partida }: Saida): Promise<Andante | null> {
  const { cnpj, sandbox } = partida;
  const { empresaId } = passeio;
  const client = await findEmpresaClient(ctx, contaId, { empresaId, sandbox });
  if (client === null) {
    // A new certificate starts the sync; in a demo conta without its sandbox, mendDistribuicoes plans
    // it later.
    if (!partida.certificada) await remember(ctx, { contaId, passeio, falha: "sem-certificado" });
    return null;
  }
  const cUF = codigoOfUf(partida.uf);
  if (cUF === null) throw new Error(`empresa ${empresaId} has an unknown state: ${partida.uf}`);
  return { passeio, client, cnpj, cUF, sandbox };
}

async function remember(
  ctx: AppContext,
  { contaId, passeio, falha }: { contaId: string; passeio: Passeio; falha: ProblemaDistribuicao },
): Promise<void> {
  await ctx.database.withContaSql(contaId, (sql) => saveFalha(sql, contaId, { ...passeio, falha }));
}

/**
 * Moves to the position known from another conta with this CNPJ, or from an answer that could not be
 * stored: SEFAZ treats a query after any other NSU as misuse. The skipped NSUs are requested one by
 * one. Other contas' position is used only after SEFAZ has accepted the empresa's certificate for the
 * CNPJ.
 * @returns null when SEFAZ refused the certificate: the next run is planned
 */
async function followCasa(ctx: AppContext, caminho: Caminho, aceita: boolean): Promise<string | null> {
  const { contaId, andante, ultNSU } = caminho;
  const { passeio, cnpj } = andante;
  const para = await findPosicao(ctx, andante);
  if (para === null || !isAfter(para, ultNSU)) return ultNSU;
  if (!aceita && !(await showCertificado(ctx, caminho, para))) return null;
  const mudanca = { passeio, cnpj, depoisDe: ultNSU, para, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => moveDistribuicao(sql, contaId, mudanca));
  return para;
}

/**
 * Requests a single NSU, which needs no order: SEFAZ answers only a certificate that is valid for the
 * CNPJ.
 */
async function showCertificado(ctx: AppContext, caminho: Caminho, nsu: string): Promise<boolean> {
  const { contaId, andante } = caminho;
  const { passeio, cnpj } = andante;
  const resposta = await askDistribuicao(ctx, andante, { kind: "nsu", nsu }, true);
  const sentido = readSentido(resposta.cStat);
  // A 589 also proves the certificate: SEFAZ processed the query and restarted its count.
  if (sentido === "consumo" || !(isOuvida(resposta) || sentido === "adiantado")) {
    await refuse(ctx, caminho, { resposta: { ...resposta, ultNSU: null, maxNSU: null }, sentido });
    return false;
  }
  const agora = ctx.clock.now();
  await insist(() =>
    ctx.database.withContaSql(contaId, async (sql) => {
      if (!(await holdEmpresa(sql, contaId, { passeio, cnpj }))) return;
      await lockDistribuicao(sql, contaId, passeio);
      await saveAceita(sql, contaId, { ...passeio, agora });
    }),
  );
  return true;
}

/** @returns true at the end of SEFAZ's list */
async function walk(ctx: AppContext, caminho: Caminho): Promise<boolean> {
  let { ultNSU } = caminho;
  for (let n = 0; n < PAGINAS_MAX && msLeft(ctx.clock, caminho.prazo) > 0; n += 1) {
    const next = await step(ctx, { ...caminho, ultNSU });
    if (next === "fim") return true;
    if (next === "recusada") return false;
    ultNSU = next;
  }
  await planNext(ctx, caminho, 0);
  return false;
}

/** @returns the NSU after which there are more documents; otherwise the next run is planned */
async function step(ctx: AppContext, caminho: Caminho): Promise<string> {
  const { andante, ultNSU } = caminho;
  const resposta = await askDistribuicao(ctx, andante, { kind: "ultimo", ultNSU });
  const sentido = readSentido(resposta.cStat);
  if (sentido === "documentos" || sentido === "nada") return await keepResposta(ctx, caminho, resposta);
  await refuse(ctx, caminho, { resposta, sentido });
  return "recusada";
}

async function keepResposta(
  ctx: AppContext,
  caminho: Caminho,
  resposta: DistribuicaoResponse,
): Promise<string> {
  const { contaId, andante, confianca, ultNSU } = caminho;
  const { passeio, cnpj } = andante;
  const leitor = { examine: ctx.examine, confianca, recebidoEm: ctx.clock.now() };
  const lidos: LidoDistribuido[] = [];
  for (const documento of resposta.documentos) lidos.push(await readDistribuido(documento, leitor));
  await keepRecebidos(ctx, contaId, lidos);
  const agora = ctx.clock.now();
  const ended = isFim(resposta);
  const proxima = ended ? toDistribuicao({ ...passeio, cnpj }, after(agora, DESCANSO_MS)) : null;
  const { cStat, xMotivo } = resposta;
  const told = { cStat, xMotivo, ultNSU: resposta.ultNSU, maxNSU: resposta.maxNSU };
  const pagina = { passeio, cnpj, lidos, agora, depoisDe: ultNSU, ...told, proxima };
  const kept = await keepWhole(ctx, { contaId, lote: pagina, keep: keepPagina });
  if (!kept) throw new Error(`another attempt moved the distribuicao ${passeio.empresaId} ${passeio.modelo}`);
  if (lidos.length > 0) ctx.wake?.();
  return ended ? "fim" : readPosicao(resposta, ultNSU);
}

/** Stores the received bytes of a repaired document in the blob store, as those of an e-mail. */
async function keepRecebidos(
  ctx: AppContext,
  contaId: string,
  lidos: readonly LidoDistribuido[],
): Promise<void> {
  for (const lido of lidos) {
    if (!("recebido" in lido) || lido.documento.recebidoSha256 === null) continue;
    await ctx.blobs.put(contaId, lido.recebido);
  }
}

type Recusa = { resposta: DistribuicaoResponse; sentido: Sentido };

const FALHAS: Partial<Record<Sentido, ProblemaDistribuicao>> = {
  consumo: "consumo-indevido",
  certificado: "certificado-recusado",
  parada: "sefaz-fora",
};

/**
 * Handles an answer without documents or the end of the list. A 656 names SEFAZ's position: another
 * program of the CNPJ moved it, or an answer was lost. The sync continues there; skipped NSUs are
 * requested one by one.
 */
async function refuse(ctx: AppContext, caminho: Caminho, { resposta, sentido }: Recusa): Promise<void> {
  const { contaId, andante, ultNSU } = caminho;
  const { passeio, cnpj } = andante;
  const agora = ctx.clock.now();
  const falha = FALHAS[sentido] ?? "recusada";
  const waitMs = sentido === "adiantado" ? DESCANSO_MS : RECUSA_MS;
  const proxima = (consumos: number) =>
    sentido === "parada"
      ? null
      : toDistribuicao({ ...passeio, cnpj }, after(agora, consumos > 0 ? waitOfConsumo(consumos) : waitMs));
  const para = sentido === "adiantado" ? readRetorno(resposta, ultNSU) : readPosicao(resposta, ultNSU);
  if (sentido === "adiantado") await savePosicao(ctx, andante, para);
  const recusa = { passeio, cnpj, depoisDe: ultNSU, para, resposta, falha, proxima, agora };
  await insist(() => ctx.database.withContaSql(contaId, (sql) => keepRecusa(sql, contaId, recusa)));
  const fields = { contaId, ...passeio, cStat: resposta.cStat, ultNSU, para };
  ctx.log.warn(fields, "a SEFAZ não entregou documentos");
  // The service is suspended: retry as after any outage.
  if (sentido === "parada") throw new Outage(`SEFAZ says ${resposta.cStat}`, 0);
}

async function planNext(ctx: AppContext, { contaId, andante }: Caminho, ms: number): Promise<void> {
  const { passeio, cnpj } = andante;
  const next = toDistribuicao({ ...passeio, cnpj }, after(ctx.clock.now(), ms));
  await ctx.database.withContaSql(contaId, (sql) => planTarefas(sql, contaId, [next]));
}

function after(agora: Date, ms: number): Date {
  return new Date(agora.getTime() + ms);
}
