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
  await ctx.database.withContaSql(contaId, async (sql) => {
    const found = await findOriginal(sql, contaId, id);
    if (found === null) throw new Refusal("emailNaoEncontrado");
    if (found.sha256 === null) throw new Refusal("originalNaoGuardado");
    if (!(await reopenEmail(sql, contaId, { emailId: id, agora }))) throw new Refusal("emailEmLeitura");
    await insertRegistros(sql, contaId, [
      {
        quando: agora,
        usuarioId,
        usuario: nome,
        acao: "reprocessar-email",
        alvo: id,
        detalhe: found.assunto || null,
      },
    ]);
  });
}
