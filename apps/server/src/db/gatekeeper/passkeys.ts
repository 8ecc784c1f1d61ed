import type { Sender } from "../run-statement.ts";
import { gatekeeperDone, gatekeeperFlag } from "./call.ts";

/** The purpose of a challenge; `entrar` belongs to no user. */
export type ChallengeUse = "entrar" | "provar" | "registrar";

export type Challenge = { hash: Buffer; uso: ChallengeUse; usuarioId: string | null; now: Date };

/** Typed calls of the passkey challenges. */
export type GatekeeperPasskeys = {
  /** Stores a challenge for five minutes. */
  openChallenge(challenge: Challenge): Promise<void>;
  /** Consumes a challenge; returns whether it was valid for this use and user. */
  spendChallenge(challenge: Challenge): Promise<boolean>;
};

const openChallenge = gatekeeperDone("portaria_desafio_abre", 4);
const spendChallenge = gatekeeperFlag("portaria_desafio_gasta", 4);

export function createGatekeeperPasskeys(on: Sender): GatekeeperPasskeys {
  return {
    openChallenge: ({ hash, uso, usuarioId, now }) => openChallenge(on, hash, uso, usuarioId, now),
    spendChallenge: ({ hash, uso, usuarioId, now }) => spendChallenge(on, hash, uso, usuarioId, now),
  };
}
