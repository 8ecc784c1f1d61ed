import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

/** The tarefa that signs and sends a manifestação; all of them go to the one authorizer of the nation. */
export function toManifesto(id: string, when: { venceEm: Date }): TarefaNova {
  return { tipo: "manifesto", alvo: id, cota: "sefaz:AN:evento", ...when };
}
