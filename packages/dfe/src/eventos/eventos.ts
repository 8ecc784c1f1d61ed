import { DAY_MS, type Family } from "@malote/syntax";
import { EVENTOS, type EventoAuthor, type EventoRule } from "./table.ts";

const BY_MODELO: ReadonlyMap<string, EventoRule> = new Map(
  EVENTOS.flatMap((rule) => rule.modelos.map((modelo) => [`${modelo}${rule.tpEvento}`, rule] as const)),
);

/** The row of an evento for a modelo; null for an unknown tpEvento. */
export function findEventoRule(modelo: string, tpEvento: string): EventoRule | null {
  return BY_MODELO.get(`${modelo}${tpEvento}`) ?? null;
}

type AuthorPlan = readonly [RegExp, readonly EventoAuthor[]];
/** Cancelamento of an evento, ator interessado, payment. */
const SEVERAL_AUTHORS: AuthorPlan = [/^110(?:001|150|300)$/, ["emitente", "terceiro", "fisco"]];

/** Autores of unknown tpEvento, by the numbering of each family.   @source MOC, tabela de eventos */
const AUTHORS_BY_NUMBER: Readonly<Record<Family, readonly AuthorPlan[]>> = {
  nfe: [SEVERAL_AUTHORS, [/^11[0-2]/, ["emitente"]], [/^21/, ["destinatario"]]],
  cte: [SEVERAL_AUTHORS, [/^110/, ["emitente"]]],
  mdfe: [SEVERAL_AUTHORS, [/^110/, ["emitente"]]],
};

/** Who may register an evento: by its row, else by its family's numbering, else the fisco. */
export function findAuthors(
  family: Family,
  { chaveAcesso, tpEvento }: { chaveAcesso: string; tpEvento: string },
): readonly EventoAuthor[] {
  const rule = findEventoRule(chaveAcesso.slice(20, 22), tpEvento);
  if (rule) return rule.autores;
  return AUTHORS_BY_NUMBER[family].find(([plan]) => plan.test(tpEvento))?.[1] ?? ["fisco"];
}

/** Eventos that exactly these autores may register, each as modelo and tpEvento. */
export function findEventosOf(...authors: readonly EventoAuthor[]): string[] {
  const isOfThese = (rule: EventoRule): boolean =>
    rule.autores.length === authors.length && authors.every((author) => rule.autores.includes(author));
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
  const deadlines = findEventoRule(modelo, tpEvento)?.prazos ?? [];
  const inForce = deadlines.find(({ desde }) => desde === null || autorizadaEm >= new Date(desde));
  if (!inForce) return null;
  return { ate: new Date(autorizadaEm.getTime() + inForce.dias * DAY_MS), tacita: inForce.tacita };
}
