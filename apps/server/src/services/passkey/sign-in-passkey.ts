import type { ParsedParamsOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { recordPasskeySignIn } from "../auth/sign-in-usuario.rows.ts";
import { writeSession } from "../auth/write-session.ts";
import type { PublicContext } from "../handler.ts";
import { countNetworkUse } from "../rate-limit/count-network-use.ts";
import { startAssertion } from "./challenge.ts";
import { verifyPasskey } from "./verify-passkey.ts";

/** Challenges per network. Each is answered once, so this also limits the answers. */
const CHALLENGE_LIMIT = {
  coisa: "passkey-entrada",
  max: 120,
  janelaMs: 10 * MINUTE_MS,
  recusa: "muitasPasskeys",
} as const;

/** Creates a challenge for a sign-in.   @throws {Refusal} muitasPasskeys, passkeyIndisponivel */
export async function startSignIn(ctx: PublicContext) {
  await countNetworkUse(ctx, ctx.visit.ip, CHALLENGE_LIMIT);
  return await startAssertion(ctx, { uso: "entrar", usuarioId: null, passkeys: [] });
}

/**
 * Signs in with a passkey alone: its authenticator holds the key and verifies its user, which are two
 * factors. An unknown conta, passkey or challenge gets the same answer.
 * @returns the token of the tab that signed in
 * @throws {Refusal} passkeyErrada, usuarioInativo, sandboxDesligado, passkeyIndisponivel
 */
export async function signInByPasskey(
  ctx: PublicContext,
  { identificador, passkey: proof }: ParsedParamsOf<"Passkey.logar">,
): Promise<string> {
  const conta = await ctx.database.gatekeeper.findConta(identificador.trim().toLowerCase());
  const contaId = conta?.contaId ?? newId();
  const passkey = await verifyPasskey(ctx, {
    contaId,
    uso: "entrar",
    usuarioId: null,
    dono: null,
    prova: proof,
  });
  if (conta === null || passkey === null) throw new Refusal("passkeyErrada");
  if (conta.sandbox && ctx.config.sandbox === null) throw new Refusal("sandboxDesligado");
  const { usuarioId: id } = passkey;
  const opened = await ctx.database.withConta(contaId, async (db) => {
    const nome = await recordPasskeySignIn(db, contaId, { usuarioId: id, now: ctx.clock.now() });
    if (nome === null) return null;
    return await writeSession(ctx, db, {
      contaId,
      usuario: { id, nome },
      detalhe: `${ctx.visit.ip} passkey`,
    });
  });
  if (opened === null) throw new Refusal("usuarioInativo");
  ctx.visit.setFileToken(opened.arquivoToken);
  return opened.token;
}
