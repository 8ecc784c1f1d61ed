import { randomBytes } from "node:crypto";
import type { ResultOf } from "@malote/contract";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { AppContext } from "../../app-context.ts";
import { machineNow } from "../../clock.ts";
import type { UsoDesafio } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashDesafio, type RelyingParty, relyingPartyOf } from "./passkey.rules.ts";

const DESAFIO_BYTES = 32;
/** As long as the database keeps a challenge. */
export const DESAFIO_MS = 5 * 60_000;

type Contexto = Pick<AppContext, "config" | "database" | "clock">;
type Dono = { uso: UsoDesafio; usuarioId: string | null };

/** @throws {Refusal} passkeyIndisponivel where browsers allow none */
export function demandRelyingParty({ config }: Pick<AppContext, "config">): RelyingParty {
  const party = relyingPartyOf(config);
  if (party === null) throw new Refusal("passkeyIndisponivel");
  return party;
}

/** Makes a challenge that is answered within five minutes, once. @returns its bytes */
export async function openDesafio(ctx: Contexto, dono: Dono): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = randomBytes(DESAFIO_BYTES);
  const hash = hashDesafio(bytes.toString("base64url"));
  await ctx.database.portaria.openDesafio({ ...dono, hash, agora: machineNow(ctx.clock) });
  return new Uint8Array(bytes);
}

/** Uses a challenge up.   @returns whether it waited for this use and user */
export async function spendDesafio(ctx: Contexto, desafio: string, dono: Dono): Promise<boolean> {
  const agora = machineNow(ctx.clock);
  return await ctx.database.portaria.spendDesafio({ ...dono, hash: hashDesafio(desafio), agora });
}

type Credencial = { credencial: Buffer; transportes: string[] };

/** A passkey as options name it. */
export function describeCredencial({ credencial, transportes }: Credencial): {
  id: string;
  type: "public-key";
  transports: string[];
} {
  return { id: credencial.toString("base64url"), type: "public-key", transports: transportes };
}

/** A challenge to prove who one is. conhecidas: the passkeys that it names; none: it tells nothing of any user. */
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
