import type { AppContext } from "../../app-context.ts";
import { closeCostlyEmail } from "../../services/email/close-costly-email.ts";
import { endImportacao } from "../../services/importacao/importacao.rows.ts";
import type { Job } from "../job.ts";

/** Ends an e-mail or import whose reading was terminated; the parts already read are kept. */
export async function giveUpCostly(
  { database, clock }: Pick<AppContext, "database" | "clock">,
  { contaId, tipo, alvo }: Pick<Job, "contaId" | "tipo" | "alvo">,
  costMs: number,
): Promise<void> {
  const now = clock.now();
  await database.withConta(contaId, async (db) => {
    if (tipo === "ingest") await closeCostlyEmail(db, contaId, { emailId: alvo, custoMs: costMs, now });
    else await endImportacao(db, contaId, { id: alvo, estado: "falhou", falha: "caro-demais", now });
  });
}
