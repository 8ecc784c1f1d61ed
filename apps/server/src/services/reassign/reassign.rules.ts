import type { ParsedNota } from "@malote/dfe";
import {
  type ContaSide,
  isPublished,
  type NotaCopy,
  type NotasPlan,
  type NotaView,
  type PlacementContext,
  planFeedItem,
  planViews,
  sidesOf,
} from "../documento/documento.rules.ts";

/**
 * The changes that the current empresas require on stored documents: an ingest plan, and views that
 * change side.
 */
export type ReassignPlan = Omit<NotasPlan, "outcomes"> & {
  moved: NotaView[];
  /** Documents that become visible now. */
  revealed: { chave: string; dataEmissao: string }[];
};

/** The copies of a chave's document, with the existing views. */
export type StoredDocumento = { views: readonly NotaView[]; copies: readonly NotaCopy[] };

/**
 * Plans the reassignment of stored documents. A view keeps id, document and release, and moves to the
 * conta's current side. A side without a view gets one, as at the arrival of the document.
 */
export function planReassign(stored: readonly StoredDocumento[], context: PlacementContext): ReassignPlan {
  const plan: ReassignPlan = { inserts: [], replacements: [], moved: [], revealed: [], feed: [] };
  for (const guardada of stored) placeStored(guardada, { context, plan });
  return plan;
}

type ReassignState = { context: PlacementContext; plan: ReassignPlan };

function placeStored({ views: atuais, copies }: StoredDocumento, { context, plan }: ReassignState): void {
  const notas = new Map(copies.map(({ documentoId, nota }) => [documentoId, nota]));
  const moved = moveViews(atuais, notas, context);
  const { inserts: novas, replacements: trocas } = planViews(copies, moved, context);
  plan.inserts.push(...novas);
  plan.replacements.push(...trocas);
  const feitas = new Map([...novas, ...trocas].map(({ view }) => [view.id, view]));
  const previous = new Map(atuais.map((view) => [view.id, view]));
  for (const movedView of moved) {
    const before = previous.get(movedView.id);
    if (before !== undefined && !isSameSide(before, movedView)) plan.moved.push(movedView);
  }
  const after = [...moved.map((view) => feitas.get(view.id) ?? view), ...novas.map((e) => e.view)];
  for (const view of after) {
    const before = previous.get(view.id) ?? null;
    if (before !== null && isSameSide(before, view) && before.documentoId === view.documentoId) continue;
    planFeedItem(plan, view, before);
    const nota = notas.get(view.documentoId);
    if (nota && isPublished(view) && !(before && isPublished(before))) {
      plan.revealed.push({ chave: view.chave, dataEmissao: nota.dataEmissao });
    }
  }
}

/**
 * The existing views, each on its current side. A view without a side stays: its empresa cannot have
 * been deleted.
 */
function moveViews(
  atuais: readonly NotaView[],
  notas: ReadonlyMap<string, ParsedNota>,
  { empresas }: PlacementContext,
): NotaView[] {
  const taken = new Set(atuais.map(({ papel }) => papel));
  return atuais.map((view) => {
    const nota = notas.get(view.documentoId);
    if (nota === undefined) return view;
    const sides = sidesOf(nota, empresas);
    const side =
      sides.find(({ papel }) => papel === view.papel) ?? sides.find(({ papel }) => !taken.has(papel));
    if (side === undefined) return view;
    taken.add(side.papel);
    return { ...view, ...side };
  });
}

function isSameSide(a: ContaSide, b: ContaSide): boolean {
  return a.papel === b.papel && a.empresaId === b.empresaId && a.terceiros === b.terceiros;
}
