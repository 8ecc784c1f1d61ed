import { giveUpPedido, runPedido } from "../../services/arquivo-pedido/run-pedido.ts";
import { makeExportacao } from "../../services/exportacao/make-exportacao.ts";
import type { JobHandlers } from "../job.ts";

/** Writes the file of an export; alvo: its arquivo_pedido. */
export const exportacaoJob: JobHandlers = {
  run: (ctx, job) =>
    runPedido(ctx, job, {
      tipo: "exportacao",
      make: (feitura) => makeExportacao(feitura.ctx, job.contaId, feitura),
    }),
  onGiveUp: giveUpPedido,
};
