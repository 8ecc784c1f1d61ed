import { MENSAGENS_DAS_PESSOAS, type ResultOf } from "@malote/contract";
import { passkeys as textos } from "../textos/passkeys.ts";
import { call } from "./call.ts";
import { Recusa } from "./falhas.ts";

/** Creates a passkey. @returns it, as the server stored it   @throws Recusa when none is created */
export async function createPasskey(nome: string): Promise<ResultOf<"Passkey.confirmPasskey">["object"]> {
  const { object } = await call("Passkey.startPasskey", {});
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, response } = await startRegistration({
    optionsJSON: object as Parameters<typeof startRegistration>[0]["optionsJSON"],
  }).catch(refuse);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const resposta = { id, clientDataJSON, attestationObject, transports };
  return (await call("Passkey.confirmPasskey", { nome, resposta })).object;
}

/** The browser reports only one cause: the passkey already exists. */
function refuse(cause: unknown): never {
  const repetida = cause instanceof Error && cause.name === "InvalidStateError";
  throw new Recusa(repetida ? MENSAGENS_DAS_PESSOAS.passkeyRepetida : textos.naoUsada);
}
