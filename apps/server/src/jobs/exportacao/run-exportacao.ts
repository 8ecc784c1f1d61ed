import { makeExportacao } from "../../services/exportacao/make-exportacao.ts";
import { giveUpFileRequest, runFileRequest } from "../../services/requested-file/run-file-request.ts";
import type { JobHandlers } from "../job.ts";

/** Writes the file of an export; alvo: its arquivo_pedido. */
export const exportacaoJob: JobHandlers = {
  run: (ctx, job) =>
    runFileRequest(ctx, job, {
      tipo: "exportacao",
      make: (making) => makeExportacao(making.ctx, job.contaId, making),
    }),
  onGiveUp: giveUpFileRequest,
};
