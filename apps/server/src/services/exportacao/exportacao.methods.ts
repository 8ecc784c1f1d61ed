import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import {
  countFileRequests,
  deleteEndedRequests,
  findFileRequest,
  findFileRequests,
} from "../requested-file/requested-file.rows.ts";
import { writeExportacao } from "./exportacao.wire.ts";

const tipo = "exportacao";

export const exportacaoMethods = {
  "Exportacao.getListExportacao": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const page = readPage(params);
    const now = ctx.clock.now();
    return await ctx.database.withConta(contaId, async (db) => {
      const rows = await findFileRequests(db, contaId, { tipo, page });
      const total = await readTotal(page, rows.length, () => countFileRequests(db, contaId, tipo));
      return { results: rows.map((row) => writeExportacao(row, now)), ...total };
    });
  },

  "Exportacao.getExportacao": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const row = await ctx.database.withConta(contaId, (db) => findFileRequest(db, contaId, { id, tipo }));
    if (row === null) throw new Refusal("exportacaoNaoEncontrada");
    return { object: writeExportacao(row, ctx.clock.now()) };
  },

  "Exportacao.deleteExpired": async (ctx) => {
    const { contaId } = ctx.caller;
    const about = { tipo, now: ctx.clock.now() } as const;
    const removidas = await ctx.database.withConta(contaId, (db) => deleteEndedRequests(db, contaId, about));
    return { object: { removidas } };
  },
} satisfies Handlers<"Exportacao">;
