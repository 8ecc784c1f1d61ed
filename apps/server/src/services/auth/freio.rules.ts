import { createHmac } from "node:crypto";
import type { Freio } from "../../db/index.ts";
import type { Entrada } from "./auth.rules.ts";
import { redesOfIp } from "./auth.rules.ts";

const MINUTE_MS = 60_000;

/**
 * Failures without a delay, per counter. Each further failure doubles the delay, from 1 to 60 min (SQL
 * in db/portaria). So a day allows at most: `livres`, six while the delay grows, and one per hour.
 * par: 35 for a user from one network. conta: 40 for a user, from all networks.
 * rede: 70 for all users of one network (IPv4 address or IPv6 /64); 190 of a /56, 670 of a /48.
 * conhecida: 40 for a user on a network of an earlier sign-in; strangers' failures count elsewhere.
 * redeConhecida: 100 for all such users of their network.
 * senha: the current password of a signed-in user.
 */
export const FALHAS_LIVRES = {
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
export type FreiosDaEntrada = {
  conhecida: string;
  dentro: { pessoa: Freio; rede: Freio };
  fora: { par: Freio; conta: Freio; redes: Freio[] };
};

type FreiosContados = { conhecida: string; dentro: Freio[]; fora: Freio[] };

/** The user name and the address of an attempt. */
export type Quem = { entrada: Entrada; ip: string };

/**
 * The throttle counters of an attempt. Their keys are an HMAC under a key of the installation:
 * the table reveals neither users nor addresses, not even by trying all of them.
 */
export function freiosOf({ entrada, ip }: Quem, chave: Uint8Array): FreiosDaEntrada {
  const pessoa = `${entrada.identificador}\0${entrada.nomeUsuario}`;
  const redes = redesOfIp(ip);
  const rede = redes[0].nome;
  const freio = (tipo: keyof typeof FALHAS_LIVRES, nome: string): Freio => ({
    chave: digest(tipo, nome, chave),
    livres: FALHAS_LIVRES[tipo],
  });
  return {
    conhecida: digest("entrou", `${pessoa}\0${rede}`, chave),
    dentro: { pessoa: freio("conhecida", `${pessoa}\0${rede}`), rede: freio("redeConhecida", rede) },
    fora: {
      par: freio("par", `${pessoa}\0${rede}`),
      conta: freio("conta", pessoa),
      redes: redes.map(({ nome, vezes }) => ({
        chave: digest("rede", nome, chave),
        livres: FALHAS_LIVRES.rede * vezes,
      })),
    },
  };
}

/** The counters as lists; the user's own counter first. */
export function listFreios({ conhecida, dentro, fora }: FreiosDaEntrada): FreiosContados {
  return { conhecida, dentro: [dentro.pessoa, dentro.rede], fora: [fora.par, fora.conta, ...fora.redes] };
}

/** The throttle counter for the current password of a signed-in user. */
export function freioDaSenha(usuarioId: string, chave: Uint8Array): Freio {
  return { chave: digest("senha", usuarioId, chave), livres: FALHAS_LIVRES.senha };
}

/** Whole minutes to wait, at least 1. */
export function minutesUntil(agora: Date, livreEm: Date): number {
  return Math.max(1, Math.ceil((livreEm.getTime() - agora.getTime()) / MINUTE_MS));
}

function digest(tipo: string, nome: string, chave: Uint8Array): string {
  return `${tipo}:${createHmac("sha256", chave).update(`${tipo}\0${nome}`).digest("base64url")}`;
}
