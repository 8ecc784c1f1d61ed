import { lockChaves } from "../documento/documento.rows.ts";
import { FLAG_NAMES, saveFlags } from "../nota/flags/flag-notas.ts";
import { findFlagStates } from "../nota/flags/nota-flag.rows.ts";
import { judgeMark } from "./lote.rules.ts";
import { findEarlier } from "./lote-item.rows.ts";
import { type Step, writeOutcomes } from "./lote-step.ts";

/** Sets or clears the mark of the next documents of a lote. A lote that undoes gives back author and time. */
export async function markStep(
  step: Step & { actor: NonNullable<Step["actor"]>; ids: readonly string[] },
): Promise<void> {
  const { db, contaId, lote, actor, ids, now } = step;
  const { marca: flag, valor, numero } = lote;
  if (flag === null || valor === null) throw new Error("a lote of marks without its mark");
  const find = () => findFlagStates(db, contaId, { flag, ids });
  // Ingestion takes these locks too, so the rows do not change until the commit.
  await lockChaves(
    db,
    contaId,
    (await find()).map(({ chave }) => chave),
  );
  const states = new Map((await find()).map((state) => [state.id, state]));
  const undone = lote.origemTipo === "desfaz" ? lote.origemId : null;
  const earlier =
    undone === null
      ? null
      : await findEarlier(db, contaId, { loteId: undone, ids, flagName: FLAG_NAMES[flag] });
  const outcomes = ids.map((id) =>
    judgeMark(id, states.get(id), { valor, earlier: earlier?.get(id) ?? null }),
  );
  await writeOutcomes(step, outcomes);
  const accepted = outcomes
    .filter(({ situacao }) => situacao === "feito")
    .map(({ notaId: id }) => {
      const before = earlier?.get(id);
      const hasAuthor = valor && before !== undefined && before.antesEm !== null;
      return { id, valor, before: hasAuthor ? { em: before.antesEm, por: before.antesPor } : null };
    });
  await saveFlags(db, actor, { flag, accepted, now, lote: numero });
}
