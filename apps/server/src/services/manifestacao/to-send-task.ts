import type { NewTask } from "../task/task.rows.ts";

/** The task that signs and sends one of our eventos; manifestações go to the national authorizer (AN). */
export function toSendTask(id: string, when: { venceEm: Date; autorizador?: string }): NewTask {
  const { venceEm, autorizador = "AN" } = when;
  return { tipo: "manifesto", alvo: id, cota: `sefaz:${autorizador}:evento`, venceEm };
}
