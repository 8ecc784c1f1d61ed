import type { TarefaNova } from "../tarefa/tarefa.rows.ts";

/** The task that signs and sends one of our eventos; manifestações go to the national authorizer (AN). */
export function toManifesto(id: string, when: { venceEm: Date; autorizador?: string }): TarefaNova {
  const { venceEm, autorizador = "AN" } = when;
  return { tipo: "manifesto", alvo: id, cota: `sefaz:${autorizador}:evento`, venceEm };
}
