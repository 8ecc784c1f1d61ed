import type { AppContext } from "../../app-context.ts";
import { closeEmailCaro } from "../../services/email/close-email-caro.ts";
import { endImportacao } from "../../services/importacao/importacao.rows.ts";
import type { Job } from "../job.ts";

/** Ends an e-mail or import whose reading was terminated; the parts already read are kept. */
export async function giveUpCostly(
  { database, clock }: Pick<AppContext, "database" | "clock">,
  { contaId, tipo, alvo }: Pick<Job, "contaId" | "tipo" | "alvo">,
  custoMs: number,
): Promise<void> {
  const agora = clock.now();
  await database.withContaSql(contaId, async (sql) => {
    if (tipo === "ingest") await closeEmailCaro(sql, contaId, { emailId: alvo, custoMs, agora });
    else await endImportacao(sql, contaId, { id: alvo, estado: "falhou", falha: "caro-demais", agora });
  });
}
