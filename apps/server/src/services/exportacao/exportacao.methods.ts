import { Refusal } from "../../errors.ts";
import {
  countPedidos,
  deleteEncerrados,
  findPedido,
  findPedidos,
} from "../arquivo-pedido/arquivo-pedido.rows.ts";
import type { Handlers } from "../handler.ts";
import { readPagina, readTotal } from "../lista/lista.rules.ts";
import { writeExportacao } from "./exportacao.wire.ts";

const tipo = "exportacao";

export const exportacaoMethods = {
  "Exportacao.getListExportacao": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const pagina = readPagina(params);
    const agora = ctx.clock.now();
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const rows = await findPedidos(sql, contaId, { tipo, pagina });
      const total = await readTotal(pagina, rows.length, () => countPedidos(sql, contaId, tipo));
      return { results: rows.map((row) => writeExportacao(row, agora)), ...total };
    });
  },

  "Exportacao.getExportacao": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const row = await ctx.database.withContaSql(contaId, (sql) => findPedido(sql, contaId, { id, tipo }));
    if (row === null) throw new Refusal("exportacaoNaoEncontrada");
    return { object: writeExportacao(row, ctx.clock.now()) };
  },

  "Exportacao.deleteExpired": async (ctx) => {
    const { contaId } = ctx.caller;
    const about = { tipo, agora: ctx.clock.now() } as const;
    const removidas = await ctx.database.withContaSql(contaId, (sql) =>
      deleteEncerrados(sql, contaId, about),
    );
    return { object: { removidas } };
  },
} satisfies Handlers<"Exportacao">;
