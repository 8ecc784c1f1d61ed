import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { countFileRequests, findFileRequests } from "../requested-file/requested-file.rows.ts";
import { writeDownload } from "./download.wire.ts";
import { requestRepositorio } from "./request-repositorio.ts";

const tipo = "repositorio";

export const downloadMethods = {
  "Download.processaDownload": async (ctx, params) => {
    const now = ctx.clock.now();
    const row = await ctx.database.withContaSql(ctx.caller.contaId, (sql) =>
      requestRepositorio(sql, ctx.caller, { params, now }),
    );
    ctx.wake?.();
    return { object: writeDownload(row, now) };
  },

  "Download.getListDownload": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const now = ctx.clock.now();
    const page = readPage(params);
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const rows = await findFileRequests(sql, contaId, { tipo, page });
      const total = await readTotal(page, rows.length, () => countFileRequests(sql, contaId, tipo));
      return { results: rows.map((row) => writeDownload(row, now)), ...total };
    });
  },
} satisfies Handlers<"Download">;
