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

/** One run of one walk. */
export type Volta = { contaId: string; alvo: string; prazo: Date };

type Caminho = { contaId: string; andante: Andante; confianca: Confianca; ultNSU: string; prazo: Date };

/**
 * Walks on over what SEFAZ has for an empresa, page by page, and plans its own next turn: at once while there is more, after SEFAZ's hour
 * when there is not. What is new goes first: then some of what never came is asked for again.
 * @throws {Deferral} when it is not our turn   @throws {Outage} when SEFAZ is away
 */
export async function walkDistribuicao(ctx: AppContext, { contaId, alvo, prazo }: Volta): Promise<void> {
  const passeio = readAlvo(alvo);
  if (passeio === null) throw new Error(`${alvo} names no walk`);
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

// While a long walk goes on at once, the hour's single questions are not spent again.
function isRested({ ultimaEm }: Partida, agora: Date): boolean {
  return ultimaEm === null || agora.getTime() - ultimaEm.getTime() >= DESCANSO_MS;
}

type Saida = { contaId: string; passeio: Passeio; partida: Partida };

/** Who asks, with what certificate; null when nobody can. */
async function setOut(ctx: AppContext, { contaId, passeio, partida }: Saida): Promise<Andante | null> {
  const { cnpj, sandbox } = partida;
  const { empresaId } = passeio;
  const client = await findEmpresaClient(ctx, contaId, { empresaId, sandbox });
  if (client === null) {
    // A certificate that comes wakes the walk; a demo conta whose sandbox is off waits with its sweeper.
    if (!partida.certificada) await remember(ctx, { contaId, passeio, falha: "sem-certificado" });
    return null;
  }
  const cUF = codigoOfUf(partida.uf);
  if (cUF === null) throw new Error(`empresa ${empresaId} is in no state: ${partida.uf}`);
  return { passeio, client, cnpj, cUF, sandbox };
}

async function remember(
  ctx: AppContext,
  { contaId, passeio, falha }: { contaId: string; passeio: Passeio; falha: ProblemaDistribuicao },
): Promise<void> {
  await ctx.database.withContaSql(contaId, (sql) => saveFalha(sql, contaId, { ...passeio, falha }));
}

/**
 * Another conta of the house with this CNPJ may have gone on, or an answer was heard and could not be kept: SEFAZ would take a question
 * after any other NSU than its last for misuse. What lies between is asked for one by one. Where the house stands with a CNPJ is nobody's
 * to see who has not shown SEFAZ a certificate that speaks for it.
 * @returns null when SEFAZ refused that certificate: the walk has its next turn
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

/** Asks for one NSU alone, which SEFAZ takes out of sequence: it hears those alone whose certificate speaks for the CNPJ. */
async function showCertificado(ctx: AppContext, caminho: Caminho, nsu: string): Promise<boolean> {
  const { contaId, andante } = caminho;
  const { passeio, cnpj } = andante;
  const resposta = await askDistribuicao(ctx, andante, { kind: "nsu", nsu }, true);
  const sentido = readSentido(resposta.cStat);
  // A 589 is SEFAZ's word too: it has looked, and counts anew.
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

/** @returns true when SEFAZ has nothing more now */
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

/** @returns the NSU after which there is more now; else the walk has its next turn */
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
  if (!kept) throw new Error(`the walk ${passeio.empresaId} ${passeio.modelo} went on without this attempt`);
  if (lidos.length > 0) ctx.wake?.();
  return ended ? "fim" : readPosicao(resposta, ultNSU);
}

/** What came otherwise than it is kept has its bytes in the blob store, as those of an e-mail have. */
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
 * SEFAZ gave no documents and no end. A 656 names the NSU where it thinks the walk is: another program of the same CNPJ has gone on, or
 * an answer was lost; the walk takes it up there, and what was passed over is asked for one by one.
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
  // The service stands still: it is asked again as after any outage.
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
