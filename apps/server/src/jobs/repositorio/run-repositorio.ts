import type { AppContext } from "../../app-context.ts";
import {
  nameArquivo,
  writeRetidos,
  writeSemPdf,
} from "../../services/arquivo-pedido/arquivo-pedido.rules.ts";
import { giveUpPedido, runPedido } from "../../services/arquivo-pedido/run-pedido.ts";
import { readPedido } from "../../services/download/download.rules.ts";
import { MAX_FALHAS } from "../../services/tarefa/tarefa.rules.ts";
import type { Job, JobHandlers } from "../job.ts";
import { listEntradas } from "./list-entradas.ts";
import { writeZip } from "./zip.ts";

/** Writes the ZIP of a request. pagina, limite: see Listagem. */
export async function runRepositorio(
  ctx: AppContext,
  job: Job,
  o: { pagina?: number; limite?: number } = {},
): Promise<void> {
  const isUltima = job.falhas + 1 >= MAX_FALHAS;
  await runPedido(ctx, job, {
    tipo: "repositorio",
    make: async ({ pedido: row, ctx: asked, advance }) => {
      const pedido = readPedido(row.pedido);
      const nome = nameArquivo("repositorio", "zip", { em: row.data, zona: pedido.zona });
      let semPdf = 0;
      const countSemPdf = (): void => {
        semPdf += 1;
      };
      let retidos = 0;
      const countRetido = (): void => {
        retidos += 1;
      };
      const contagem = { advance, countSemPdf, countRetido };
      const listagem = { contaId: job.contaId, pedido, isUltima, ...contagem, ...o };
      const conteudo = writeZip(listEntradas(asked, listagem));
      return { nome, conteudo, aviso: () => writeRetidos(retidos) ?? writeSemPdf(semPdf) };
    },
  });
}

export const repositorioJob: JobHandlers = {
  run: (ctx, job) => runRepositorio(ctx, job),
  onGiveUp: giveUpPedido,
};
