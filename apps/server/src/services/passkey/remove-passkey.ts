import type { ParsedParamsOf } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import { announceFator } from "../auth/announce-fator.ts";
import { confirmFator } from "../auth/confirm-fator.ts";
import { findSegundoFator, keepReservas } from "../auth/segundo-fator.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { deletePasskey, findPasskeys } from "./passkey.rows.ts";

/**
 * Deletes a passkey of the caller. If it is the last one and there is no authenticator, this turns the
 * second factor off: then a code or a passkey must prove the second factor first.
 * @throws {Refusal} passkeyNaoEncontrada, passkeyObrigatoria, codigoErrado, passkeyErrada,
 * muitasTentativas
 */
export async function removePasskey(
  ctx: SignedInContext,
  { id, ...provas }: ParsedParamsOf<"Passkey.removePasskey">,
): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const isLast = await ctx.database.withContaSql(contaId, async (sql) => {
    const todas = await findPasskeys(sql, contaId, usuarioId);
    if (!todas.some((passkey) => passkey.id === id)) throw new Refusal("passkeyNaoEncontrada");
    return todas.length === 1 && (await findSegundoFator(sql, contaId, usuarioId))?.desde === null;
  });
  if (isLast) await confirmFator(ctx, provas);
  await ctx.database.withContaSql(contaId, async (sql) => {
    const quem = await findSegundoFator(sql, contaId, usuarioId);
    const todas = await findPasskeys(sql, contaId, usuarioId);
    const nome = todas.find((passkey) => passkey.id === id)?.nome;
    if (nome === undefined || !(await deletePasskey(sql, contaId, { id, usuarioId }))) {
      throw new Refusal("passkeyNaoEncontrada");
    }
    const isOff = todas.length === 1 && quem?.desde === null;
    // Another passkey was removed in the meantime, so this became the last one without a proof.
    if (isOff && !isLast) throw new Refusal("passkeyObrigatoria", { campo: "passkey" });
    if (isOff) await keepReservas(sql, contaId, { usuarioId, reservas: [] });
    await announceFator(sql, ctx, { acao: "remover-passkey", alvo: id, detalhe: nome });
  });
  ctx.wake?.();
}
