import type { Acao, ParsedParamsOf } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { confirmFator } from "./confirm-fator.ts";
import { confirmSenha } from "./confirm-senha.ts";
import { renewAutenticada } from "./sessao.rows.ts";
import { Unauthorized } from "./unauthorized.ts";

type Provas = ParsedParamsOf<"Auth.reautenticar">;

/**
 * Verifies the caller again; the session then counts as recently authenticated. Records both
 * outcomes in the registro.
 * @throws {Refusal} senhaAtualErrada, codigoErrado, passkeyErrada, muitasTentativas
 * @throws {Unauthorized} when the session ended in the meantime
 */
export async function reautenticar(ctx: SignedInContext, provas: Provas): Promise<void> {
  const { contaId, usuarioId, sessaoId: id } = ctx.caller;
  const prova = provas.senha ? "senha" : provas.passkey ? "passkey" : "código";
  await prove(ctx, provas).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.key !== "muitasTentativas") {
      await keepAto(ctx, "reautenticacao-recusada", prova);
    }
    throw error;
  });
  await ctx.database.withContaSql(contaId, async (sql) => {
    const autenticadaEm = machineNow(ctx.clock);
    if (!(await renewAutenticada(sql, contaId, { id, usuarioId, autenticadaEm }))) throw new Unauthorized();
    await registerAto(ctx, sql, { acao: "reautenticar", alvo: usuarioId, detalhe: prova });
  });
}

async function prove(ctx: SignedInContext, { senha, ...fator }: Provas): Promise<void> {
  if (senha) await confirmSenha(ctx, senha, "senha");
  else await confirmFator(ctx, fator);
}

async function keepAto(ctx: SignedInContext, acao: Acao, detalhe: string): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  await ctx.database.withContaSql(contaId, (sql) =>
    registerAto(ctx, sql, { acao, alvo: usuarioId, detalhe }),
  );
}
