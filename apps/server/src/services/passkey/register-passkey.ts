import { PASSKEYS_MAX, type ParsedParamsOf, type ResultOf } from "@malote/contract";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { announceFactorChange } from "../auth/announce-factor-change.ts";
import { lockSecondFactor, saveRecoveryCodes } from "../auth/second-factor.rows.ts";
import { createRecoveryCodes, hashRecoveryCode } from "../auth/second-factor.rules.ts";
import { endSessions } from "../auth/session.rows.ts";
import type { SignedInContext } from "../handler.ts";
import {
  CHALLENGE_MS,
  describeCredential,
  openChallenge,
  requireRelyingParty,
  spendChallenge,
} from "./challenge.ts";
import { findPasskeys, insertPasskey, type NewPasskey } from "./passkey.rows.ts";
import { ALGORITHMS, readChallenge, userHandleOf } from "./passkey.rules.ts";

type ConfirmParams = ParsedParamsOf<"Passkey.confirmPasskey">;
const CHALLENGE_USE = "registrar";
const RP_NAME = "Malote";

/**
 * Creates a challenge for a new discoverable passkey with user verification.
 * So it serves as a second factor and for a sign-in by itself.
 * @throws {Refusal} passkeyIndisponivel, passkeysDemais
 */
export async function startPasskey(
  ctx: SignedInContext,
): Promise<ResultOf<"Passkey.startPasskey">["object"]> {
  const { rpId } = requireRelyingParty(ctx);
  const { contaId, usuarioId, nome } = ctx.caller;
  const { quem, passkeys } = await ctx.database.withConta(contaId, async (db) => {
    const passkeys = await findPasskeys(db, contaId, usuarioId);
    refuseMany(passkeys);
    return { quem: await lockSecondFactor(db, contaId, usuarioId), passkeys };
  });
  if (quem === null) throw new Error("the caller is no user of the conta");
  const { user, challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpId,
    userName: `${quem.identificador}/${quem.nomeUsuario}`,
    userDisplayName: nome,
    userID: userHandleOf(usuarioId),
    challenge: await openChallenge(ctx, { uso: CHALLENGE_USE, usuarioId }),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    rp: { name: RP_NAME, id: rpId },
    user,
    challenge,
    pubKeyCredParams,
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/**
 * Stores a passkey. A user's first second factor creates recovery codes and ends the other
 * sessions, opened without it.
 * @throws {Refusal} passkeyErrada, passkeyRepetida, passkeysDemais, passkeyIndisponivel
 */
export async function confirmPasskey(
  ctx: SignedInContext,
  request: ConfirmParams,
): Promise<{ id: string; codigosReserva: string[] }> {
  const { contaId, usuarioId } = ctx.caller;
  const newPasskey = await readNewPasskey(ctx, request);
  const recoveryCodes = createRecoveryCodes();
  const kept = await ctx.database.withConta(contaId, async (db) => {
    // Locks the user, so concurrent registrations are counted one after the other.
    const quem = await lockSecondFactor(db, contaId, usuarioId);
    const before = await findPasskeys(db, contaId, usuarioId);
    refuseMany(before);
    const id = await insertPasskey(db, contaId, newPasskey);
    if (id === null) throw new Refusal("passkeyRepetida");
    const isFirst = quem?.desde === null && before.length === 0;
    if (isFirst) await addRecoveryCodes(db, ctx, recoveryCodes);
    await announceFactorChange(db, ctx, { acao: "criar-passkey", alvo: id, detalhe: newPasskey.nome });
    return { id, isFirst };
  });
  ctx.wake?.();
  return { id: kept.id, codigosReserva: kept.isFirst ? recoveryCodes : [] };
}

async function addRecoveryCodes(db: Db, { caller }: SignedInContext, recoveryCodes: string[]): Promise<void> {
  const { contaId, usuarioId, sessionId: sessaoId } = caller;
  await saveRecoveryCodes(db, contaId, { usuarioId, reservas: recoveryCodes.map(hashRecoveryCode) });
  await endSessions(db, contaId, { usuarioId, except: sessaoId });
}

function refuseMany(passkeys: readonly unknown[]): void {
  if (passkeys.length >= PASSKEYS_MAX) {
    throw new Refusal("passkeysDemais", { values: { limite: PASSKEYS_MAX } });
  }
}

/** @throws {Refusal} passkeyErrada, passkeyIndisponivel */
async function readNewPasskey(
  ctx: SignedInContext,
  { nome, resposta: answer }: ConfirmParams,
): Promise<NewPasskey> {
  const { usuarioId } = ctx.caller;
  const { rpId, origin } = requireRelyingParty(ctx);
  const { id, clientDataJSON, attestationObject, transports } = answer;
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null || !(await spendChallenge(ctx, challenge, { uso: CHALLENGE_USE, usuarioId }))) {
    throw new Refusal("passkeyErrada", { campo: "passkey" });
  }
  const response = { clientDataJSON, attestationObject };
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library reports a refusal only as an error, and only the answer can cause one here.
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) throw new Refusal("passkeyErrada", { campo: "passkey" });
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    usuarioId,
    nome: nome.trim(),
    credencial: Buffer.from(credential.id, "base64url"),
    chavePublica: Buffer.from(credential.publicKey),
    contador: credential.counter,
    transportes: transports ?? [],
    sincronizada: credentialBackedUp,
    now: ctx.clock.now(),
  };
}
