import { refuseCaller } from "../../../rpc/admit.ts";
import type { SignedInContext } from "../../../services/handler.ts";
import { lacksEscopo, type Operacao, readOperacao } from "../../../services/operacao/read-operacao.ts";
import { REST_BASE } from "../base.ts";
import type { RestHandlers } from "../rest-handler.ts";

export const operacoesRotas = {
  "GET /operacoes/{id}": async (ctx, { caminho: { id } }) => {
    const escopo = lacksEscopo(ctx.caller.escopos, id);
    if (escopo !== null) {
      const nome = "GET /operacoes/{id}";
      await refuseCaller(ctx, ctx.caller, { nome, access: "signedIn", escopo });
    }
    return { corpo: writeOperacao(await readOperacao(ctx, id)) };
  },
} satisfies Partial<RestHandlers>;

/** Response to accepted work: its operação and the path of its status. */
export async function acceptOperacao(
  ctx: SignedInContext,
  id: string,
): Promise<{ corpo: Operacao; local: string }> {
  return { corpo: writeOperacao(await readOperacao(ctx, id)), local: `/operacoes/${id}` };
}

function writeOperacao(operacao: Operacao): Operacao {
  return { ...operacao, recurso: REST_BASE + operacao.recurso };
}
