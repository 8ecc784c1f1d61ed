import { dayInZone, formatInteger } from "@malote/syntax";
import { type ListStart, type ListStep, useListPosition } from "../../../rpc/documents/list-position.ts";
import { type Nota, notasQuery, type Side } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { readList, searchFilterOf } from "../../../ui/filter/list-design.ts";
import { type Neighbour, NeighbourLinks } from "../../../ui/layout/DocPage.tsx";
import { NOTA_LISTS, summaryOf } from "../filters/nota-filter.ts";

/**
 * Links to the previous and next document of the list from which this one was opened, with that
 * list's filter and sort order.
 */
export function ListNavigation(props: {
  nota: Nota;
  start: ListStart;
  timeZone: string;
}): React.JSX.Element | null {
  const { nota, start, timeZone } = props;
  const url = new URL(start.lista, window.location.origin);
  const side: Side = url.pathname === "/dfe_emitidos" ? "S" : "E";
  const state = readList(NOTA_LISTS[side], url.searchParams);
  const request = {
    entradaSaida: side,
    searchFilter: searchFilterOf(NOTA_LISTS[side], state, dayInZone(new Date(), timeZone)),
    listSearchOrder: state.sortOrder,
  };
  const percurso = useListPosition(nota.id, start, (page) => notasQuery({ ...request, currentPage: page }));
  if (!percurso) return null;
  const neighbourOf = (step: ListStep | null, label: string): Neighbour =>
    step && {
      label,
      to: `/nota/${step.id}?type=${side}`,
      state: { lista: start.lista, pos: step.pos },
    };
  const summary = summaryOf(state.filter);
  return (
    <NeighbourLinks
      previous={neighbourOf(percurso.previous, texts.anterior)}
      next={neighbourOf(percurso.next, texts.proximo)}
      labels={[texts.anterior, texts.proximo]}
      position={
        <>
          {percurso.inside
            ? texts.posicao(formatInteger(percurso.pos + 1), formatInteger(percurso.total))
            : texts.foraDoFiltro}
          {summary && (
            <>
              {" "}
              {percurso.inside && texts.em} <b>{summary}</b>
            </>
          )}
        </>
      }
    />
  );
}
