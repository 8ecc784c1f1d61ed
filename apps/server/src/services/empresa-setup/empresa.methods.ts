import { Refusal } from "../../errors.ts";
import { findDistribuicoes } from "../distribuicao/distribuicao.wire.ts";
import { findEmpresas } from "../empresa/empresa.rows.ts";
import { compareEmpresas } from "../empresa/empresa.rules.ts";
import { writeEmpresa } from "../empresa/empresa.wire.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { removeEmpresa, saveEmpresa } from "./save-empresa.ts";

export const empresaMethods = {
  "Empresa.getListEmpresa": async (ctx, { listSearchOrder }) => {
    const empresas = await readEmpresas(ctx);
    return {
      results: empresas.toSorted(compareEmpresas(listSearchOrder ?? "nome")),
      totalCount: empresas.length,
    };
  },

  "Empresa.getEmpresa": async (ctx, { id }) => {
    const [empresa] = await readEmpresas(ctx, id);
    if (empresa === undefined) throw new Refusal("empresaNaoEncontrada");
    return { object: empresa };
  },

  "Empresa.saveEmpresa": async (ctx, { empresa }) => {
    const id = await saveEmpresa(ctx, empresa);
    ctx.wake?.();
    return { object: { id } };
  },

  "Empresa.deleteEmpresa": async (ctx, { id }) => {
    await removeEmpresa(ctx, id);
    ctx.wake?.();
    return {};
  },
} satisfies Handlers<"Empresa">;

async function readEmpresas(ctx: SignedInContext, id?: string) {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    const rows = await findEmpresas(db, contaId, id);
    const ids = rows.map((row) => row.id);
    const distribuicoes = await findDistribuicoes(db, contaId, ids);
    return rows.map((row) => writeEmpresa(row, { now, distribuicoes: distribuicoes.get(row.id) ?? [] }));
  });
}
