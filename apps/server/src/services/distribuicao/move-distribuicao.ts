import type { ProblemaDistribuicao } from "@malote/contract";
import type { DistribuicaoResponse } from "@malote/sefaz";
import type { Sql } from "../../db/index.ts";
import { planTarefas, type TarefaNova } from "../tarefa/tarefa.rows.ts";
import { lockDistribuicao, type Marco, saveAceita, saveMarco, saveOuvida } from "./distribuicao.rows.ts";
import { countPuladas, isAfter, listLacunas, type Passeio } from "./distribuicao.rules.ts";
import { holdEmpresa } from "./keep-pagina.ts";
import { insertLacunas } from "./lacuna.rows.ts";

/** A new position for the sync of an empresa with this CNPJ. `depoisDe`: the former position. */
export type Mudanca = { passeio: Passeio; cnpj: string; depoisDe: string; para: string; agora: Date };

/**
 * Moves a sync to the position that SEFAZ expects; the skipped NSUs are requested one by one, newest
 * first.
 * @returns the former position; null when another attempt has moved it, or the empresa has another CNPJ
 */
export async function moveDistribuicao(sql: Sql, contaId: string, mudanca: Mudanca): Promise<Marco | null> {
  const { passeio, depoisDe, para, agora } = mudanca;
  if (!(await holdEmpresa(sql, contaId, mudanca))) return null;
  const atual = await lockDistribuicao(sql, contaId, passeio);
  if (atual.ultNSU !== depoisDe) return null;
  const vao = { depoisDe, ate: para, recebidos: [] };
  const nsus = listLacunas(vao);
  await insertLacunas(sql, contaId, { ...passeio, nsus, agora });
  const primeiroNSU = atual.primeiroNSU ?? nsus.at(-1) ?? null;
  // After a move back, the skipped NSUs are listed again.
  const puladas = isAfter(depoisDe, para) ? 0 : atual.puladas + countPuladas(vao);
  await saveMarco(sql, contaId, { ...atual, ultNSU: para, primeiroNSU, puladas });
  return atual;
}

/**
 * An answer without documents or the end of the list. `proxima`: the next run, by the number of
 * consecutive blocks.
 */
export type RecusaOuvida = Mudanca & {
  resposta: Pick<DistribuicaoResponse, "cStat" | "xMotivo" | "maxNSU">;
  falha: ProblemaDistribuicao;
  proxima: (consumos: number) => TarefaNova | null;
};

/**
 * Stores a refusal of SEFAZ, the new position and the next run.
 * A block also proves that SEFAZ accepted the certificate.
 */
export async function keepRecusa(sql: Sql, contaId: string, recusa: RecusaOuvida): Promise<void> {
  const atual = await moveDistribuicao(sql, contaId, recusa);
  if (atual === null) return;
  const { passeio, falha, agora } = recusa;
  const isConsumo = falha === "consumo-indevido";
  const consumos = isConsumo ? atual.consumos + 1 : 0;
  const { cStat, xMotivo, maxNSU } = recusa.resposta;
  await saveOuvida(sql, contaId, { ...passeio, cStat, xMotivo, maxNSU, falha, consumos, agora });
  if (isConsumo) await saveAceita(sql, contaId, { ...passeio, agora });
  const proxima = recusa.proxima(consumos);
  if (proxima) await planTarefas(sql, contaId, [proxima]);
}
