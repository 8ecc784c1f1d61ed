import type { ResultOf } from "@malote/contract";
import { probeServer } from "@malote/mailbox";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import {
  configOfCaixa,
  credentialsOfCaixa,
  forgetToken,
  networkOfCaixa,
  type SignInRequest,
} from "./caixa-connection.ts";
import { findSealedCaixa, type SealedCaixa } from "./caixa-email.rows.ts";
import {
  type CaixaConnection,
  type CaixaTestForm,
  chooseSecret,
  connectionOf,
  isSameConnection,
} from "./caixa-email.rules.ts";
import { type CaixaSecret, isSameSecret, openCaixaSecret } from "./caixa-secret.ts";
import { writeProbe } from "./probe.wire.ts";
import { missingSecretRefusal } from "./save-caixa.ts";
import { saveRotatedSecret } from "./save-rotated-secret.ts";

/**
 * Tests a typed mailbox step by step; fetches no messages.
 * @throws {Refusal} caixaNaoEncontrada, and for a secret that must be typed
 */
export async function probeCaixa(
  ctx: SignedInContext,
  caixa: CaixaTestForm,
): Promise<ResultOf<"CaixaEmail.pingServidor">["object"]> {
  const connection = connectionOf(caixa, "caixa");
  const { secret, stored } = await findSecret(ctx, caixa, connection);
  const network = networkOfCaixa(ctx, ctx.caller.contaSandbox);
  const request: SignInRequest = { secret, network, now: ctx.clock.now() };
  if (stored !== null) {
    const where = { contaId: ctx.caller.contaId, caixaId: stored.id };
    const before = { secret, sealed: stored.senhaSelada };
    request.keep = async (updated) => {
      await saveRotatedSecret(ctx, where, { before, secret: updated });
    };
  }
  const { porta, ...alvo } = connection;
  if (secret.kind === "senha") {
    const sentCredentials = { kind: "senha", senha: secret.senha } as const;
    return writeProbe(await probeServer(configOfCaixa(connection, sentCredentials), network));
  }
  // A test must not succeed with an older cached token.
  forgetToken(connection, secret);
  const entrada = () => credentialsOfCaixa(connection, request);
  return writeProbe(await probeServer({ ...alvo, ...(porta === null ? {} : { porta }), entrada }, network));
}

type FoundSecret = { secret: CaixaSecret; stored: SealedCaixa | null };

/**
 * The typed secret, or else that of an unchanged stored mailbox; `stored` is set only if its secret is
 * used.
 */
async function findSecret(
  ctx: SignedInContext,
  caixa: CaixaTestForm,
  connection: CaixaConnection,
): Promise<FoundSecret> {
  const { contaId } = ctx.caller;
  const { id } = caixa;
  const stored = id
    ? await ctx.database.withConta(contaId, (db) => findSealedCaixa(db, contaId, { id, lock: false }))
    : null;
  if (id && stored === null) throw new Refusal("caixaNaoEncontrada");
  const same =
    stored !== null && isSameConnection(stored, connection) ? openCaixaSecret(ctx.secretBox, stored) : null;
  const secret = chooseSecret(caixa, same);
  if (secret === null) throw missingSecretRefusal(connection.autenticacao, "caixa");
  return { secret, stored: isSameSecret(secret, same) ? stored : null };
}
