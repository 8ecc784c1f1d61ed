import type { NewTask } from "../task/task.rows.ts";

/** The tarefa that reads an e-mail; its cota is that of the conta. */
export function toIngest(contaId: string, emailId: string, venceEm: Date): NewTask {
  return { tipo: "ingest", alvo: emailId, cota: `conta:${contaId}`, venceEm };
}
