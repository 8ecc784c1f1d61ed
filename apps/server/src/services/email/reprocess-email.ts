import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { findOriginal } from "./email.rows.ts";
import { reopenEmail } from "./email-ingest.rows.ts";

/**
 * Plans a new reading of a stored message by the current version; its parts get new outcomes.
 * @throws {Refusal} emailNaoEncontrado, originalNaoGuardado, emailEmLeitura
 */
export async function reprocessEmail(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const now = ctx.clock.now();
  const found = await ctx.database.withConta(contaId, (db) => findOriginal(db, contaId, id));
  if (found === null) throw new Refusal("emailNaoEncontrado");
  // Delete the recorded parts only if the message can be read again.
  const { sha256 } = found;
  if (sha256 === null) throw new Refusal("originalNaoGuardado");
  if ((await ctx.blobs.get(contaId, sha256)) === null) {
    ctx.missingBlobs.add({ contaId, sha256, owner: `e-mail ${id}` });
    throw new Refusal("originalNaoGuardado");
  }
  const registro = { quando: now, usuarioId, usuario: nome, acao: "reprocessar-email" as const, alvo: id };
  await ctx.database.withConta(contaId, async (db) => {
    if (!(await reopenEmail(db, contaId, { emailId: id, now }))) throw new Refusal("emailEmLeitura");
    await insertRegistros(db, contaId, [{ ...registro, detalhe: found.assunto || null }]);
  });
}
