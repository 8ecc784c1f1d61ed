import type { Familia } from "../read/layouts.ts";
import { type AutorEvento, EVENTOS, type EventoRule } from "./table.ts";

const DIA_MS = 86_400_000;

const BY_MODELO: ReadonlyMap<string, EventoRule> = new Map(
  EVENTOS.flatMap((rule) => rule.modelos.map((modelo) => [`${modelo}${rule.tpEvento}`, rule] as const)),
);

/** The row of an evento for a modelo; null for an unknown tpEvento. */
export function findEventoRule(modelo: string, tpEvento: string): EventoRule | null {
  return BY_MODELO.get(`${modelo}${tpEvento}`) ?? null;
}

type AutorPlan = readonly [RegExp, readonly AutorEvento[]];
/** Cancelamento of an evento, ator interessado, payment. */
const SEVERAL_AUTORES: AutorPlan = [/^110(?:001|150|300)$/, ["emitente", "terceiro", "fisco"]];

/** Autores of unknown tpEvento, by the numbering of each family.   @source MOC, tabela de eventos */
const AUTORES_BY_NUMBER: Readonly<Record<Familia, readonly AutorPlan[]>> = {
  nfe: [SEVERAL_AUTORES, [/^11[0-2]/, ["emitente"]], [/^21/, ["destinatario"]]],
  cte: [SEVERAL_AUTORES, [/^110/, ["emitente"]]],
  mdfe: [SEVERAL_AUTORES, [/^110/, ["emitente"]]],
};

/** Who may register an evento: by its row, else by its family's numbering, else the fisco. */
export function findAutores(
  familia: Familia,
  { chaveAcesso, tpEvento }: { chaveAcesso: string; tpEvento: string },
): readonly AutorEvento[] {
  const rule = findEventoRule(chaveAcesso.slice(20, 22), tpEvento);
  if (rule) return rule.autores;
  return AUTORES_BY_NUMBER[familia].find(([plano]) => plano.test(tpEvento))?.[1] ?? ["fisco"];
}

/** Eventos that exactly these autores may register, each as modelo and tpEvento. */
export function findEventosDe(...autores: readonly AutorEvento[]): string[] {
  const isOfThese = (rule: EventoRule): boolean =>
    rule.autores.length === autores.length && autores.every((autor) => rule.autores.includes(autor));
  return [...BY_MODELO].flatMap(([key, rule]) => (isOfThese(rule) ? [key] : []));
}

/** Eventos that cancel their document, each as modelo and tpEvento. */
export function findCancelamentos(): string[] {
  return [...BY_MODELO].flatMap(([key, { cancela }]) => (cancela ? [key] : []));
}

/** The deadline of an evento in milliseconds, and whether silence until then is a confirmation. */
export type DeadlineEnd = { ate: Date; tacita: boolean };

/** The deadline of an evento for a document authorized at an instant; null when the norm has none.
 * @source `fonte` of each row of the table */
export function findEventoDeadline(
  { modelo, tpEvento }: { modelo: string; tpEvento: string },
  autorizadaEm: Date,
): DeadlineEnd | null {
  const prazos = findEventoRule(modelo, tpEvento)?.prazos ?? [];
  const vigente = prazos.find(({ desde }) => desde === null || autorizadaEm >= new Date(desde));
  if (!vigente) return null;
  return { ate: new Date(autorizadaEm.getTime() + vigente.dias * DIA_MS), tacita: vigente.tacita };
}
