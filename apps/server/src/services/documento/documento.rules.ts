import type { Destino, Motivo } from "@malote/contract";
import type { NotaLida, Situacao } from "@malote/dfe";
import { rankSituacao } from "@malote/dfe";
import type { FeedItem, RollupDelta } from "../feed/publica.rows.ts";

/** What the conta needs to know of itself to place a document. */
export type Casa = {
  empresas: ReadonlyMap<string, string>;
  newId: () => string;
  diaOf: (instant: Date) => string;
};

/** One copy of a nota that just came, already stored as documento. `novo`: these very bytes were never seen before. */
export type Copia = {
  documentoId: string;
  novo: boolean;
  nota: NotaLida;
  situacao: Situacao;
};

/** One side of a document on which the conta stands. */
export type Lado = { papel: "E" | "S"; empresaId: string | null; terceiros: boolean };

/** A view as it stands in the database, or as this plan leaves it. */
export type Visao = Lado & {
  id: string;
  chave: string;
  documentoId: string;
  situacao: Situacao;
  temProtocolo: boolean;
  quarentena: boolean;
  tipoNota: string;
  dia: string;
  valorTotal: string;
  uf: string;
};

/** The fate of one part, with its reason. */
export type Sorte = { destino: Destino; motivo: Motivo | null; detalhe: string | null };

/** What a chunk of copies comes to: views to insert, views that change their document, and one fate per copy. */
export type PlanoNotas = {
  novas: { visao: Visao; copia: Copia }[];
  trocas: { visao: Visao; copia: Copia }[];
  sortes: Sorte[];
  feed: FeedItem[];
  deltas: RollupDelta[];
};

/** True when the verdict keeps a document out of totals, feed and flags until someone releases it (architecture §6). */
export function isQuarentena(situacao: Situacao): boolean {
  return situacao === "suspeita" || situacao === "assinatura-invalida";
}

/** The sides of a document on which the conta stands; a document of nobody's is received, marked as of third parties. */
export function papeisOf(nota: NotaLida, empresas: ReadonlyMap<string, string>): Lado[] {
  const emitente = empresas.get(nota.emitente.documento);
  const destinatario = nota.destinatario ? empresas.get(nota.destinatario.documento) : undefined;
  const papeis: Lado[] = [];
  if (emitente !== undefined) papeis.push({ papel: "S", empresaId: emitente, terceiros: false });
  if (destinatario !== undefined) papeis.push({ papel: "E", empresaId: destinatario, terceiros: false });
  return papeis.length > 0 ? papeis : [{ papel: "E", empresaId: null, terceiros: true }];
}

/**
 * Decides what each copy does to the views of its chave: makes them, takes them over because it is better, or stands aside. A forged
 * copy that comes first never blocks the genuine one, and one that comes later never replaces it.
 */
export function planNotas(copias: readonly Copia[], atuais: readonly Visao[], casa: Casa): PlanoNotas {
  const plano: PlanoNotas = { novas: [], trocas: [], sortes: [], feed: [], deltas: [] };
  const visoes = new Map(atuais.map((visao) => [`${visao.chave}${visao.papel}`, visao]));
  for (const copia of copias) {
    const mudou = placeCopia(copia, { visoes, casa, plano });
    plano.sortes.push(sorteOf(copia, mudou));
  }
  return plano;
}

type Obra = { visoes: Map<string, Visao>; casa: Casa; plano: PlanoNotas };

function placeCopia(copia: Copia, obra: Obra): boolean {
  if (!copia.novo) return false;
  let mudou = false;
  for (const lado of papeisOf(copia.nota, obra.casa.empresas)) {
    const lugar = `${copia.nota.chaveAcesso}${lado.papel}`;
    const atual = obra.visoes.get(lugar);
    if (atual && rankOf(atual) >= rankOf(toRank(copia))) continue;
    const visao = toVisao(copia, lado, { id: atual?.id ?? obra.casa.newId(), dia: diaOf(copia, obra.casa) });
    obra.visoes.set(lugar, visao);
    record(obra.plano, { copia, visao, antes: atual ?? null });
    mudou = true;
  }
  return mudou;
}

function record(plano: PlanoNotas, change: { copia: Copia; visao: Visao; antes: Visao | null }): void {
  const { copia, visao, antes } = change;
  const planned = [...plano.novas, ...plano.trocas].find((each) => each.visao.id === visao.id);
  if (planned) Object.assign(planned, { visao, copia });
  else if (antes) plano.trocas.push({ visao, copia });
  else plano.novas.push({ visao, copia });
  if (antes && isPublished(antes)) plano.deltas.push(deltaOf(antes, -1));
  if (!isPublished(visao)) return;
  plano.deltas.push(deltaOf(visao, 1));
  plano.feed.push({ tipo: antes && isPublished(antes) ? "troca" : "nota", notaId: visao.id });
}

function diaOf(copia: Copia, casa: Casa): string {
  return casa.diaOf(new Date(copia.nota.dataEmissao));
}

function toVisao(copia: Copia, lado: Lado, self: { id: string; dia: string }): Visao {
  const { nota, situacao } = copia;
  const outraParte = lado.papel === "E" ? nota.emitente : nota.destinatario;
  return {
    ...self,
    ...lado,
    chave: nota.chaveAcesso,
    documentoId: copia.documentoId,
    situacao,
    temProtocolo: nota.protocolo !== null,
    quarentena: isQuarentena(situacao),
    tipoNota: nota.tipoNota,
    valorTotal: nota.valorTotal,
    uf: outraParte?.uf ?? "EX",
  };
}

function toRank(copia: Copia): { situacao: Situacao; temProtocolo: boolean } {
  return { situacao: copia.situacao, temProtocolo: copia.nota.protocolo !== null };
}

// A copy with SEFAZ's protocol says more than one without, when both are as genuine.
function rankOf(copy: { situacao: Situacao; temProtocolo: boolean }): number {
  return rankSituacao(copy.situacao) * 2 + (copy.temProtocolo ? 1 : 0);
}

/** True for what readers of the conta see in badge, totals and feed. */
export function isPublished(visao: { quarentena: boolean; terceiros: boolean }): boolean {
  return !visao.quarentena && !visao.terceiros;
}

function deltaOf(visao: Visao, quantidade: 1 | -1): RollupDelta {
  if (visao.empresaId === null) throw new Error(`nota ${visao.id} is published without an empresa`);
  return {
    dia: visao.dia,
    papel: visao.papel,
    tipoNota: visao.tipoNota,
    uf: visao.uf,
    empresaId: visao.empresaId,
    quantidade,
    valor: quantidade === 1 ? visao.valorTotal : `-${visao.valorTotal}`,
  };
}

function sorteOf(copia: Copia, mudou: boolean): Sorte {
  if (!copia.novo) return { destino: "duplicada", motivo: "mesmo-arquivo", detalhe: null };
  if (isQuarentena(copia.situacao)) {
    const motivo = copia.situacao === "suspeita" ? "suspeita" : "assinatura-invalida";
    return { destino: "quarentena", motivo, detalhe: null };
  }
  if (mudou) return { destino: "nota", motivo: null, detalhe: null };
  return { destino: "duplicada", motivo: "melhor-ja-recebido", detalhe: null };
}
