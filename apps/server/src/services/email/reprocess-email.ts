import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { findOriginal } from "./email.rows.ts";
import { reopenEmail } from "./email-ingest.rows.ts";

/**
 * Has a stored message read again, with what the product knows today; its parts get their fates anew.
 * @throws {Refusal} emailNaoEncontrado, originalNaoGuardado, emailEmLeitura
 */
export async function reprocessEmail(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const agora = ctx.clock.now();
  const found = await ctx.database.withContaSql(contaId, (sql) => findOriginal(sql, contaId, id));
  if (found === null) throw new Refusal("emailNaoEncontrado");
  // What is known of the parts is given up for a new reading only where there is something to read.
  const { sha256 } = found;
  if (sha256 === null) throw new Refusal("originalNaoGuardado");
  if ((await ctx.blobs.get(contaId, sha256)) === null) {
    ctx.ausentes.note({ contaId, sha256, whose: `e-mail ${id}` });
    throw new Refusal("originalNaoGuardado");
  }
  const registro = { quando: agora, usuarioId, usuario: nome, acao: "reprocessar-email" as const, alvo: id };
  await ctx.database.withContaSql(contaId, async (sql) => {
    if (!(await reopenEmail(sql, contaId, { emailId: id, agora }))) throw new Refusal("emailEmLeitura");
    await insertRegistros(sql, contaId, [{ ...registro, detalhe: found.assunto || null }]);
  });
}
