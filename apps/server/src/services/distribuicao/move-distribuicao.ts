import type { ProblemaDistribuicao } from "@malote/contract";
import type { RespostaDistribuicao } from "@malote/sefaz";
import type { Sql } from "../../db/index.ts";
import { planTarefas, type TarefaNova } from "../tarefa/tarefa.rows.ts";
import { lockDistribuicao, saveMarco, saveOuvida } from "./distribuicao.rows.ts";
import { listLacunas, type Passeio } from "./distribuicao.rules.ts";
import { insertLacunas } from "./lacuna.rows.ts";

/** A walk goes on where it has not been. `depoisDe`: where it stood. */
export type Mudanca = Passeio & { depoisDe: string; para: string; agora: Date };

/**
 * Lets a walk go on where SEFAZ expects it; what it leaps over is asked for one by one, the newest first.
 * @returns false when another attempt has gone on meanwhile: it knows better
 */
export async function moveDistribuicao(sql: Sql, contaId: string, mudanca: Mudanca): Promise<boolean> {
  const { empresaId, modelo, depoisDe, para, agora } = mudanca;
  const passeio = { empresaId, modelo };
  const atual = await lockDistribuicao(sql, contaId, passeio);
  if (atual.ultNSU !== depoisDe) return false;
  const nsus = listLacunas({ depoisDe, ate: para, recebidos: [] });
  await insertLacunas(sql, contaId, { ...passeio, nsus, agora });
  const primeiroNSU = atual.primeiroNSU ?? nsus.at(-1) ?? null;
  await saveMarco(sql, contaId, { ...passeio, ultNSU: para, primeiroNSU });
  return true;
}

/** SEFAZ gave neither documents nor an end. */
export type RecusaOuvida = Mudanca & {
  resposta: Pick<RespostaDistribuicao, "cStat" | "xMotivo" | "maxNSU">;
  falha: ProblemaDistribuicao;
  proxima: TarefaNova | null;
};

/** Writes down what SEFAZ refused, where the walk goes on, and when. */
export async function keepRecusa(sql: Sql, contaId: string, recusa: RecusaOuvida): Promise<void> {
  if (!(await moveDistribuicao(sql, contaId, recusa))) return;
  const { empresaId, modelo, falha, agora } = recusa;
  const { cStat, xMotivo, maxNSU } = recusa.resposta;
  await saveOuvida(sql, contaId, { empresaId, modelo, cStat, xMotivo, maxNSU, falha, agora });
  if (recusa.proxima) await planTarefas(sql, contaId, [recusa.proxima]);
}
