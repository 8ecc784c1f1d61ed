import type * as source from "../../../texts/app/passkeys.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/passkeys.ts`. */
export const passkeyTexts: Translated<typeof source.passkeyTexts> = {
  entrar: "Sign in with a passkey",
  usar: "Use the passkey",
  naoUsada: "The passkey was not used. Try again or use another option.",
  titulo: "Passkeys",
  texto:
    "Sign in with your fingerprint, your face or the PIN of your device, without typing the password. After you register a passkey, the password alone is no longer enough to sign in.",
  nenhuma: "No passkey registered.",
  cadastrar: "Register a passkey",
  nome: "Passkey name",
  nomeDica: "So that you recognize it later: the device or the security key that holds it.",
  salvar: "Save",
  renomear: "Rename",
  renomearDe: (nome) => `Rename the passkey ${nome}`,
  remover: "Remove",
  removerDe: (nome) => `Remove the passkey ${nome}`,
  removerTitulo: (nome) => `Remove the passkey ${nome}?`,
  removerTexto: "It can no longer be used to sign in. Delete it on the device too if you want.",
  ultima:
    "This is your last passkey: without it the second factor is turned off. Confirm with it or with a backup code.",
  nunca: "not used yet",
  cadastrada: (quando) => `registered on ${quando}`,
  usada: (quando) => `used ${quando}`,
  sincronizada: "synced between devices",
  criada: "Passkey registered.",
  renomeada: "Passkey renamed.",
  removida: "Passkey removed.",
  cheia: (limite) => `You already have ${limite} passkeys, the maximum.`,
  semEndereco:
    "Passkeys are not available: the browser requires a domain name with HTTPS and does not accept an IP address. Ask whoever operates Malote for such an address (PUBLIC_URL).",
  outroEndereco: (aqui) =>
    `Passkeys are not available at ${aqui}: each passkey is valid for one domain name, not for an IP address. This Malote accepts passkeys at `,
  semNavegador: "This browser does not support passkeys.",
};
