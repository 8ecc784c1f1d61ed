import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import type { PublicContext } from "../handler.ts";
import { countNetworkUse } from "../rate-limit/count-network-use.ts";
import type { ContaProfile } from "./conta.rules.ts";
import { openConta } from "./open-conta.ts";

/** Contas created from one network per hour. */
const NETWORK_LIMIT = { coisa: "conta", max: 10, janelaMs: HOUR_MS, recusa: "muitasContas" } as const;
/** E-mails to one address per day, so that a stranger's mailbox cannot be flooded. */
const EMAIL_LIMIT = { max: 5, janelaMs: DAY_MS, recusa: "muitasContas" } as const;

/** The fields of the form. */
type SignUpForm = { conta: ContaProfile; emailUsuario: string; nomeUsuario: string; nomeCompleto: string };

/**
 * Creates a conta for a visitor, who confirms it by e-mail. @throws {Refusal} muitasContas,
 * identificadorEmUso
 */
export async function signUp(
  ctx: PublicContext,
  { conta, emailUsuario, ...owner }: SignUpForm,
): Promise<void> {
  await countNetworkUse(ctx, ctx.visit.ip, NETWORK_LIMIT);
  const email = createHash("sha256").update(emailUsuario.trim().toLowerCase()).digest("base64url");
  const emailLimit = { ...EMAIL_LIMIT, chave: `conta-email:${email}` };
  await openConta(ctx, {
    ...{ conta, ...owner, email: emailUsuario, abertaPor: null },
    ...{ comCarta: true, emailLimit },
  });
}
