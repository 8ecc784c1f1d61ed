import type { ParsedParamsOf } from "@malote/contract";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { AppContext } from "../../app-context.ts";
import type { UsoDesafio } from "../../db/index.ts";
import { demandRelyingParty, spendDesafio } from "./desafio.ts";
import { findPasskey, type PasskeyRow, usePasskey } from "./passkey.rows.ts";
import { type RelyingParty, readDesafio, userHandleOf } from "./passkey.rules.ts";

export type PasskeyProva = ParsedParamsOf<"Passkey.logar">["passkey"];

/**
 * usuarioId: the user of the challenge; dono: the user of the passkey, null for any user of the conta.
 */
export type Esperada = {
  contaId: string;
  uso: UsoDesafio;
  usuarioId: string | null;
  dono: string | null;
  prova: PasskeyProva;
};

/**
 * Verifies an answer: challenge, origin, relying party, stored key and counter.
 * The challenge is consumed first, even if the rest fails.
 * @returns the passkey; null when a check fails
 * @throws {Refusal} passkeyIndisponivel
 */
export async function verifyPasskey(
  ctx: Pick<AppContext, "config" | "database" | "clock">,
  { contaId, uso, usuarioId, dono, prova }: Esperada,
): Promise<PasskeyRow | null> {
  const party = demandRelyingParty(ctx);
  const desafio = readDesafio(prova.clientDataJSON);
  if (desafio === null || !(await spendDesafio(ctx, desafio, { uso, usuarioId }))) return null;
  const credencial = Buffer.from(prova.id, "base64url");
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const row = await findPasskey(sql, contaId, credencial);
    if (row === null || (dono !== null && row.usuarioId !== dono) || !bearsHandle(prova, row)) return null;
    const shown = await checkAssinatura(prova, { row, desafio, party });
    if (shown === null) return null;
    const uso = { id: row.id, antes: row.contador, ...shown, agora: ctx.clock.now() };
    return (await usePasskey(sql, contaId, uso)) ? row : null;
  });
}

/** If the authenticator sends a user handle, it must be that of the passkey's user. */
function bearsHandle({ userHandle }: PasskeyProva, { usuarioId }: PasskeyRow): boolean {
  return !userHandle || Buffer.from(userHandleOf(usuarioId)).toString("base64url") === userHandle;
}

type Contra = { row: PasskeyRow; desafio: string; party: RelyingParty };

/** @returns the authenticator's new counter; null when the signature is invalid */
async function checkAssinatura(
  { id, clientDataJSON, authenticatorData, signature }: PasskeyProva,
  { row, desafio, party }: Contra,
): Promise<{ contador: number; sincronizada: boolean } | null> {
  const response = { clientDataJSON, authenticatorData, signature };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
      expectedChallenge: desafio,
      expectedOrigin: party.origem,
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
