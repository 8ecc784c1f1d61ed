import { formatInteger } from "@malote/syntax";
import { useSearchParams } from "react-router-dom";
import { AuditorList } from "../../features/auditor/AuditorList.tsx";
import { AUDITOR_LIST } from "../../features/auditor/auditor-filter.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useEmpresaNames } from "../../rpc/conta/empresas.ts";
import { auditorCountQuery, auditorListQuery } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { emptyFilterOf } from "../../ui/filter/filter-design.ts";
import { searchFilterOf } from "../../ui/filter/list-design.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { useListKeys } from "../../ui/list/row-focus.ts";
import { AuditorTabs, EmptyAuditor } from "./AuditorParts.tsx";
import { GroupingControl, groupingOf, MissingXmlPage } from "./MissingXmlPage.tsx";
import { UrlListPage } from "./UrlListPage.tsx";
import { useUrlList } from "./use-url-list.ts";

/** What SEFAZ reported about the conta's documents, and which of them never arrived. */
export function AuditorPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const isMissing = params.get("tab") === "faltando";
  return isMissing && groupingOf(params) === "fornecedor" ? <MissingXmlPage /> : <RecordsPage />;
}

function RecordsPage(): React.JSX.Element {
  const list = useUrlList({
    name: "auditor",
    design: AUDITOR_LIST,
    queryOf: (searchFilter, { sortOrder, page }) =>
      auditorListQuery({ searchFilter, listSearchOrder: sortOrder, currentPage: page }),
    hrefOf: ({ id }) => `/auditor/${id}`,
  });
  const { filter, tab, today, data } = list;
  const missing = useQuery(
    auditorCountQuery(searchFilterOf(AUDITOR_LIST, { filter, tab: "faltando" }, today)),
  );
  useListKeys();
  return (
    <UrlListPage
      list={list}
      title={texts.titulo}
      summary={texts.explica}
      total={data ? texts.total(formatInteger(data.totalCount)) : ""}
      orderTexts={texts.ordens}
      nameOf={useEmpresaNames(filter.empresa !== "")}
      tabs={<AuditorTabs {...list} active={tab} missing={missing.data ?? 0} />}
      display={tab === "faltando" && <GroupingControl />}
      skeleton={<RowsSkeleton rows={20} widths={[40, 160, 340, 84]} />}
    >
      {(registros) =>
        registros.length > 0 ? (
          <AuditorList {...list} registros={registros} />
        ) : (
          <EmptyAuditor {...list} onClear={() => list.change({ filter: emptyFilterOf(AUDITOR_LIST) })} />
        )
      }
    </UrlListPage>
  );
}

export { AuditorPage as Component };
