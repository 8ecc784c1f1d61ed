import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { planAccessChangeEmails } from "../usuario/notify-access-change.ts";
import { lockUsuario } from "../usuario/usuario-profile.rows.ts";

const CHANGES = {
  "ligar-segundo-fator": "segundo-fator-ligado",
  "desligar-segundo-fator": "segundo-fator-desligado",
  "criar-passkey": "passkey-criada",
  "remover-passkey": "passkey-removida",
} as const;

type FactorChange = { acao: keyof typeof CHANGES; alvo: string; detalhe: string | null };

/**
 * Records a change of a user's second factor and notifies the user by e-mail, in case another
 * person made it.
 */
export async function announceFactorChange(db: Db, ctx: SignedInContext, entry: FactorChange): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const now = ctx.clock.now();
  const usuario = await lockUsuario(db, contaId, usuarioId);
  if (usuario !== null) {
    await planAccessChangeEmails(db, contaId, { usuario, oQue: CHANGES[entry.acao], quem: nome, now });
  }
  await registerAct(ctx, db, entry);
}
