import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

/**
 * The tarefa that signs and sends an evento of ours; a manifestação goes to the one authorizer of
 * the nation.
 */
export function toManifesto(id: string, when: { venceEm: Date; autorizador?: string }): TarefaNova {
  const { venceEm, autorizador = "AN" } = when;
  return { tipo: "manifesto", alvo: id, cota: `sefaz:${autorizador}:evento`, venceEm };
}
