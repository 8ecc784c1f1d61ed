import { createHash } from "node:crypto";
import type { PublicContext } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import type { Cadastro } from "./conta.rules.ts";
import { openConta } from "./open-conta.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Contas created from one network per hour. */
const DA_REDE = { coisa: "conta", max: 10, janelaMs: HOUR_MS, recusa: "muitasContas" } as const;
/** E-mails to one address per day, so that a stranger's mailbox cannot be flooded. */
const DO_EMAIL = { max: 5, janelaMs: DAY_MS, recusa: "muitasContas" } as const;

/** The fields of the form. */
type Pedida = { conta: Cadastro; emailUsuario: string; nomeUsuario: string; nomeCompleto: string };

/**
 * Creates a conta for a visitor, who confirms it by e-mail. @throws {Refusal} muitasContas,
 * identificadorEmUso
 */
export async function signUp(ctx: PublicContext, { conta, emailUsuario, ...dono }: Pedida): Promise<void> {
  await countUsoDaRede(ctx, ctx.visit.ip, DA_REDE);
  const email = createHash("sha256").update(emailUsuario.trim().toLowerCase()).digest("base64url");
  const limiteDaCarta = { ...DO_EMAIL, chave: `conta-email:${email}` };
  await openConta(ctx, {
    ...{ conta, ...dono, email: emailUsuario, abertaPor: null },
    ...{ comCarta: true, limiteDaCarta },
  });
}
