import { randomBytes } from "node:crypto";
import type { ResultOf } from "@malote/contract";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { UsoDesafio } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashDesafio, type RelyingParty, relyingPartyOf } from "./passkey.rules.ts";

const DESAFIO_BYTES = 32;
/** How long the database keeps a challenge. */
export const DESAFIO_MS = 5 * 60_000;

type Contexto = Pick<AppContext, "config" | "database" | "clock">;
type Dono = { uso: UsoDesafio; usuarioId: string | null };

/** @throws {Refusal} passkeyIndisponivel if browsers allow no passkey at this address */
export function demandRelyingParty({ config }: Pick<AppContext, "config">): RelyingParty {
  const party = relyingPartyOf(config);
  if (party === null) throw new Refusal("passkeyIndisponivel");
  return party;
}

/** Creates a challenge, valid once within five minutes.   @returns its bytes */
export async function openDesafio(ctx: Contexto, dono: Dono): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = randomBytes(DESAFIO_BYTES);
  const hash = hashDesafio(bytes.toString("base64url"));
  await ctx.database.portaria.openDesafio({ ...dono, hash, agora: machineNow(ctx.clock) });
  return new Uint8Array(bytes);
}

/** Consumes a challenge.   @returns whether it was open for this use and user */
export async function spendDesafio(ctx: Contexto, desafio: string, dono: Dono): Promise<boolean> {
  const agora = machineNow(ctx.clock);
  return await ctx.database.portaria.spendDesafio({ ...dono, hash: hashDesafio(desafio), agora });
}

type Credencial = { credencial: Buffer; transportes: string[] };

/** A passkey as WebAuthn's options describe it. */
export function describeCredencial({ credencial, transportes }: Credencial): {
  id: string;
  type: "public-key";
  transports: string[];
} {
  return { id: credencial.toString("base64url"), type: "public-key", transports: transportes };
}

/**
 * Creates a challenge for an assertion. conhecidas: the passkeys that it lists; without them it
 * reveals no user.
 */
export async function startProva(
  ctx: Contexto,
  { conhecidas, ...dono }: Dono & { conhecidas: Credencial[] },
): Promise<ResultOf<"Passkey.startProva">["object"]> {
  const { rpId } = demandRelyingParty(ctx);
  const verified = { timeout: DESAFIO_MS, userVerification: "required" } as const;
  const allowCredentials = conhecidas.map(describeCredencial);
  const { challenge } = await generateAuthenticationOptions({
    ...verified,
    rpID: rpId,
    challenge: await openDesafio(ctx, dono),
  });
  return { ...verified, challenge, rpId, ...(conhecidas.length === 0 ? {} : { allowCredentials }) };
}
