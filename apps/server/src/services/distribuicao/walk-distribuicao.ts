import type { ProblemaDistribuicao } from "@malote/contract";
import type { Confianca } from "@malote/dfe";
import { type RespostaDistribuicao, SefazOutage } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { isDataError } from "../../db/index.ts";
import { Outage } from "../../errors.ts";
import { readConfianca } from "../../trust.ts";
import { BLOQUEIO_MS } from "../sefaz/manners.rules.ts";
import { findEmpresaClient } from "../sefaz/sefaz-clients.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { type Andante, askDistribuicao, findPosicao, savePosicao } from "./ask-distribuicao.ts";
import { findPartida, type Partida, saveFalha } from "./distribuicao.rows.ts";
import {
  codigoOfUf,
  DESCANSO_MS,
  FOLGA_MS,
  isFim,
  PAGINAS_MAX,
  type Passeio,
  RECUSA_MS,
  readAlvo,
  readSentido,
  type Sentido,
  toDistribuicao,
  toNsu,
} from "./distribuicao.rules.ts";
import { fillLacunas } from "./fill-lacunas.ts";
import { keepLote, keepPagina, type Pagina } from "./keep-pagina.ts";
import { keepRecusa, moveDistribuicao } from "./move-distribuicao.ts";
import { type LidoDistribuido, readDistribuido } from "./read-distribuido.ts";

/** One run of one walk. */
export type Volta = { contaId: string; alvo: string; prazo: Date };

type Caminho = { contaId: string; andante: Andante; confianca: Confianca; ultNSU: string; prazo: Date };

/**
 * Walks on over what SEFAZ has for an empresa: asks again for some of what never came, then for what is new, page by page, and plans its
 * own next turn: at once while there is more, after SEFAZ's hour when there is not.
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
    if (isRested(partida, agora)) await fillLacunas(ctx, { contaId, andante, confianca, prazo: until });
    const ultNSU = await followCasa(ctx, { contaId, andante, ultNSU: partida.ultNSU });
    await walk(ctx, { contaId, andante, confianca, ultNSU, prazo: until });
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
 * after any other NSU than its last for misuse. What lies between is asked for one by one.
 */
async function followCasa(
  ctx: AppContext,
  { contaId, andante, ultNSU }: Pick<Caminho, "contaId" | "andante" | "ultNSU">,
): Promise<string> {
  const para = await findPosicao(ctx, andante);
  if (para === null || para === ultNSU) return ultNSU;
  const mudanca = { ...andante.passeio, depoisDe: ultNSU, para, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => moveDistribuicao(sql, contaId, mudanca));
  return para;
}

async function walk(ctx: AppContext, caminho: Caminho): Promise<void> {
  let { ultNSU } = caminho;
  for (let n = 0; n < PAGINAS_MAX && ctx.clock.now() < caminho.prazo; n += 1) {
    const next = await step(ctx, { ...caminho, ultNSU });
    if (next === null) return;
    ultNSU = next;
  }
  await planNext(ctx, caminho, 0);
}

/** @returns the NSU after which there is more now; null when the walk has its next turn */
async function step(ctx: AppContext, caminho: Caminho): Promise<string | null> {
  const { andante, ultNSU } = caminho;
  const resposta = await askDistribuicao(ctx, andante, { kind: "ultimo", ultNSU });
  const sentido = readSentido(resposta.cStat);
  if (sentido === "documentos" || sentido === "nada") return await keepResposta(ctx, caminho, resposta);
  await refuse(ctx, caminho, { resposta, sentido });
  return null;
}

async function keepResposta(
  ctx: AppContext,
  caminho: Caminho,
  resposta: RespostaDistribuicao,
): Promise<string | null> {
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
  const kept = await keepWhole(ctx, contaId, pagina);
  if (!kept) throw new Error(`the walk ${passeio.empresaId} ${passeio.modelo} went on without this attempt`);
  if (lidos.length > 0) ctx.wake?.();
  return ended ? null : (resposta.ultNSU ?? ultNSU);
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

async function keepWhole(ctx: AppContext, contaId: string, pagina: Pagina): Promise<boolean> {
  const keep = async (whole: Pagina): Promise<boolean> =>
    await ctx.database.withContaSql(contaId, (sql) => keepPagina(sql, contaId, whole));
  try {
    return await keep(pagina);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await keep({ ...pagina, lidos: await setImpossibleAside(ctx, contaId, pagina) });
  }
}

/** One document holds what no database can: it stays as its bytes, and the walk goes on over the others. */
async function setImpossibleAside(
  ctx: AppContext,
  contaId: string,
  pagina: Pagina,
): Promise<LidoDistribuido[]> {
  const possible: LidoDistribuido[] = [];
  for (const lido of pagina.lidos) {
    try {
      await ctx.database.withContaSql(contaId, (sql) => keepLote(sql, contaId, { ...pagina, lidos: [lido] }));
      possible.push(lido);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const { nsu, esquema } = lido;
      const xmlGzip = "documento" in lido ? lido.documento.xmlGzip : lido.xmlGzip;
      ctx.log.warn({ err: error, contaId, nsu, esquema }, "um documento da distribuição não cabe no banco");
      possible.push(xmlGzip === null ? lido : { nsu, esquema, kind: "sobra", xmlGzip });
    }
  }
  return possible;
}

type Recusa = { resposta: RespostaDistribuicao; sentido: Sentido };

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
  const waitMs = sentido === "consumo" || sentido === "adiantado" ? BLOQUEIO_MS : RECUSA_MS;
  const proxima = sentido === "parada" ? null : toDistribuicao({ ...passeio, cnpj }, after(agora, waitMs));
  const to = targetOf(resposta, sentido);
  if (sentido === "adiantado" && to !== null) await savePosicao(ctx, andante, to);
  await ctx.database.withContaSql(contaId, (sql) =>
    keepRecusa(sql, contaId, {
      ...passeio,
      depoisDe: ultNSU,
      para: to ?? ultNSU,
      resposta,
      falha,
      proxima,
      agora,
    }),
  );
  const fields = { contaId, ...passeio, cStat: resposta.cStat, ultNSU, para: to };
  ctx.log.warn(fields, "a SEFAZ não entregou documentos");
  // The service stands still: it is asked again as after any outage.
  if (sentido === "parada") throw new Outage(`SEFAZ says ${resposta.cStat}`, 0);
}

function targetOf({ ultNSU, maxNSU }: RespostaDistribuicao, sentido: Sentido): string | null {
  if (sentido === "consumo") return ultNSU;
  return sentido === "adiantado" ? (ultNSU ?? maxNSU ?? toNsu(0)) : null;
}

async function planNext(ctx: AppContext, { contaId, andante }: Caminho, ms: number): Promise<void> {
  const { passeio, cnpj } = andante;
  const next = toDistribuicao({ ...passeio, cnpj }, after(ctx.clock.now(), ms));
  await ctx.database.withContaSql(contaId, (sql) => planTarefas(sql, contaId, [next]));
}

function after(agora: Date, ms: number): Date {
  return new Date(agora.getTime() + ms);
}
