import type { ParsedParamsOf } from "@malote/contract";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { AppContext } from "../../app-context.ts";
import type { ChallengeUse } from "../../db/index.ts";
import { requireRelyingParty, spendChallenge } from "./challenge.ts";
import { findPasskey, type PasskeyRow, usePasskey } from "./passkey.rows.ts";
import { type RelyingParty, readChallenge, userHandleOf } from "./passkey.rules.ts";

export type PasskeyAnswer = ParsedParamsOf<"Passkey.logar">["passkey"];

/**
 * usuarioId: the user of the challenge; dono: the user of the passkey, null for any user of the conta.
 */
export type ExpectedAnswer = {
  contaId: string;
  uso: ChallengeUse;
  usuarioId: string | null;
  dono: string | null;
  prova: PasskeyAnswer;
};

/**
 * Verifies an answer: challenge, origin, relying party, stored key and counter.
 * The challenge is consumed first, even if the rest fails.
 * @returns the passkey; null when a check fails
 * @throws {Refusal} passkeyIndisponivel
 */
export async function verifyPasskey(
  ctx: Pick<AppContext, "config" | "database" | "clock">,
  { contaId, uso, usuarioId, dono: owner, prova: answer }: ExpectedAnswer,
): Promise<PasskeyRow | null> {
  const party = requireRelyingParty(ctx);
  const challenge = readChallenge(answer.clientDataJSON);
  if (challenge === null || !(await spendChallenge(ctx, challenge, { uso, usuarioId }))) return null;
  const credential = Buffer.from(answer.id, "base64url");
  return await ctx.database.withConta(contaId, async (db) => {
    const row = await findPasskey(db, contaId, credential);
    if (row === null || (owner !== null && row.usuarioId !== owner) || !hasUserHandle(answer, row))
      return null;
    const shown = await verifySignature(answer, { row, desafio: challenge, party });
    if (shown === null) return null;
    const challengeUse = { id: row.id, antes: row.contador, ...shown, now: ctx.clock.now() };
    return (await usePasskey(db, contaId, challengeUse)) ? row : null;
  });
}

/** If the authenticator sends a user handle, it must be that of the passkey's user. */
function hasUserHandle({ userHandle }: PasskeyAnswer, { usuarioId }: PasskeyRow): boolean {
  return !userHandle || Buffer.from(userHandleOf(usuarioId)).toString("base64url") === userHandle;
}

type AnswerContext = { row: PasskeyRow; desafio: string; party: RelyingParty };

/** @returns the authenticator's new counter; null when the signature is invalid */
async function verifySignature(
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
  { row, desafio: challenge, party }: AnswerContext,
): Promise<{ contador: number; sincronizada: boolean } | null> {
  const response = { clientDataJSON, authenticatorData, signature };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(row.chavePublica), counter: row.contador },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { contador: newCounter, sincronizada: credentialBackedUp } : null;
  } catch {
    // The library reports a refusal only as an error, and only the answer can cause one here.
    return null;
  }
}
