import { PAGE_SIZE } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { isProductOperator } from "../usuario/usuario.rows.ts";

export const produtoMethods = {
  "Produto.getListConta": async (ctx, { currentPage = 1, pageSize = PAGE_SIZE }) => {
    const { contaId, usuarioId } = ctx.caller;
    const isDoProduto = await ctx.database.withConta(contaId, (db) =>
      isProductOperator(db, contaId, usuarioId),
    );
    if (!isDoProduto) throw new Refusal("produtoRestrito");
    const { contas, total } = await ctx.database.gatekeeper.findContaStatuses({
      contaId,
      usuarioId,
      now: ctx.clock.now(),
      salto: (currentPage - 1) * pageSize,
      limite: pageSize,
    });
    return { results: contas, totalCount: total };
  },
} satisfies Handlers<"Produto">;
