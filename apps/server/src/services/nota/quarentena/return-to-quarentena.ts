import type { ParsedParamsOf } from "@malote/contract";
import { isPublished } from "../../documento/documento.rules.ts";
import type { SignedInContext } from "../../handler.ts";
import { publish } from "../../publication/publish.rows.ts";
import { insertRegistros } from "../../registro/registro.rows.ts";
import { readReleaseReason, refuseQuarentena } from "../nota.rules.ts";
import { lockView } from "./lock-view.ts";
import { isDivergente, quarantineNota } from "./quarentena.rows.ts";

/**
 * Puts a view into quarantine: it leaves totals, feed and exports, and may not be flagged, until it is
 * released or a better copy replaces it.
 * @throws {Refusal} if the length of the reason is wrong, or nothing speaks against the view
 */
export async function returnToQuarentena(
  ctx: SignedInContext,
  { id, motivo: text }: ParsedParamsOf<"Nota.colocarQuarentena">,
): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const reason = readReleaseReason(text);
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    const view = await lockView(db, contaId, id);
    refuseQuarentena({ ...view, divergente: await isDivergente(db, contaId, id) });
    await quarantineNota(db, contaId, { id, now });
    const acao = "colocar-quarentena";
    await insertRegistros(db, contaId, [
      { quando: now, usuarioId, usuario: nome, acao, alvo: id, detalhe: reason },
    ]);
    if (isPublished(view)) {
      await publish(db, contaId, { agora: now, feed: [{ tipo: "quarentena", notaId: id }] });
    }
  });
  ctx.wake?.();
}
