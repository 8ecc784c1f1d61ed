import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

/** The tarefa that visits a caixa; its cota is the mail server's, which is never visited by more coletas at once than the quota says. */
export function toPoll(caixa: { id: string; servidor: string }, venceEm: Date): TarefaNova {
  return { tipo: "poll", alvo: caixa.id, cota: `correio:${caixa.servidor.toLowerCase()}`, venceEm };
}
