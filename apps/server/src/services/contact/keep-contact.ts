import { HOUR_MS } from "@malote/syntax";
import { newId } from "../../db/index.ts";
import type { PublicContext } from "../handler.ts";
import { countNetworkUse } from "../rate-limit/count-network-use.ts";
import type { ContactMessage } from "./contact.rules.ts";

/** Messages per network and hour. */
const CONTACT_LIMIT = { coisa: "contato", max: 10, janelaMs: HOUR_MS, recusa: "muitosContatos" } as const;

/** The form's fields; a missing one is null. */
type SentForm = Pick<ContactMessage, "nome" | "email" | "mensagem"> & {
  [K in "telefone" | "empresa" | "assunto"]?: string | null | undefined;
};

/** Stores a visitor's message until it is sent to the operator. @throws {Refusal} muitosContatos */
export async function keepContact(ctx: PublicContext, form: SentForm): Promise<void> {
  await countNetworkUse(ctx, ctx.visit.ip, CONTACT_LIMIT);
  const { nome, email, mensagem, telefone = null, empresa = null, assunto = null } = form;
  const dados: ContactMessage = {
    ...{ nome: nome.trim(), email: email.trim(), mensagem: mensagem.trim() },
    ...{ telefone, empresa, assunto },
  };
  await ctx.database.gatekeeper.insertContact({ id: newId(), dados, now: ctx.clock.now() });
}
