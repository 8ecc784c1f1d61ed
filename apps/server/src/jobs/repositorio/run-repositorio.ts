import type { AppContext } from "../../app-context.ts";
import { readRepositorioRequest } from "../../services/download/download.rules.ts";
import {
  nameFile,
  writeWithheld,
  writeWithoutPdf,
} from "../../services/requested-file/requested-file.rules.ts";
import { giveUpFileRequest, runFileRequest } from "../../services/requested-file/run-file-request.ts";
import { MAX_FAILURES } from "../../services/task/task.rules.ts";
import type { Job, JobHandlers } from "../job.ts";
import { listEntries } from "./list-entries.ts";
import { writeZip } from "./zip.ts";

/** Writes the ZIP of a request. pagina, limite: see Listagem. */
export async function runRepositorio(
  ctx: AppContext,
  job: Job,
  o: { pagina?: number; limite?: number } = {},
): Promise<void> {
  const isUltima = job.falhas + 1 >= MAX_FAILURES;
  await runFileRequest(ctx, job, {
    tipo: "repositorio",
    make: async ({ pedido: row, ctx: asked, advance }) => {
      const pedido = readRepositorioRequest(row.pedido);
      const name = nameFile("repositorio", "zip", { requestedAt: row.data, zona: pedido.zona });
      let withoutPdf = 0;
      const countSemPdf = (): void => {
        withoutPdf += 1;
      };
      let withheld = 0;
      const countRetido = (): void => {
        withheld += 1;
      };
      const counters = { advance, countSemPdf, countRetido };
      const listing = { contaId: job.contaId, pedido, isUltima, ...counters, ...o };
      const content = writeZip(listEntries(asked, listing));
      return { nome: name, content, aviso: () => writeWithheld(withheld) ?? writeWithoutPdf(withoutPdf) };
    },
  });
}

export const repositorioJob: JobHandlers = {
  run: (ctx, job) => runRepositorio(ctx, job),
  onGiveUp: giveUpFileRequest,
};
