import type { AppContext } from "../../app-context.ts";
import { writeContato } from "../../correio/carta-contato.ts";
import { tryDeliver } from "../../correio/try-deliver.ts";
import type { ContatoDaVez } from "../../db/index.ts";
import { contato, nextTry } from "./contato.rules.ts";

/**
 * Takes what a visitor wrote to the operator, to be answered to the visitor. What the mail server does not take is tried again, a bounded
 * number of times: also what it refuses for good, since that is about an address the operator can mend.
 * @returns whether it went
 */
export async function sendContato(ctx: AppContext, { id, dados, ...vez }: ContatoDaVez): Promise<boolean> {
  const para = ctx.config.contatoEmail;
  if (para === null) throw new Error("nobody is named to whom visitors write");
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
