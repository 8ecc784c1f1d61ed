import { newId } from "../../db/index.ts";
import type { PublicContext } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import type { Contato } from "./contato.rules.ts";

/** Messages per network and hour. */
const MENSAGENS = { coisa: "contato", max: 10, janelaMs: 3_600_000, recusa: "muitosContatos" } as const;

/** The form's fields; a missing one is null. */
type Enviado = Pick<Contato, "nome" | "email" | "mensagem"> & {
  [K in "telefone" | "empresa" | "assunto"]?: string | null | undefined;
};

/** Stores a visitor's message until it is sent to the operator. @throws {Refusal} muitosContatos */
export async function keepContato(ctx: PublicContext, enviado: Enviado): Promise<void> {
  await countUsoDaRede(ctx, ctx.visit.ip, MENSAGENS);
  const { nome, email, mensagem, telefone = null, empresa = null, assunto = null } = enviado;
  const dados: Contato = {
    ...{ nome: nome.trim(), email: email.trim(), mensagem: mensagem.trim() },
    ...{ telefone, empresa, assunto },
  };
  await ctx.database.portaria.insertContato({ id: newId(), dados, agora: ctx.clock.now() });
}
