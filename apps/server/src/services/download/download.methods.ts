import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { countFileRequests, findFileRequests } from "../requested-file/requested-file.rows.ts";
import { writeDownload } from "./download.wire.ts";
import { requestRepositorio } from "./request-repositorio.ts";

const tipo = "repositorio";

export const downloadMethods = {
  "Download.processaDownload": async (ctx, params) => {
    const now = ctx.clock.now();
    const row = await ctx.database.withConta(ctx.caller.contaId, (db) =>
      requestRepositorio(db, ctx.caller, { params, now }),
    );
    ctx.wake?.();
    return { object: writeDownload(row, now) };
  },

  "Download.getListDownload": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const now = ctx.clock.now();
    const page = readPage(params);
    return await ctx.database.withConta(contaId, async (db) => {
      const rows = await findFileRequests(db, contaId, { tipo, page });
      const total = await readTotal(page, rows.length, () => countFileRequests(db, contaId, tipo));
      return { results: rows.map((row) => writeDownload(row, now)), ...total };
    });
  },
} satisfies Handlers<"Download">;
