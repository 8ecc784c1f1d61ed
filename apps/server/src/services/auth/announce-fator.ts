import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { planAcessoAlterado } from "../usuario/acesso-alterado.ts";
import { lockUsuario } from "../usuario/usuario-cadastro.rows.ts";

const O_QUE = {
  "ligar-segundo-fator": "segundo-fator-ligado",
  "desligar-segundo-fator": "segundo-fator-desligado",
  "criar-passkey": "passkey-criada",
  "remover-passkey": "passkey-removida",
} as const;

type Ato = { acao: keyof typeof O_QUE; alvo: string; detalhe: string | null };

/**
 * Records a change of a user's second factor and notifies the user by e-mail, in case another
 * person made it.
 */
export async function announceFator(sql: Sql, ctx: SignedInContext, ato: Ato): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const agora = ctx.clock.now();
  const usuario = await lockUsuario(sql, contaId, usuarioId);
  if (usuario !== null) {
    await planAcessoAlterado(sql, contaId, { usuario, oQue: O_QUE[ato.acao], quem: nome, agora });
  }
  await registerAto(ctx, sql, ato);
}
