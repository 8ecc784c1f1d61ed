import type { AppContext } from "../../app-context.ts";
import { nameArquivo } from "../../services/arquivo-pedido/arquivo-pedido.rules.ts";
import { giveUpPedido, runPedido } from "../../services/arquivo-pedido/run-pedido.ts";
import { readPedido } from "../../services/download/download.rules.ts";
import type { Job, JobHandlers } from "../job.ts";
import { listEntradas } from "./list-entradas.ts";
import { writeZip } from "./zip.ts";

/** Makes the ZIP of a pedido. pagina: see Listagem. */
export async function runRepositorio(ctx: AppContext, job: Job, o: { pagina?: number } = {}): Promise<void> {
  await runPedido(ctx, job, {
    tipo: "repositorio",
    make: async ({ pedido: row, advance }) => {
      const pedido = readPedido(row.pedido);
      const nome = nameArquivo("repositorio", "zip", { em: row.data, zona: pedido.zona });
      const entradas = listEntradas(ctx, { contaId: job.contaId, pedido, advance, ...o });
      return { nome, conteudo: writeZip(entradas) };
    },
  });
}

export const repositorioJob: JobHandlers = { run: runRepositorio, onGiveUp: giveUpPedido };
