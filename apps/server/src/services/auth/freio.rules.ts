import { createHmac } from "node:crypto";
import type { Freio } from "../../db/index.ts";
import type { Entrada } from "./auth.rules.ts";
import { redesOfIp } from "./auth.rules.ts";

const MINUTE_MS = 60_000;

/**
 * Failures that cost nothing, of each thing that is counted; from there on every failure doubles the wait, from 1 min to 60 (db/portaria/freio.sql).
 * So in a day at most so many guesses are read: `livres`, six while the wait grows, and one an hour.
 * par: 35 of a person from one network. conta: 40 of a person, from wherever. rede: 70 of all people, from one network: an IPv4 address or
 * an IPv6 /64; of an IPv6 /56 190, of a /48 670.
 * conhecida: 40 of a person from a network where they entered before, which those of strangers do not touch.
 * redeConhecida: 100 of all such people, from their network.
 * senha: the password of somebody who has signed in, asked again.
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
 * What one attempt to enter is counted with. conhecida: the name of the person at the network; dentro counts where they have entered from there,
 * else fora.
 */
export type FreiosDaEntrada = {
  conhecida: string;
  dentro: { pessoa: Freio; rede: Freio };
  fora: { par: Freio; conta: Freio; redes: Freio[] };
};

type FreiosContados = { conhecida: string; dentro: Freio[]; fora: Freio[] };

/** Who tries, and from where. */
export type Quem = { entrada: Entrada; ip: string };

/**
 * The freios of an attempt. Their names are hashed under a key of the house: the table tells neither people nor addresses, not even to who tries
 * them all.
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

/** The same as they are counted, those of the person first. */
export function listFreios({ conhecida, dentro, fora }: FreiosDaEntrada): FreiosContados {
  return { conhecida, dentro: [dentro.pessoa, dentro.rede], fora: [fora.par, fora.conta, ...fora.redes] };
}

/** The freio of somebody's own password, asked again. */
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
