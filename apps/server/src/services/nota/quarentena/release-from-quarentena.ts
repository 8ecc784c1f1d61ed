import type { ParsedParamsOf } from "@malote/contract";
import { isPublished } from "../../documento/documento.rules.ts";
import type { SignedInContext } from "../../handler.ts";
import { publish } from "../../publication/publish.rows.ts";
import { insertRegistros } from "../../registro/registro.rows.ts";
import { hasAuthorizer, toValidateTask } from "../../sefaz/sefaz.rules.ts";
import { planTasks } from "../../task/task.rows.ts";
import { readReleaseReason, refuseRelease } from "../nota.rules.ts";
import { lockView } from "./lock-view.ts";
import { releaseNota } from "./quarentena.rows.ts";

/**
 * Releases a view from quarantine: it then counts, is published and may be flagged, until an intact copy
 * replaces it or SEFAZ reports that it authorized another content.
 * @throws {Refusal} if the length of the reason is wrong, or the view may not be released
 */
export async function releaseFromQuarentena(
  ctx: SignedInContext,
  { id, motivo: text }: ParsedParamsOf<"Nota.liberarQuarentena">,
): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const reason = readReleaseReason(text);
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    const view = await lockView(db, contaId, id);
    refuseRelease(view);
    await releaseNota(db, contaId, { id, por: nome, motivo: reason, now });
    const acao = "liberar-quarentena";
    await insertRegistros(db, contaId, [
      { quando: now, usuarioId, usuario: nome, acao, alvo: id, detalhe: reason },
    ]);
    if (!isPublished({ ...view, quarentena: false })) return;
    if (hasAuthorizer(view.chave))
      await planTasks(db, contaId, [toValidateTask(view.chave, { venceEm: now })]);
    await publish(db, contaId, { agora: now, feed: [{ tipo: "nota", notaId: id }] });
  });
  ctx.wake?.();
}
