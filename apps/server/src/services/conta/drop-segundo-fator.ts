import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { findUsuarioEntrada } from "../auth/entrada.rows.ts";
import { clearSegredo } from "../auth/segundo-fator.rows.ts";
import { deletePasskeys } from "../passkey/passkey.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planAcessoAlterado } from "../usuario/acesso-alterado.ts";
import { normalizeNome } from "../usuario/usuario.rules.ts";
import { lockUsuario } from "../usuario/usuario-cadastro.rows.ts";
import type { DaConta } from "./change-plano.ts";
import { findContaId } from "./change-plano.ts";

type Contexto = Pick<AppContext, "database" | "clock">;

/**
 * Turns off the second factor, passkeys included, of a user who lost device and recovery codes.
 * Notifies the user, the owner and the administrators.
 * @returns whether it was on
 * @throws {Refusal} contaNaoEncontrada, usuarioNaoEncontrado
 */
export async function dropSegundoFator(
  ctx: Contexto,
  { identificador, usuario: nome, quem }: DaConta & { usuario: string },
): Promise<boolean> {
  const contaId = await findContaId(ctx, identificador);
  const agora = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const found = await findUsuarioEntrada(sql, contaId, normalizeNome(nome));
    const usuario = found === null ? null : await lockUsuario(sql, contaId, found.id);
    if (found === null || usuario === null) throw new Refusal("usuarioNaoEncontrado");
    if (found.segundoFator === null && !found.temPasskey) return false;
    await deletePasskeys(sql, contaId, usuario.id);
    await clearSegredo(sql, contaId, usuario.id);
    await planAcessoAlterado(sql, contaId, { usuario, oQue: "segundo-fator-desligado", quem, agora });
    const ato = { quando: agora, usuarioId: null, usuario: quem, alvo: usuario.id, detalhe: null } as const;
    await insertRegistros(sql, contaId, [{ ...ato, acao: "desligar-segundo-fator" }]);
    return true;
  });
}
