import { refuseCaller } from "../../../rpc/admit.ts";
import type { SignedInContext } from "../../../services/handler.ts";
import { findLackingScope, type Operacao, readOperacao } from "../../../services/operacao/read-operacao.ts";
import { REST_BASE } from "../base-path.ts";
import type { RestHandlers } from "../rest-handler.ts";

export const operationRoutes = {
  "GET /operacoes/{id}": async (ctx, { caminho: { id } }) => {
    const escopo = findLackingScope(ctx.caller.scopes, id);
    if (escopo !== null) {
      const nome = "GET /operacoes/{id}";
      await refuseCaller(ctx, ctx.caller, { name: nome, access: "signedIn", scope: escopo });
    }
    return { corpo: writeOperation(await readOperacao(ctx, id)) };
  },
} satisfies Partial<RestHandlers>;

/** Response to accepted work: its operação and the path of its status. */
export async function acceptOperation(
  ctx: SignedInContext,
  id: string,
): Promise<{ corpo: Operacao; local: string }> {
  return { corpo: writeOperation(await readOperacao(ctx, id)), local: `/operacoes/${id}` };
}

function writeOperation(operation: Operacao): Operacao {
  return { ...operation, recurso: REST_BASE + operation.recurso };
}
