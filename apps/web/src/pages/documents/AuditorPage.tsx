import { formatInteger } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconChecks, IconInbox, IconZoomCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { AuditorList } from "../../features/auditor/AuditorList.tsx";
import {
  AUDITOR_LIST,
  isBroad,
  type ListFilter,
  type ListTab,
} from "../../features/auditor/auditor-filter.ts";
import { serverNow } from "../../network/clock.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery, useEmpresaNames } from "../../rpc/conta/empresas.ts";
import { auditorCountQuery, auditorListQuery } from "../../rpc/documents/auditor.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { emptyFilterOf } from "../../ui/filter/filter-design.ts";
import { searchFilterOf } from "../../ui/filter/list-design.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { useListKeys } from "../../ui/list/row-focus.ts";
import { UrlListPage } from "./UrlListPage.tsx";
import { useUrlList } from "./use-url-list.ts";

/** What SEFAZ reported about the conta's documents, and which of them never arrived. */
export function AuditorPage(): React.JSX.Element {
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
      tabs={<Tabs {...list} active={tab} missing={missing.data ?? 0} />}
      skeleton={<RowsSkeleton rows={20} widths={[40, 160, 340, 84]} />}
    >
      {(registros) =>
        registros.length > 0 ? (
          <AuditorList {...list} registros={registros} />
        ) : (
          <EmptyList {...list} onClear={() => list.change({ filter: emptyFilterOf(AUDITOR_LIST) })} />
        )
      }
    </UrlListPage>
  );
}

function Tabs(props: {
  params: URLSearchParams;
  active: ListTab;
  missing: number;
  withoutView: string;
}): React.JSX.Element {
  const { params, active, missing, withoutView } = props;
  const toOf = (tab: ListTab): string => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (tab === "todos") next.delete("tab");
    else next.set("tab", tab);
    return next.size === 0 ? `/auditor${withoutView}` : `/auditor?${next}`;
  };
  return (
    <LinkTabs
      label={texts.abas.rotulo}
      active={active}
      tabs={[
        { key: "todos", title: texts.abas.todos, to: toOf("todos"), count: undefined },
        {
          key: "faltando",
          title: texts.abas.faltando,
          to: toOf("faltando"),
          count: missing > 0 ? formatInteger(missing) : undefined,
          tone: "aviso",
        },
      ]}
    />
  );
}

function EmptyList(props: {
  tab: ListTab;
  filter: ListFilter;
  timeZone: string;
  onClear: () => void;
}): React.JSX.Element {
  const { tab, filter, timeZone, onClear } = props;
  const anyCount = useQuery(auditorCountQuery({}));
  const { data: empresas = [] } = useQuery(empresasQuery);
  const isEnabled = empresas.some((empresa) => empresa.ativarAuditor && empresa.certificado !== null);
  const lastSync = lastOf(
    empresas.flatMap(({ distribuicoes }) => distribuicoes.map(({ ultimaEm }) => ultimaEm)),
  );
  const syncText =
    lastSync === null ? texts.semLeitura : texts.ate(formatNearInstant(lastSync, serverNow(), timeZone));
  if (anyCount.data === 0) {
    const enableLink = (
      <Button component={Link} variant="default" to="/admin?tab=empresa">
        {texts.ligar}
      </Button>
    );
    return (
      <EmptyState icon={IconZoomCheck} title={texts.nenhum} action={enableLink}>
        {isEnabled ? syncText : texts.nenhumTexto}
      </EmptyState>
    );
  }
  if (tab === "faltando" && isBroad(filter)) {
    return (
      <EmptyState icon={IconChecks} title={texts.nadaFalta}>
        {`${texts.nadaFaltaTexto} ${syncText}`}
      </EmptyState>
    );
  }
  const clearAction = (
    <Button variant="default" onClick={onClear}>
      {texts.limpar}
    </Button>
  );
  return (
    <EmptyState icon={IconInbox} title={texts.vazio} action={clearAction}>
      {texts.vazioTexto}
    </EmptyState>
  );
}

function lastOf(instants: readonly (Date | null)[]): Date | null {
  const known = instants.filter((instant) => instant !== null).map((instant) => instant.getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}

export { AuditorPage as Component };
