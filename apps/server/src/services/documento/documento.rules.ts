import type { NotaLida, Parte } from "@malote/dfe";
import type { FeedItem } from "../feed/publica.rows.ts";
import {
  isQuarentena,
  isReparada,
  type Merito,
  rankCopia,
  type Sorte,
  sorteOfQuarentena,
} from "./merito.rules.ts";

/** What the placement of a document needs to know of the conta. */
export type Casa = {
  empresas: ReadonlyMap<string, string>;
  newId: () => string;
  diaOf: (instant: Date) => string;
};

/**
 * A stored copy of a nota. `novo`: never seen before, or with a better veredito now. `propria`: not new, and
 * brought only by the part that is read again.
 */
export type Copia = Merito & { documentoId: string; novo: boolean; propria?: boolean; nota: NotaLida };

/** A side of a document that belongs to the conta. */
export type Lado = { papel: "E" | "S"; empresaId: string | null; terceiros: boolean };

/** A view as stored, or as this plan leaves it. */
export type Visao = Lado &
  Merito & {
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

/** Plan of a batch of copies: views to insert, views that change their document, one outcome per copy. */
export type PlanoNotas = {
  novas: { visao: Visao; copia: Copia }[];
  trocas: { visao: Visao; copia: Copia }[];
  sortes: Sorte[];
  feed: FeedItem[];
};

/** The conta's sides of a document. One without any of its empresas is received, as of third parties. */
export function papeisOf(nota: NotaLida, empresas: ReadonlyMap<string, string>): Lado[] {
  const emitente = empresas.get(nota.emitente.documento);
  const [recebe] = receiversOf(nota).flatMap((documento) => empresas.get(documento) ?? []);
  const papeis: Lado[] = [];
  if (emitente !== undefined) papeis.push({ papel: "S", empresaId: emitente, terceiros: false });
  if (recebe !== undefined) papeis.push({ papel: "E", empresaId: recebe, terceiros: false });
  return papeis.length > 0 ? papeis : [{ papel: "E", empresaId: null, terceiros: true }];
}

/**
 * CNPJs and CPFs of the receivers of a document, in order of precedence: all parties except the emitente
 * (docs/adr/0065-partes-de-um-documento.md).
 */
function receiversOf(nota: NotaLida): string[] {
  const { tomador, destinatario, remetente, expedidor, recebedor, transportador } = nota;
  const lidas = [tomador, destinatario, remetente, expedidor, recebedor, transportador];
  return [...lidas.filter((parte) => parte !== null), ...nota.partes]
    .map(({ documento }) => documento)
    .filter((documento) => documento !== nota.emitente.documento);
}

/** The other party of an issued document: the destinatário or, without one (CT-e OS), the tomador. */
export function destinatarioOf({ destinatario, tomador }: NotaLida): Parte | null {
  return destinatario ?? tomador;
}

/** Destination UF of an issued document: the other party's, else the end of the route (MDF-e). */
export function ufDestinoOf(nota: NotaLida): string | null {
  return destinatarioOf(nota)?.uf ?? nota.transporte?.destino?.uf ?? null;
}

/**
 * Plans what each copy does to the views of its chave: insert them, replace a worse copy, or nothing. A
 * forged copy that arrives first never blocks the genuine one; one that arrives later never replaces it.
 */
export function planNotas(copias: readonly Copia[], atuais: readonly Visao[], casa: Casa): PlanoNotas {
  const plano: PlanoNotas = { novas: [], trocas: [], sortes: [], feed: [] };
  const visoes = new Map(atuais.map((visao) => [`${visao.chave}${visao.papel}`, visao]));
  for (const copia of copias) {
    placeCopia(copia, { visoes, casa, plano });
    plano.sortes.push(sorteOf(copia, visoes));
  }
  return plano;
}

// A released copy is replaced only by one that needs no release.
function stays(atual: Visao, copia: Copia): boolean {
  return rankCopia(atual) >= rankCopia(copia) || (atual.liberada && isQuarentena(copia));
}

/** Views by chave and side. */
type Visoes = Map<string, Visao>;
type Obra = { visoes: Visoes; casa: Casa; plano: PlanoNotas };

function placeCopia(copia: Copia, obra: Obra): void {
  if (!copia.novo) return;
  for (const lado of papeisOf(copia.nota, obra.casa.empresas)) {
    const lugar = `${copia.nota.chaveAcesso}${lado.papel}`;
    const atual = obra.visoes.get(lugar);
    if (atual && stays(atual, copia)) continue;
    const visao = {
      ...toVisao(copia, lado),
      id: atual?.id ?? obra.casa.newId(),
      dia: obra.casa.diaOf(new Date(copia.nota.dataEmissao)),
      sefazDigVal: atual?.sefazDigVal ?? null,
    };
    obra.visoes.set(lugar, visao);
    record(obra.plano, { copia, visao, antes: atual ?? null });
  }
}

function record(plano: PlanoNotas, change: { copia: Copia; visao: Visao; antes: Visao | null }): void {
  const { copia, visao, antes } = change;
  const planned = [...plano.novas, ...plano.trocas].find((each) => each.visao.id === visao.id);
  if (planned) Object.assign(planned, { visao, copia });
  else if (antes) plano.trocas.push({ visao, copia });
  else plano.novas.push({ visao, copia });
  announce(plano, visao, antes);
}

/**
 * Plans the feed item of a view. Readers who know the nota get its change or withdrawal; to readers of the
 * empresa or side to which it moved, it is new.
 */
export function announce(plano: Pick<PlanoNotas, "feed">, visao: Visao, antes: Visao | null): void {
  const known = antes !== null && isPublished(antes);
  if (!known && !isPublished(visao)) return;
  const isTroca = known && (!isPublished(visao) || isSameDono(antes, visao));
  const tipo = visao.quarentena ? "quarentena" : isTroca ? "troca" : "nota";
  plano.feed.push({ tipo, notaId: visao.id });
}

function isSameDono(a: Visao, b: Visao): boolean {
  return a.empresaId === b.empresaId && a.papel === b.papel;
}

function toVisao(copia: Copia, lado: Lado): Omit<Visao, "id" | "dia" | "sefazDigVal"> {
  const { nota, veredito, achados, protocolo } = copia;
  return {
    ...lado,
    chave: nota.chaveAcesso,
    documentoId: copia.documentoId,
    veredito,
    achados,
    protocolo,
    quarentena: isQuarentena(copia),
    liberada: false,
    digVal: nota.digVal,
  };
}

/** True if readers of the conta see the view in badge, totals and feed. */
export function isPublished(visao: { quarentena: boolean; terceiros: boolean }): boolean {
  return !visao.quarentena && !visao.terceiros;
}

function sorteOf(copia: Copia, visoes: Visoes): Sorte {
  if (!copia.novo && !copia.propria) return { destino: "duplicada", motivo: "mesmo-arquivo", detalhe: null };
  const quarentena = sorteOfQuarentena(copia);
  if (quarentena) return quarentena;
  if (isVista(copia, visoes))
    return { destino: "nota", motivo: isReparada(copia) ? "reparada" : null, detalhe: null };
  return { destino: "duplicada", motivo: "melhor-ja-recebido", detalhe: null };
}

/** Whether a view of the document uses this copy. */
function isVista({ nota, documentoId }: Copia, visoes: Visoes): boolean {
  return ["E", "S"].some((papel) => visoes.get(`${nota.chaveAcesso}${papel}`)?.documentoId === documentoId);
}
