import type { ParamsOf, ResultOf } from "@malote/contract";
import { startAuthentication } from "@simplewebauthn/browser";
import { passkeyTexts as texts } from "../../texts/app/passkeys.ts";
import { call, callAs } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";

export type PasskeyProof = ParamsOf<"Passkey.logar">["passkey"];
type AuthenticationOptions = ResultOf<"Passkey.startProva">["object"];

/** Signs in with a passkey.   @throws Recusa when the browser returns none */
export async function proveSignIn(): Promise<PasskeyProof> {
  return await prove((await callAs(null, "Passkey.startEntrada", {})).object);
}

/**
 * Confirms with a passkey that the signed-in user is present.
 * @throws Recusa when the browser returns none
 */
export async function provePresence(): Promise<PasskeyProof> {
  return await prove((await call("Passkey.startProva", {})).object);
}

async function prove(options: AuthenticationOptions): Promise<PasskeyProof> {
  const { id, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]["optionsJSON"],
  }).catch(refuse);
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** The browser does not report whether the user cancelled or has no passkey here. */
function refuse(): never {
  throw new Refusal(texts.naoUsada);
}
