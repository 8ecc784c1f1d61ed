import type { AppContext } from "../../app-context.ts";
import { deleteScanResults } from "../../services/antivirus/antivirus.rows.ts";
import { VALID_MS } from "../../services/antivirus/scan-download.ts";
import { eachConta } from "./sweep-stalled.ts";

/** Rows of one conta per run; the rest waits for the next. */
const LIMIT = 20_000;

/** Deletes expired antivirus results. */
export async function sweepAntivirus(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const until = new Date(ctx.clock.now().getTime() - VALID_MS);
  return await eachConta(ctx, signal, (db, contaId) =>
    deleteScanResults(db, contaId, { ate: until, limite: LIMIT }),
  );
}
