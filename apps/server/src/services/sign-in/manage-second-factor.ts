import { generateSecret, generateURI } from "otplib";
import { toString as drawQr } from "qrcode";

import { machineNow } from "../../clock.ts";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { announceFactorChange } from "../auth/announce-factor-change.ts";
import { isRecent } from "../auth/auth.rules.ts";
import { confirmPassword } from "../auth/confirm-password.ts";
import {
  clearTotpSecret,
  confirmTotpSecret,
  lockSecondFactor,
  setTotpSecret,
} from "../auth/second-factor.rows.ts";
import { createRecoveryCodes, hashRecoveryCode, readCode } from "../auth/second-factor.rules.ts";
import { endSessions } from "../auth/session.rows.ts";
import { openTotpSecret, placeOfTotpSecret } from "../auth/totp-secret.ts";
import type { SignedInContext } from "../handler.ts";
import { proveSecondFactor, type SecondFactorProofs } from "../passkey/prove-second-factor.ts";

const ISSUER = "Malote";
/** The value before any used time step. */
const NO_STEP = 0;

/** Creates an unconfirmed secret; replaces an earlier unconfirmed one. */
export async function startSecondFactor(
  ctx: SignedInContext,
  senha: string,
): Promise<{ segredo: string; uri: string; qrSvg: string }> {
  await confirmPassword(ctx, senha, "senha");
  const { contaId, usuarioId } = ctx.caller;
  const secret = generateSecret();
  const sealed = ctx.secretBox.seal(secret, placeOfTotpSecret(usuarioId));
  const found = await ctx.database.withConta(contaId, async (db) => {
    const row = await requireSecondFactorRow(db, ctx);
    if (row.desde !== null) throw new Refusal("segundoFatorJaAtivo");
    await setTotpSecret(db, contaId, { usuarioId, selado: sealed });
    return row;
  });
  const label = `${found.identificador}/${found.nomeUsuario}`;
  const uri = generateURI({ issuer: ISSUER, label, secret: secret });
  return { segredo: secret, uri, qrSvg: await drawQr(uri, { type: "svg", errorCorrectionLevel: "M" }) };
}

/**
 * Turns the second factor on, with a code that proves that the authenticator has the secret.
 * Ends the user's other sessions, which were opened without it.
 * @returns the recovery codes
 */
export async function activateSecondFactor(ctx: SignedInContext, codigo: string): Promise<string[]> {
  const { contaId, usuarioId } = ctx.caller;
  const now = ctx.clock.now();
  const recoveryCodes = createRecoveryCodes();
  await ctx.database.withConta(contaId, async (db) => {
    const { selado: sealed, desde } = await requireSecondFactorRow(db, ctx);
    if (desde !== null) throw new Refusal("segundoFatorJaAtivo");
    if (sealed === null) throw new Refusal("segundoFatorNaoIniciado");
    const secret = openTotpSecret(ctx.secretBox, usuarioId, sealed);
    const proof = readCode(codigo, { secret, afterStep: NO_STEP, now: machineNow(ctx.clock) });
    if (proof?.tipo !== "passo") throw new Refusal("codigoErrado", { campo: "codigo" });
    const hashes = recoveryCodes.map(hashRecoveryCode);
    await confirmTotpSecret(db, contaId, { usuarioId, passo: proof.passo, reservas: hashes, now });
    await endSessions(db, contaId, { usuarioId, except: ctx.caller.sessionId });
    await announceFactorChange(db, ctx, { acao: "ligar-segundo-fator", alvo: usuarioId, detalhe: null });
  });
  ctx.wake?.();
  return recoveryCodes;
}

/** The proofs required to turn it off. */
export type RemovalProofs = SecondFactorProofs & { senha?: string | null | undefined };

/**
 * Turns the second factor off with a code or a passkey, and with the password unless the sign-in is
 * recent. Also deletes an unconfirmed secret.
 * @throws {Refusal} senhaAtualObrigatoria, senhaAtualErrada, codigoObrigatorio, codigoErrado,
 * passkeyErrada, muitasTentativas
 */
export async function removeSecondFactor(
  ctx: SignedInContext,
  { senha, ...proofs }: RemovalProofs,
): Promise<void> {
  const { contaId, usuarioId, authenticatedAt: autenticadaEm } = ctx.caller;
  if (senha) await confirmPassword(ctx, senha, "senha");
  else if (autenticadaEm === null || !isRecent(autenticadaEm, machineNow(ctx.clock))) {
    throw new Refusal("senhaAtualObrigatoria", { campo: "senha" });
  }
  const isOn = await ctx.database.withConta(contaId, async (db) => {
    return (await requireSecondFactorRow(db, ctx)).desde !== null;
  });
  if (isOn && !proofs.codigo && !proofs.passkey) throw new Refusal("codigoObrigatorio", { campo: "codigo" });
  if (isOn) await proveSecondFactor(ctx, proofs);
  await ctx.database.withConta(contaId, async (db) => {
    const { desde } = await requireSecondFactorRow(db, ctx);
    await clearTotpSecret(db, contaId, usuarioId);
    if (desde === null) return;
    await announceFactorChange(db, ctx, { acao: "desligar-segundo-fator", alvo: usuarioId, detalhe: null });
  });
  ctx.wake?.();
}

async function requireSecondFactorRow(db: Db, { caller }: SignedInContext) {
  const row = await lockSecondFactor(db, caller.contaId, caller.usuarioId);
  if (row === null) throw new Error("the caller is no user of the conta");
  return row;
}
