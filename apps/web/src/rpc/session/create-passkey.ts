import type { ResultOf } from "@malote/contract";
import { startRegistration } from "@simplewebauthn/browser";
import { passkeyTexts as texts } from "../../texts/app/passkeys.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";

/** Creates a passkey. @returns it, as the server stored it   @throws Recusa when none is created */
export async function createPasskey(name: string): Promise<ResultOf<"Passkey.confirmPasskey">["object"]> {
  const { object } = await call("Passkey.startPasskey", {});
  const { id, response } = await startRegistration({
    optionsJSON: object as Parameters<typeof startRegistration>[0]["optionsJSON"],
  }).catch(refuse);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const resposta = { id, clientDataJSON, attestationObject, transports };
  return (await call("Passkey.confirmPasskey", { nome: name, resposta })).object;
}

/** The browser reports only one cause: the passkey already exists. */
function refuse(cause: unknown): never {
  const alreadyExists = cause instanceof Error && cause.name === "InvalidStateError";
  throw new Refusal(alreadyExists ? peopleMessages.passkeyRepetida : texts.naoUsada);
}
