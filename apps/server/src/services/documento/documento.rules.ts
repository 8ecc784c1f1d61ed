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

/** What the conta needs to know of itself to place a document. */
export type Casa = {
  empresas: ReadonlyMap<string, string>;
  newId: () => string;
  diaOf: (instant: Date) => string;
};

/**
 * One copy of a nota, already stored as documento. `novo`: never seen before, or better judged now than the last time; `propria`: not new,
 * and brought by nobody but the very part that is read again.
 */
export type Copia = Merito & { documentoId: string; novo: boolean; propria?: boolean; nota: NotaLida };

/** One side of a document on which the conta stands. */
export type Lado = { papel: "E" | "S"; empresaId: string | null; terceiros: boolean };

/** A view as it stands in the database, or as this plan leaves it. */
export type Visao = Lado &
  Merito & {
    id: string;
    chave: string;
    documentoId: string;
    quarentena: boolean;
    /** An administrator took it out of quarantine. */
    liberada: boolean;
    /** What the signature says of the content. */
    digVal: string | null;
    /** The digest that SEFAZ knows under this chave; null until it said one. */
    sefazDigVal: string | null;
    dia: string;
  };

/** What a chunk of copies comes to: views to insert, views that change their document, and one fate per copy. */
export type PlanoNotas = {
  novas: { visao: Visao; copia: Copia }[];
  trocas: { visao: Visao; copia: Copia }[];
  sortes: Sorte[];
  feed: FeedItem[];
};

/** The sides of a document on which the conta stands; a document of nobody's is received, marked as of third parties. */
export function papeisOf(nota: NotaLida, empresas: ReadonlyMap<string, string>): Lado[] {
  const emitente = empresas.get(nota.emitente.documento);
  const [recebe] = receiversOf(nota).flatMap((documento) => empresas.get(documento) ?? []);
  const papeis: Lado[] = [];
  if (emitente !== undefined) papeis.push({ papel: "S", empresaId: emitente, terceiros: false });
  if (recebe !== undefined) papeis.push({ papel: "E", empresaId: recebe, terceiros: false });
  return papeis.length > 0 ? papeis : [{ papel: "E", empresaId: null, terceiros: true }];
}

/**
 * The CNPJs and CPFs of those who receive a document, in order of precedence: all parties that it names but its
 * issuer (docs/adr/0065-partes-de-um-documento.md).
 */
function receiversOf(nota: NotaLida): string[] {
  const { tomador, destinatario, remetente, expedidor, recebedor, transportador } = nota;
  const lidas = [tomador, destinatario, remetente, expedidor, recebedor, transportador];
  return [...lidas.filter((parte) => parte !== null), ...nota.partes]
    .map(({ documento }) => documento)
    .filter((documento) => documento !== nota.emitente.documento);
}

/** The other party of an issued document: who gets the goods or, where none is named (CT-e OS), who takes the service. */
export function destinatarioOf({ destinatario, tomador }: NotaLida): Parte | null {
  return destinatario ?? tomador;
}

/** The state where an issued document goes: the other party's, else the end of the way (MDF-e). */
export function ufDestinoOf(nota: NotaLida): string | null {
  return destinatarioOf(nota)?.uf ?? nota.transporte?.destino?.uf ?? null;
}

/**
 * Decides what each copy does to the views of its chave: makes them, takes them over because it is better, or stands aside. A forged
 * copy that comes first never blocks the genuine one, and one that comes later never replaces it.
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

// What an administrator released gives way only to a copy that needs no release.
function stays(atual: Visao, copia: Copia): boolean {
  return rankCopia(atual) >= rankCopia(copia) || (atual.liberada && isQuarentena(copia));
}

/** By chave and papel. */
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
 * Plans what readers learn of a view: who was told of a nota is told when it changes hands, and when it is taken back. To those who read for
 * the company, or the side, where it stands now, it is new.
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

/** True for what readers of the conta see in badge, totals and feed. */
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

/** Whether some view of the document stands on this copy. */
function isVista({ nota, documentoId }: Copia, visoes: Visoes): boolean {
  return ["E", "S"].some((papel) => visoes.get(`${nota.chaveAcesso}${papel}`)?.documentoId === documentoId);
}
