import type { ParsedNota, Party } from "@malote/dfe";
import type { Row } from "../../db/index.ts";
import {
  type CopyMerit,
  isQuarentena,
  isRepaired,
  outcomeOfQuarentena,
  type PartOutcome,
  rankCopy,
} from "./veredito.rules.ts";

/** What the placement of a document needs to know of the conta. */
export type PlacementContext = {
  empresas: ReadonlyMap<string, string>;
  newId: () => string;
  diaOf: (instant: Date) => string;
};

/**
 * A stored copy of a nota. `novo`: never seen before, or with a better veredito now. `propria`: not new, and
 * brought only by the part that is read again.
 */
export type NotaCopy = CopyMerit & {
  documentoId: string;
  novo: boolean;
  propria?: boolean;
  nota: ParsedNota;
};

/** A side of a document that belongs to the conta. */
export type ContaSide = { papel: "E" | "S"; empresaId: string | null; terceiros: boolean };

/** A view as stored, or as this plan leaves it. */
export type NotaView = ContaSide &
  CopyMerit & {
    id: string;
    chave: string;
    documentoId: string;
    quarentena: boolean;
    /** An administrator released it from quarantine. */
    liberada: boolean;
    /** The digest in the signature. */
    digVal: string | null;
    /** The digest that SEFAZ reported for this chave; null if none yet. */
    sefazDigVal: string | null;
    dia: string;
  };

/** One row to publish in the conta's feed. */
export type FeedItem = {
  tipo: Row<"feed">["tipo"];
  notaId: string;
  eventoId?: string | null;
};

/** Plan of a batch of copies: views to insert, views that change their document, one outcome per copy. */
export type NotasPlan = {
  inserts: { view: NotaView; copy: NotaCopy }[];
  replacements: { view: NotaView; copy: NotaCopy }[];
  outcomes: PartOutcome[];
  feed: FeedItem[];
};

/** The conta's sides of a document. One without any of its empresas is received, as of third parties. */
export function sidesOf(nota: ParsedNota, empresas: ReadonlyMap<string, string>): ContaSide[] {
  const emitente = empresas.get(nota.emitente.documento);
  const [receiver] = receiversOf(nota).flatMap((documento) => empresas.get(documento) ?? []);
  const sides: ContaSide[] = [];
  if (emitente !== undefined) sides.push({ papel: "S", empresaId: emitente, terceiros: false });
  if (receiver !== undefined) sides.push({ papel: "E", empresaId: receiver, terceiros: false });
  return sides.length > 0 ? sides : [{ papel: "E", empresaId: null, terceiros: true }];
}

/**
 * CNPJs and CPFs of the receivers of a document, in order of precedence: all parties except the emitente
 * (docs/adr/0065-parties-of-a-document.md).
 */
function receiversOf(nota: ParsedNota): string[] {
  const { tomador, destinatario, remetente, expedidor, recebedor, transportador } = nota;
  const parties = [tomador, destinatario, remetente, expedidor, recebedor, transportador];
  return [...parties.filter((party) => party !== null), ...nota.partes]
    .map(({ documento }) => documento)
    .filter((documento) => documento !== nota.emitente.documento);
}

/** The other party of an issued document: the destinatário or, without one (CT-e OS), the tomador. */
export function destinatarioOf({ destinatario, tomador }: ParsedNota): Party | null {
  return destinatario ?? tomador;
}

/** Destination UF of an issued document: the other party's, else the end of the route (MDF-e). */
export function destinationUfOf(nota: ParsedNota): string | null {
  return destinatarioOf(nota)?.uf ?? nota.transporte?.destino?.uf ?? null;
}

/**
 * Plans what each copy does to the views of its chave: insert them, replace a worse copy, or nothing. A
 * forged copy that arrives first never blocks the genuine one; one that arrives later never replaces it.
 */
