import type { ParamsOf, ResultOf } from "@malote/contract";
import { passkeys as textos } from "../textos/passkeys.ts";
import { call } from "./call.ts";
import { Recusa } from "./falhas.ts";

export type PasskeyProva = ParamsOf<"Passkey.logar">["passkey"];
type Opcoes = ResultOf<"Passkey.startProva">["object"];

/** Signs in with a passkey.   @throws Recusa when the browser returns none */
export async function proveEntrada(): Promise<PasskeyProva> {
  return await prove((await call("Passkey.startEntrada", {})).object);
}

/**
 * Confirms with a passkey that the signed-in user is present.
 * @throws Recusa when the browser returns none
 */
export async function proveQuem(): Promise<PasskeyProva> {
  return await prove((await call("Passkey.startProva", {})).object);
}

async function prove(opcoes: Opcoes): Promise<PasskeyProva> {
  // Loaded only when a passkey is used.
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await startAuthentication({
    optionsJSON: opcoes as Parameters<typeof startAuthentication>[0]["optionsJSON"],
  }).catch(refuse);
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** The browser does not report whether the user cancelled or has no passkey here. */
function refuse(): never {
  throw new Recusa(textos.naoUsada);
}
