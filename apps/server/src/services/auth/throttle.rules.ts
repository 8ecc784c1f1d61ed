import { createHmac } from "node:crypto";
import { MINUTE_MS } from "@malote/syntax";
import type { Throttle } from "../../db/index.ts";
import { networksOfIp } from "../rate-limit/network.rules.ts";
import type { SignInName } from "./auth.rules.ts";

/**
 * Failures without a delay, per counter. Each further failure doubles the delay, from 1 to 60 min (SQL
 * in db/portaria). So a day allows at most: `livres`, six while the delay grows, and one per hour.
 * par: 35 for a user from one network. conta: 40 for a user, from all networks.
 * network: 70 for all users of one network (IPv4 address or IPv6 /64); 190 of a /56, 670 of a /48.
 * conhecida: 40 for a user on a network of an earlier sign-in; strangers' failures count elsewhere.
 * redeConhecida: 100 for all such users of their network.
 * senha: the current password of a signed-in user.
 */
export const FREE_FAILURES = {
  par: 5,
  conta: 10,
  rede: 40,
  conhecida: 10,
  redeConhecida: 70,
  senha: 5,
} as const;

/**
 * The counters of one sign-in attempt. conhecida: digest of user and network;
 * `dentro` counts if the user signed in from that network before, otherwise `fora`.
 */
export type SignInThrottles = {
  conhecida: string;
  dentro: { pessoa: Throttle; rede: Throttle };
  fora: { par: Throttle; conta: Throttle; redes: Throttle[] };
};

type ThrottleLists = { conhecida: string; dentro: Throttle[]; fora: Throttle[] };

/** The user name and the address of an attempt. */
export type SignInAttempt = { entrada: SignInName; ip: string };

/**
 * The throttle counters of an attempt. Their keys are an HMAC under a key of the installation:
 * the table reveals neither users nor addresses, not even by trying all of them.
 */
export function throttlesOf({ entrada: signInName, ip }: SignInAttempt, key: Uint8Array): SignInThrottles {
  const account = `${signInName.identificador}\0${signInName.nomeUsuario}`;
  const networks = networksOfIp(ip);
  const network = networks[0].name;
  const throttle = (tipo: keyof typeof FREE_FAILURES, name: string): Throttle => ({
    chave: digest(tipo, name, key),
    livres: FREE_FAILURES[tipo],
  });
  return {
    conhecida: digest("entrou", `${account}\0${network}`, key),
    dentro: {
      pessoa: throttle("conhecida", `${account}\0${network}`),
      rede: throttle("redeConhecida", network),
    },
    fora: {
      par: throttle("par", `${account}\0${network}`),
      conta: throttle("conta", account),
      redes: networks.map(({ name, factor }) => ({
        chave: digest("rede", name, key),
        livres: FREE_FAILURES.rede * factor,
      })),
    },
  };
}

/** The counters as lists; the user's own counter first. */
export function listThrottles({ conhecida, dentro, fora }: SignInThrottles): ThrottleLists {
  return { conhecida, dentro: [dentro.pessoa, dentro.rede], fora: [fora.par, fora.conta, ...fora.redes] };
}

/** The throttle counter for the current password of a signed-in user. */
export function throttleOfPassword(usuarioId: string, key: Uint8Array): Throttle {
  return { chave: digest("senha", usuarioId, key), livres: FREE_FAILURES.senha };
}

/** Whole minutes to wait, at least 1. */
export function minutesUntil(now: Date, livreEm: Date): number {
  return Math.max(1, Math.ceil((livreEm.getTime() - now.getTime()) / MINUTE_MS));
}

function digest(tipo: string, name: string, key: Uint8Array): string {
  return `${tipo}:${createHmac("sha256", key).update(`${tipo}\0${name}`).digest("base64url")}`;
}
