import { MailOutage, type MailSource, openMailSource } from "@malote/mailbox";
import type { AppContext } from "../../app-context.ts";
import { configOfCaixa, credentialsOfCaixa, forgetCredentials, networkOfCaixa } from "./caixa-connection.ts";
import type { PollCaixa } from "./caixa-poll.rows.ts";
import { type CaixaSecret, openCaixaSecret } from "./caixa-secret.ts";
import { saveRotatedSecret } from "./save-rotated-secret.ts";

/** The server refused the sign-in. */
const SIGN_IN_REFUSALS: ReadonlySet<string> = new Set(["senha", "autorizacao"]);

/** The conta of a mailbox, and the time limit of an answer of its server, in ms. */
export type PollContext = { contaId: string; totalMs: number };

/**
 * Opens a stored mailbox.
 * @throws MailOutage when its server, or its OAuth provider, is unavailable or refuses
 */
export async function openCaixa(
  ctx: AppContext,
  caixa: PollCaixa,
  { contaId, totalMs }: PollContext,
): Promise<MailSource> {
  // Updated when the provider replaces the refresh token: the old one may then be invalid.
  const current = { secret: openCaixaSecret(ctx.secretBox, caixa), sealed: caixa.senhaSelada };
  const keep = async (secret: CaixaSecret): Promise<void> => {
    const where = { contaId, caixaId: caixa.id };
    Object.assign(current, await saveRotatedSecret(ctx, where, { before: { ...current }, secret }));
  };
  const own = networkOfCaixa(ctx, caixa.sandbox);
  const network = { ...own, totalMs: Math.max(1, Math.min(own.totalMs, totalMs)) };
  const signIn = async (): Promise<MailSource> => {
    const request = { secret: current.secret, network, now: ctx.clock.now(), keep };
    const credentials = await credentialsOfCaixa(caixa, request);
    try {
      return await openMailSource(configOfCaixa(caixa, credentials), network);
    } catch (error) {
      if (isRefusal(error)) forgetCredentials(credentials);
      throw error;
    }
  };
  try {
    return await signIn();
  } catch (error) {
    // A token may be revoked before its expiry, so try once more; a wrong password stays wrong.
    if (caixa.autenticacao !== "oauth2" || !isRefusal(error)) throw error;
    return await signIn();
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof MailOutage && SIGN_IN_REFUSALS.has(error.causa);
}
