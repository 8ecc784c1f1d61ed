import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { clearTotpSecret } from "../auth/second-factor.rows.ts";
import { findSignInUsuario } from "../auth/sign-in-usuario.rows.ts";
import { findContaId, type OperatorRequest } from "../conta/change-plano.ts";
import { deletePasskeys } from "../passkey/passkey.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planAccessChangeEmails } from "../usuario/notify-access-change.ts";
import { normalizeUserName } from "../usuario/usuario.rules.ts";
import { lockUsuario } from "../usuario/usuario-profile.rows.ts";

type OperatorContext = Pick<AppContext, "database" | "clock">;

/**
 * Turns off the second factor, passkeys included, of a user who lost device and recovery codes.
 * Notifies the user, the owner and the administrators.
 * @returns whether it was on
 * @throws {Refusal} contaNaoEncontrada, usuarioNaoEncontrado
 */
export async function dropSecondFactor(
  ctx: OperatorContext,
  { identificador, usuario: nome, operator }: OperatorRequest & { usuario: string },
): Promise<boolean> {
  const contaId = await findContaId(ctx, identificador);
  const now = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    const found = await findSignInUsuario(db, contaId, normalizeUserName(nome));
    const usuario = found === null ? null : await lockUsuario(db, contaId, found.id);
    if (found === null || usuario === null) throw new Refusal("usuarioNaoEncontrado");
    if (found.segundoFator === null && !found.temPasskey) return false;
    await deletePasskeys(db, contaId, usuario.id);
    await clearTotpSecret(db, contaId, usuario.id);
    await planAccessChangeEmails(db, contaId, {
      usuario,
      oQue: "segundo-fator-desligado",
      quem: operator,
      now,
    });
    const entry = {
      quando: now,
      usuarioId: null,
      usuario: operator,
      alvo: usuario.id,
      detalhe: null,
    } as const;
    await insertRegistros(db, contaId, [{ ...entry, acao: "desligar-segundo-fator" }]);
    return true;
  });
}
