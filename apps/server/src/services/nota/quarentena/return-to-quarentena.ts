import type { ParsedParamsOf } from "@malote/contract";
import { Refusal } from "../../../errors.ts";
import { lockChaves } from "../../documento/documento.rows.ts";
import { isPublished } from "../../documento/documento.rules.ts";
import type { SignedInContext } from "../../handler.ts";
import { publish } from "../../publication/publish.rows.ts";
import { insertRegistros } from "../../registro/registro.rows.ts";
import { readReleaseReason, refuseQuarentena } from "../nota.rules.ts";
import { findViews } from "../nota-ingest.rows.ts";
import { findChave, isDivergente, quarantineNota } from "./quarentena.rows.ts";

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
    const chave = await findChave(db, contaId, id);
    if (chave === null) throw new Refusal("notaNaoEncontrada");
    await lockChaves(db, contaId, [chave]);
    const view = (await findViews(db, contaId, [chave])).find((each) => each.id === id);
    if (view === undefined) throw new Refusal("notaNaoEncontrada");
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
