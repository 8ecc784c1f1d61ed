import type { ParsedParamsOf } from "@malote/contract";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { AppContext } from "../../app-context.ts";
import type { UsoDesafio } from "../../db/index.ts";
import { demandRelyingParty, spendDesafio } from "./desafio.ts";
import { findPasskey, type PasskeyRow, usePasskey } from "./passkey.rows.ts";
import { type RelyingParty, readDesafio, userHandleOf } from "./passkey.rules.ts";

export type PasskeyProva = ParsedParamsOf<"Passkey.logar">["passkey"];

/** usuarioId: whose challenge it is; dono: whose passkey it must be, null for any user of the conta. */
export type Esperada = {
  contaId: string;
  uso: UsoDesafio;
  usuarioId: string | null;
  dono: string | null;
  prova: PasskeyProva;
};

/**
 * Holds an answer against the challenge, the origin, the relying party, the stored key and the counter. The challenge is
 * used up first, whatever comes of it.
 * @returns the passkey; null when anything is wrong
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

/** An authenticator that names the user names the passkey's. */
function bearsHandle({ userHandle }: PasskeyProva, { usuarioId }: PasskeyRow): boolean {
  return !userHandle || Buffer.from(userHandleOf(usuarioId)).toString("base64url") === userHandle;
}

type Contra = { row: PasskeyRow; desafio: string; party: RelyingParty };

/** @returns the counter that the authenticator shows now; null when the answer does not hold */
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
    // The library has no other "no" than an error, and nothing but the answer can cause one here.
    return null;
  }
}
