import type { Familia } from "../read/layouts.ts";
import { type AutorEvento, EVENTOS, type LinhaEvento } from "./tabela.ts";

const DIA_MS = 86_400_000;

const POR_MODELO: ReadonlyMap<string, LinhaEvento> = new Map(
  EVENTOS.flatMap((linha) => linha.modelos.map((modelo) => [`${modelo}${linha.tpEvento}`, linha] as const)),
);

/** The row of an evento about a document of a modelo; null for a number that no norm names. */
export function findLinhaEvento(modelo: string, tpEvento: string): LinhaEvento | null {
  return POR_MODELO.get(`${modelo}${tpEvento}`) ?? null;
}

type Plano = readonly [RegExp, readonly AutorEvento[]];
/** Cancelling an evento, naming an interested party, payment. */
const DE_VARIOS: Plano = [/^110(?:001|150|300)$/, ["emitente", "terceiro", "fisco"]];

/**
 * Authors of the numbers that no norm names yet, by the plan of each family's table. @source MOC,
 * tabela de eventos
 */
const PLANO: Readonly<Record<Familia, readonly Plano[]>> = {
  nfe: [DE_VARIOS, [/^11[0-2]/, ["emitente"]], [/^21/, ["destinatario"]]],
  cte: [DE_VARIOS, [/^110/, ["emitente"]]],
  mdfe: [DE_VARIOS, [/^110/, ["emitente"]]],
};

/** Who may make an evento: as its row says, else by the plan of its family, else the State. */
export function findAutores(
  familia: Familia,
  { chaveAcesso, tpEvento }: { chaveAcesso: string; tpEvento: string },
): readonly AutorEvento[] {
  const linha = findLinhaEvento(chaveAcesso.slice(20, 22), tpEvento);
  if (linha) return linha.autores;
  return PLANO[familia].find(([plano]) => plano.test(tpEvento))?.[1] ?? ["fisco"];
}

/** Eventos that these authors and no other may make, each as modelo and tpEvento. */
export function findEventosDe(...autores: readonly AutorEvento[]): string[] {
  const isOfThese = (linha: LinhaEvento): boolean =>
    linha.autores.length === autores.length && autores.every((autor) => linha.autores.includes(autor));
  return [...POR_MODELO].flatMap(([key, linha]) => (isOfThese(linha) ? [key] : []));
}

/** Eventos that cancel their document, each as modelo and tpEvento. */
export function findCancelamentos(): string[] {
  return [...POR_MODELO].flatMap(([key, { cancela }]) => (cancela ? [key] : []));
}

/**
 * When an evento must be registered at the latest, to the millisecond, and whether silence until
 * then confirms.
 */
export type FimDoPrazo = { ate: Date; tacita: boolean };

/** The term of an evento about a document authorized at an instant; null where the norm states none.
 * @source the `fonte` of each row of the table */
export function findPrazoEvento(
  { modelo, tpEvento }: { modelo: string; tpEvento: string },
  autorizadaEm: Date,
): FimDoPrazo | null {
  const prazos = findLinhaEvento(modelo, tpEvento)?.prazos ?? [];
  const vigente = prazos.find(({ desde }) => desde === null || autorizadaEm >= new Date(desde));
  if (!vigente) return null;
  return { ate: new Date(autorizadaEm.getTime() + vigente.dias * DIA_MS), tacita: vigente.tacita };
}
