import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { findChangeable, importVisoes, registerChange, saveVisao } from "./save-visao.ts";
import { deleteVisao, findVisao, findVisoes, setDefaultVisao } from "./visao.rows.ts";
import { maySeeList, ownerOf, writeVisao } from "./visao.rules.ts";

export const visaoMethods = {
  "Visao.getListVisao": async ({ database, caller }, { lista = null }) => {
    const { contaId } = caller;
    const rows = await database.withConta(contaId, (db) =>
      findVisoes(db, contaId, { usuarioId: ownerOf(caller), lista }),
    );
    const results = rows.filter((row) => maySeeList(caller, row.lista)).map((row) => writeVisao(caller, row));
    return { results, totalCount: results.length };
  },

  "Visao.getVisao": async ({ database, caller }, { id }) => {
    const { contaId } = caller;
    const row = await database.withConta(contaId, (db) =>
      findVisao(db, contaId, { usuarioId: ownerOf(caller), id }),
    );
    if (row === null || !maySeeList(caller, row.lista)) throw new Refusal("visaoNaoEncontrada");
    return { object: writeVisao(caller, row) };
  },

  "Visao.saveVisao": async (ctx, { visao }) => {
    const row = await ctx.database.withConta(ctx.caller.contaId, (db) => saveVisao(ctx, db, visao));
    return { object: writeVisao(ctx.caller, row) };
  },

  "Visao.deleteVisao": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    await ctx.database.withConta(contaId, async (db) => {
      const stored = await findChangeable(ctx, db, id);
      await deleteVisao(db, contaId, id);
      if (stored.compartilhada) await registerChange(ctx, db, "excluir-visao", stored);
    });
    return {};
  },

  "Visao.setPadrao": async ({ database, caller }, { lista, id }) => {
    const { contaId, usuarioId } = caller;
    await database.withConta(contaId, async (db) => {
      const visao = id === null ? null : await findVisao(db, contaId, { usuarioId, id });
      if (id !== null && visao?.lista !== lista) throw new Refusal("visaoNaoEncontrada");
      await setDefaultVisao(db, contaId, { usuarioId, lista, id });
    });
    return {};
  },

  "Visao.importVisoes": async (ctx, request) => {
    const { contaId, usuarioId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, async (db) => {
      await importVisoes(ctx, db, request);
      return await findVisoes(db, contaId, { usuarioId, lista: request.lista });
    });
    const results = rows.map((row) => writeVisao(ctx.caller, row));
    return { results, totalCount: results.length };
  },
} satisfies Handlers<"Visao">;