export function planViews(
  copies: readonly NotaCopy[],
  existing: readonly NotaView[],
  context: PlacementContext,
): NotasPlan {
  const plan: NotasPlan = { inserts: [], replacements: [], outcomes: [], feed: [] };
  const views = new Map(existing.map((view) => [`${view.chave}${view.papel}`, view]));
  for (const copy of copies) {
    placeCopy(copy, { views, context, plan });
    plan.outcomes.push(outcomeOf(copy, views));
  }
  return plan;
}

// A released copy is replaced only by one that needs no release.
function stays(existing: NotaView, copy: NotaCopy): boolean {
  return rankCopy(existing) >= rankCopy(copy) || (existing.liberada && isQuarentena(copy));
}

/** Views by chave and side. */
type ViewsByKey = Map<string, NotaView>;
type Placement = { views: ViewsByKey; context: PlacementContext; plan: NotasPlan };

function placeCopy(copy: NotaCopy, placement: Placement): void {
  if (!copy.novo) return;
  for (const side of sidesOf(copy.nota, placement.context.empresas)) {
    const key = `${copy.nota.chaveAcesso}${side.papel}`;
    const existing = placement.views.get(key);
    if (existing && stays(existing, copy)) continue;
    const view = {
      ...toView(copy, side),
      id: existing?.id ?? placement.context.newId(),
      dia: placement.context.diaOf(new Date(copy.nota.dataEmissao)),
      sefazDigVal: existing?.sefazDigVal ?? null,
    };
    placement.views.set(key, view);
    record(placement.plan, { copy, view, before: existing ?? null });
  }
}

function record(plan: NotasPlan, change: { copy: NotaCopy; view: NotaView; before: NotaView | null }): void {
  const { copy, view, before } = change;
  const planned = [...plan.inserts, ...plan.replacements].find((each) => each.view.id === view.id);
  if (planned) Object.assign(planned, { view, copy });
  else if (before) plan.replacements.push({ view, copy });
  else plan.inserts.push({ view, copy });
  planFeedItem(plan, view, before);
}

/**
 * Plans the feed item of a view. Readers who know the nota get its change or withdrawal; to readers of the
 * empresa or side to which it moved, it is new.
 */
export function planFeedItem(plan: Pick<NotasPlan, "feed">, view: NotaView, before: NotaView | null): void {
  const known = before !== null && isPublished(before);
  if (!known && !isPublished(view)) return;
  const isReplacement = known && (!isPublished(view) || hasSameOwner(before, view));
  const tipo = view.quarentena ? "quarentena" : isReplacement ? "troca" : "nota";
  plan.feed.push({ tipo, notaId: view.id });
}

function hasSameOwner(a: NotaView, b: NotaView): boolean {
  return a.empresaId === b.empresaId && a.papel === b.papel;
}

function toView(copy: NotaCopy, side: ContaSide): Omit<NotaView, "id" | "dia" | "sefazDigVal"> {
  const { nota, veredito, achados, protocolo } = copy;
  return {
    ...side,
    chave: nota.chaveAcesso,
    documentoId: copy.documentoId,
    veredito,
    achados,
    protocolo,
    quarentena: isQuarentena(copy),
    liberada: false,
    digVal: nota.digVal,
  };
}

/** True if readers of the conta see the view in badge, totals and feed. */
export function isPublished(view: { quarentena: boolean; terceiros: boolean }): boolean {
  return !view.quarentena && !view.terceiros;
}

function outcomeOf(copy: NotaCopy, views: ViewsByKey): PartOutcome {
  if (!copy.novo && !copy.propria) return { destino: "duplicada", motivo: "mesmo-arquivo", detalhe: null };
  const quarentena = outcomeOfQuarentena(copy);
  if (quarentena) return quarentena;
  if (isUsed(copy, views))
    return { destino: "nota", motivo: isRepaired(copy) ? "reparada" : null, detalhe: null };
  return { destino: "duplicada", motivo: "melhor-ja-recebido", detalhe: null };
}

/** Whether a view of the document uses this copy. */
function isUsed({ nota, documentoId }: NotaCopy, views: ViewsByKey): boolean {
  return ["E", "S"].some((papel) => views.get(`${nota.chaveAcesso}${papel}`)?.documentoId === documentoId);
}
