import { randomBytes } from "node:crypto";
import type { ResultOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { ChallengeUse } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashChallenge, type RelyingParty, relyingPartyOf } from "./passkey.rules.ts";

const CHALLENGE_BYTES = 32;
/** How long the database keeps a challenge. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

type ChallengeContext = Pick<AppContext, "config" | "database" | "clock">;
type ChallengeOwner = { uso: ChallengeUse; usuarioId: string | null };

/** @throws {Refusal} passkeyIndisponivel if browsers allow no passkey at this address */
export function requireRelyingParty({ config }: Pick<AppContext, "config">): RelyingParty {
  const party = relyingPartyOf(config);
  if (party === null) throw new Refusal("passkeyIndisponivel");
  return party;
}

/** Creates a challenge, valid once within five minutes.   @returns its bytes */
export async function openChallenge(
  ctx: ChallengeContext,
  owner: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = randomBytes(CHALLENGE_BYTES);
  const hash = hashChallenge(bytes.toString("base64url"));
  await ctx.database.gatekeeper.openChallenge({ ...owner, hash, now: machineNow(ctx.clock) });
  return new Uint8Array(bytes);
}

/** Consumes a challenge.   @returns whether it was open for this use and user */
export async function spendChallenge(
  ctx: ChallengeContext,
  challenge: string,
  owner: ChallengeOwner,
): Promise<boolean> {
  const now = machineNow(ctx.clock);
  return await ctx.database.gatekeeper.spendChallenge({ ...owner, hash: hashChallenge(challenge), now });
}

type Credential = { credencial: Buffer; transportes: string[] };

/** A passkey as WebAuthn's options describe it. */
export function describeCredential({ credencial: credential, transportes }: Credential): {
  id: string;
  type: "public-key";
  transports: string[];
} {
  return { id: credential.toString("base64url"), type: "public-key", transports: transportes };
}

/**
 * Creates a challenge for an assertion. passkeys: the passkeys that it lists; without them it
 * reveals no user.
 */
export async function startAssertion(
  ctx: ChallengeContext,
  { passkeys, ...owner }: ChallengeOwner & { passkeys: Credential[] },
): Promise<ResultOf<"Passkey.startProva">["object"]> {
  const { rpId } = requireRelyingParty(ctx);
  const verified = { timeout: CHALLENGE_MS, userVerification: "required" } as const;
  const allowCredentials = passkeys.map(describeCredential);
  const { challenge } = await generateAuthenticationOptions({
    ...verified,
    rpID: rpId,
    challenge: await openChallenge(ctx, owner),
  });
  return { ...verified, challenge, rpId, ...(passkeys.length === 0 ? {} : { allowCredentials }) };
}
