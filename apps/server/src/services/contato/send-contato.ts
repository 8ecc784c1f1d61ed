import type { AppContext } from "../../app-context.ts";
import { writeContato } from "../../correio/carta-contato.ts";
import { tryDeliver } from "../../correio/try-deliver.ts";
import type { ContatoDaVez } from "../../db/index.ts";
import { contato, nextTry } from "./contato.rules.ts";

/**
 * E-mails a visitor's message to the operator, with the visitor as the reply address. Failures are retried,
 * a limited number of times. This includes permanent ones, because the operator can correct the address.
 * @returns whether the mail server accepted it
 */
export async function sendContato(ctx: AppContext, { id, dados, ...vez }: ContatoDaVez): Promise<boolean> {
  const para = ctx.config.contatoEmail;
  if (para === null) throw new Error("no recipient of visitors' messages is configured");
  const lido = contato.parse(dados);
  const carta = { id, para, data: vez.criadoEm, responderA: lido.email, ...writeContato(lido) };
  const falha = await tryDeliver(ctx.correio, carta);
  const agora = ctx.clock.now();
  const { portaria } = ctx.database;
  if (falha === null) {
    await portaria.closeContato({ id, enviadoEm: agora, falha, proximaEm: null });
    return true;
  }
  const proximaEm = nextTry(vez.tentativas, agora);
  await portaria.closeContato({ id, enviadoEm: null, falha, proximaEm });
  const fields = { contatoId: id, tentativa: vez.tentativas, falha };
  if (proximaEm === null) ctx.log.error(fields, "a mensagem de um visitante não pôde ser entregue");
  else ctx.log.warn(fields, "a mensagem de um visitante espera outra tentativa");
  return false;
}
