import type { ProblemaDistribuicao } from "@malote/contract";
import type { RespostaDistribuicao } from "@malote/sefaz";
import type { Sql } from "../../db/index.ts";
import { planTarefas, type TarefaNova } from "../tarefa/tarefa.rows.ts";
import { lockDistribuicao, saveMarco } from "./distribuicao.rows.ts";
import { listLacunas, maxNsu, type Passeio } from "./distribuicao.rules.ts";
import { insertLacunas } from "./lacuna.rows.ts";

/** Where a walk goes on without having been there. `depoisDe`: where it stood when it asked. */
export type Mudanca = Passeio & {
  depoisDe: string;
  para: string;
  resposta: Pick<RespostaDistribuicao, "cStat" | "xMotivo" | "maxNSU">;
  falha: ProblemaDistribuicao;
  proxima: TarefaNova | null;
  agora: Date;
};

/** Writes down what SEFAZ refused and where the walk goes on; what it leaps over is asked for one by one, the newest first. */
export async function moveDistribuicao(sql: Sql, contaId: string, mudanca: Mudanca): Promise<void> {
  const { empresaId, modelo, depoisDe, para, resposta, agora } = mudanca;
  const passeio = { empresaId, modelo };
  const atual = await lockDistribuicao(sql, contaId, passeio);
  // Another attempt has gone on meanwhile: it knows better.
  if (atual.ultNSU !== depoisDe) return;
  const nsus = listLacunas({ depoisDe, ate: para, recebidos: [] });
  await insertLacunas(sql, contaId, { ...passeio, nsus, agora });
  await saveMarco(sql, contaId, {
    ...passeio,
    ultNSU: para,
    maxNSU: maxNsu(para, resposta.maxNSU),
    primeiroNSU: atual.primeiroNSU ?? nsus.at(-1) ?? null,
    cStat: resposta.cStat,
    xMotivo: resposta.xMotivo,
    falha: mudanca.falha,
    agora,
  });
  if (mudanca.proxima) await planTarefas(sql, contaId, [mudanca.proxima]);
}
