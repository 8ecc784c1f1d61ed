import type { NotaLida } from "@malote/dfe";
import {
  announce,
  type Casa,
  type Copia,
  isPublished,
  type Lado,
  type PlanoNotas,
  papeisOf,
  planNotas,
  type Visao,
} from "../documento/documento.rules.ts";

/**
 * The changes that the current empresas require on stored documents: an ingest plan, and views that
 * change side.
 */
export type PlanoReassign = Omit<PlanoNotas, "sortes"> & {
  mudadas: Visao[];
  /** Documents that become visible now. */
  reveladas: { chave: string; dataEmissao: string }[];
};

/** The copies of a chave's document, with the existing views. */
export type Guardada = { atuais: readonly Visao[]; copias: readonly Copia[] };

/**
 * Plans the reassignment of stored documents. A view keeps id, document and release, and moves to the
 * conta's current side. A side without a view gets one, as at the arrival of the document.
 */
export function planReassign(guardadas: readonly Guardada[], casa: Casa): PlanoReassign {
  const plano: PlanoReassign = { novas: [], trocas: [], mudadas: [], reveladas: [], feed: [] };
  for (const guardada of guardadas) placeGuardada(guardada, { casa, plano });
  return plano;
}

type Obra = { casa: Casa; plano: PlanoReassign };

function placeGuardada({ atuais, copias }: Guardada, { casa, plano }: Obra): void {
  const notas = new Map(copias.map(({ documentoId, nota }) => [documentoId, nota]));
  const viradas = turnVisoes(atuais, notas, casa);
  const { novas, trocas } = planNotas(copias, viradas, casa);
  plano.novas.push(...novas);
  plano.trocas.push(...trocas);
  const feitas = new Map([...novas, ...trocas].map(({ visao }) => [visao.id, visao]));
  const antes = new Map(atuais.map((visao) => [visao.id, visao]));
  for (const virada of viradas) {
    const before = antes.get(virada.id);
    if (before !== undefined && !isSameLado(before, virada)) plano.mudadas.push(virada);
  }
  const depois = [...viradas.map((visao) => feitas.get(visao.id) ?? visao), ...novas.map((e) => e.visao)];
  for (const visao of depois) {
    const before = antes.get(visao.id) ?? null;
    if (before !== null && isSameLado(before, visao) && before.documentoId === visao.documentoId) continue;
    announce(plano, visao, before);
    const nota = notas.get(visao.documentoId);
    if (nota && isPublished(visao) && !(before && isPublished(before))) {
      plano.reveladas.push({ chave: visao.chave, dataEmissao: nota.dataEmissao });
    }
  }
}

/**
 * The existing views, each on its current side. A view without a side stays: its empresa cannot have
 * been deleted.
 */
function turnVisoes(
  atuais: readonly Visao[],
  notas: ReadonlyMap<string, NotaLida>,
  { empresas }: Casa,
): Visao[] {
  const taken = new Set(atuais.map(({ papel }) => papel));
  return atuais.map((visao) => {
    const nota = notas.get(visao.documentoId);
    if (nota === undefined) return visao;
    const lados = papeisOf(nota, empresas);
    const lado =
      lados.find(({ papel }) => papel === visao.papel) ?? lados.find(({ papel }) => !taken.has(papel));
    if (lado === undefined) return visao;
    taken.add(lado.papel);
    return { ...visao, ...lado };
  });
}

function isSameLado(a: Lado, b: Lado): boolean {
  return a.papel === b.papel && a.empresaId === b.empresaId && a.terceiros === b.terceiros;
}
