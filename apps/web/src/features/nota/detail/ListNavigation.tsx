import { dayInZone } from "@malote/syntax";
import { serverNow } from "../../../network/clock.ts";
import { type ListStart, useListPosition } from "../../../rpc/documents/list-position.ts";
import { type Nota, notasQuery, type Side } from "../../../rpc/documents/queries.ts";
import { useOwner } from "../../../rpc/session/current-user.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { readList, searchFilterOf } from "../../../ui/filter/list-design.ts";
import { NeighbourLinks } from "../../../ui/layout/DocPage.tsx";
import { usePageSize } from "../../../ui/list/page-size.ts";
import { NOTA_LISTS, summaryOf } from "../filters/nota-filter.ts";

/**
 * Links to the previous and next document of the list from which this one was opened, with that
 * list's filter and sort order.
 */
export function ListNavigation(props: { nota: Nota; start: ListStart; timeZone: string }): React.JSX.Element {
  const { nota, start, timeZone } = props;
  const [pageSize] = usePageSize(useOwner());
  const url = new URL(start.lista, window.location.origin);
  const side: Side = url.pathname === "/dfe_emitidos" ? "S" : "E";
  const state = readList(NOTA_LISTS[side], url.searchParams);
  const request = {
    entradaSaida: side,
    searchFilter: searchFilterOf(NOTA_LISTS[side], state, dayInZone(serverNow(), timeZone)),
    listSearchOrder: state.sortOrder,
    pageSize,
  };
  const pageQuery = (page: number) => notasQuery({ ...request, currentPage: page });
  const position = useListPosition(nota.id, start, { pageQuery, pageSize });
  const summary = summaryOf(state.filter);
  return (
    <NeighbourLinks
      list={start.lista}
      position={position}
      texts={texts}
      hrefOf={(id) => `/nota/${id}?type=${side}`}
      outside={texts.foraDoFiltro}
    >
      {summary && (
        <>
          {" "}
          {position?.inside && texts.em} <b>{summary}</b>
        </>
      )}
    </NeighbourLinks>
  );
}
