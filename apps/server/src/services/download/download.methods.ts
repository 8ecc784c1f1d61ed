import { countPedidos, findPedidos } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import type { Handlers } from "../handler.ts";
import { readPagina, readTotal } from "../lista/lista.rules.ts";
import { writeDownload } from "./download.wire.ts";
import { requestRepositorio } from "./request-repositorio.ts";

const tipo = "repositorio";

export const downloadMethods = {
  "Download.processaDownload": async (ctx, params) => {
    const agora = ctx.clock.now();
    const row = await ctx.database.withContaSql(ctx.caller.contaId, (sql) =>
      requestRepositorio(sql, ctx.caller, { params, agora }),
    );
    ctx.wake?.();
    return { object: writeDownload(row, agora) };
  },

  "Download.getListDownload": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const agora = ctx.clock.now();
    const pagina = readPagina(params);
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const rows = await findPedidos(sql, contaId, { tipo, pagina });
      const total = await readTotal(pagina, rows.length, () => countPedidos(sql, contaId, tipo));
      return { results: rows.map((row) => writeDownload(row, agora)), ...total };
    });
  },
} satisfies Handlers<"Download">;
