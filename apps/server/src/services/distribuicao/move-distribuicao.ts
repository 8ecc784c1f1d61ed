import type { ProblemaDistribuicao } from "@malote/contract";
import type { DistribuicaoResponse } from "@malote/sefaz";
import type { Sql } from "../../db/index.ts";
import { planTarefas, type TarefaNova } from "../tarefa/tarefa.rows.ts";
import { lockDistribuicao, type Marco, saveAceita, saveMarco, saveOuvida } from "./distribuicao.rows.ts";
import { countPuladas, isAfter, listLacunas, type Passeio } from "./distribuicao.rules.ts";
import { holdEmpresa } from "./keep-pagina.ts";
import { insertLacunas } from "./lacuna.rows.ts";

/** A walk of an empresa of that CNPJ goes on where it has not been. `depoisDe`: where it stood. */
export type Mudanca = { passeio: Passeio; cnpj: string; depoisDe: string; para: string; agora: Date };

/**
 * Lets a walk go on where SEFAZ expects it; what it leaps over is asked for one by one, the newest first.
 * @returns where it stood; null when another attempt has gone on meanwhile, which knows better, or the empresa is of another CNPJ
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
  // Who goes back comes by again.
  const puladas = isAfter(depoisDe, para) ? 0 : atual.puladas + countPuladas(vao);
  await saveMarco(sql, contaId, { ...atual, ultNSU: para, primeiroNSU, puladas });
  return atual;
}

/** SEFAZ gave neither documents nor an end. `proxima`: the next turn, by how often in a row SEFAZ has silenced the CNPJ. */
export type RecusaOuvida = Mudanca & {
  resposta: Pick<DistribuicaoResponse, "cStat" | "xMotivo" | "maxNSU">;
  falha: ProblemaDistribuicao;
  proxima: (consumos: number) => TarefaNova | null;
};

/** Writes down what SEFAZ refused, where the walk goes on, and when. Misuse is said to those alone whose certificate it took. */
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
