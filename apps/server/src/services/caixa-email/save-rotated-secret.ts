import type { AppContext } from "../../app-context.ts";
import { findSealedCaixa } from "./caixa-email.rows.ts";
import { replaceSecret } from "./caixa-poll.rows.ts";
import { type CaixaSecret, isSameSecret, openCaixaSecret, sealCaixaSecret } from "./caixa-secret.ts";

/** A secret and its encrypted form as stored. */
export type StoredSecret = { secret: CaixaSecret; sealed: Uint8Array };

/** Key rotation may re-encrypt the stored secret between two attempts, once each time. */
const ATTEMPTS = 3;

/**
 * Stores a refresh token that the provider replaced; otherwise it would be lost. A secret saved by a
 * user in the meantime is kept; the old secret re-encrypted under another key is still replaced.
 * @returns the secret in use now
 */
export async function saveRotatedSecret(
  { database, secretBox }: Pick<AppContext, "database" | "secretBox">,
  { contaId, caixaId }: { contaId: string; caixaId: string },
  { before, secret }: { before: StoredSecret; secret: CaixaSecret },
): Promise<StoredSecret> {
  const after = sealCaixaSecret(secretBox, caixaId, secret);
  let stored = before.sealed;
  for (let n = 0; n < ATTEMPTS; n += 1) {
    const found = await database.withConta(contaId, async (db) => {
      const replacement = { caixaId, before: stored, after };
      if (await replaceSecret(db, contaId, replacement)) return null;
      return (await findSealedCaixa(db, contaId, { id: caixaId, lock: false })) ?? null;
    });
    if (found === null || !isSameSecret(before.secret, openCaixaSecret(secretBox, found))) break;
    stored = found.senhaSelada;
  }
  return { secret, sealed: after };
}
