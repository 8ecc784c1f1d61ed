import { callAs } from "../../rpc/call/call.ts";
import { Refusal } from "../../rpc/call/failures.ts";
import type { PasskeyProof } from "../../rpc/session/prove-passkey.ts";
import { setToken } from "../../rpc/session/session.ts";
import { messageOf } from "./message-of.ts";

/** The second factor: a code of an authenticator, or a passkey. */
export type SecondFactor = "codigo" | "passkey";

export type SignInAttempt = {
  identificador: string;
  nomeUsuario: string;
  senha: string;
  /** A code of the second factor; empty when none was typed. */
  codigo: string;
  passkey?: PasskeyProof | undefined;
};

/** Why a sign-in failed; `factor` when the password is right and only that is missing or wrong. */
export type SignInFailure = { factor: SecondFactor | null; message: string };

/** Signs in, and keeps the token. @returns null, or why it failed */
export async function trySignIn(attempt: SignInAttempt): Promise<SignInFailure | null> {
  const { codigo, passkey, ...rest } = attempt;
  try {
    const { authToken } = await callAs(null, "Auth.logar", {
      ...rest,
      ...(passkey === undefined ? {} : { passkey }),
      ...(codigo === "" || passkey !== undefined ? {} : { codigo }),
    });
    setToken(authToken);
    return null;
  } catch (error) {
    return { factor: error instanceof Refusal ? readRequiredFactor(error) : null, message: messageOf(error) };
  }
}

function readRequiredFactor({ erros }: Refusal): SecondFactor | null {
  const values = erros.map(({ campo }) => campo);
  return values.includes("passkey") ? "passkey" : values.includes("codigo") ? "codigo" : null;
}
