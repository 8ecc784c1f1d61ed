import { EMAIL_ORDERS, PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { dayInZone, formatInteger } from "@malote/syntax";
import { IconInbox, IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { EmailFilterButton, EmailFilterChips } from "../../features/email/filter/EmailFilterControls.tsx";
import {
  chipsOf,
  EMPTY_FILTER,
  type ListFilter,
  readFilter,
  readSortOrder,
  toSearchFilter,
  writeFilter,
  writeSortOrder,
} from "../../features/email/filter/email-filter.ts";
import { EmailList } from "../../features/email/list/EmailList.tsx";
import { EmailListSkeleton } from "../../features/email/list/EmailListSkeleton.tsx";
import { SavedViewsButton } from "../../features/saved-views/SavedViewsButton.tsx";
import { useListAddress } from "../../features/saved-views/use-saved-views.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useHasNoCaixa, useIsManager } from "../../rpc/conta/caixas.ts";
import { type EmailRow, emailsQuery } from "../../rpc/documents/queries.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { general, pagerTexts } from "../../texts/app/general.ts";
import { emailTexts as texts } from "../../texts/lists/emails.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { NoCaixa } from "../../ui/feedback/NoCaixa.tsx";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import { ListPage } from "../../ui/layout/ListPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { useDensity } from "../../ui/list/density.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { readPageParam, writePageParam } from "../../ui/list/page-param.ts";
import { useFocusOpenRow, useListKeys } from "../../ui/list/row-focus.ts";
import { SortMenu } from "../../ui/list/SortMenu.tsx";
import classes from "./EmailsPage.module.css";

/** Every e-mail of the monitored mailboxes, with its outcome. */
export function EmailsPage(): React.JSX.Element {
  const list = useEmailList();
  const { params, setParams, filter, setFiltro: setFilter, ordem: sortOrder, pagina: page, query } = list;
  const total = query.data ? pagerTexts.emails(formatInteger(query.data.totalCount)) : "";
  const pages = Math.ceil((query.data?.totalCount ?? 0) / PAGE_SIZE);
  usePageTitle(texts.titulo);
  useDensity(useOwner());
  useListKeys();
  return (
    <ListPage
      title={texts.titulo}
      summary={total}
      actions={
        <>
          <EmailFilterButton filter={filter} onChange={setFilter} />
          <SortMenu
            label={filterTexts.ordenar}
            value={sortOrder}
            options={EMAIL_ORDERS.map((value) => ({ value, label: texts.ordens[value] }))}
            onChange={(next) => setParams(writeSortOrder(params, next))}
          />
        </>
      }
      chips={
        <>
          <EmailFilterChips filter={filter} onChange={setFilter} />
          <SavedViewsButton list="emails" />
        </>
      }
      busy={query.isPlaceholderData}
      footer={
        <Pager
          page={page}
          pages={Math.max(1, Math.min(pages, PAGE_DEPTH_MAX / PAGE_SIZE))}
          total={total}
          onPage={(next) => setParams(writePageParam(params, next))}
        >
          <span className={classes.legenda}>{texts.legenda}</span>
        </Pager>
      }
    >
      <Content lista={list} />
    </ListPage>
  );
}

/** The state in the URL, and the page of e-mails that it requests. */
function useEmailList() {
  const { params, setParams } = useListAddress("emails");
  const location = useLocation();
  const timeZone = useTimeZone();
  const filter = readFilter(params);
  const sortOrder = readSortOrder(params);
  const page = readPageParam(params);
  const searchFilter = toSearchFilter(filter, dayInZone(new Date(), timeZone));
  const query = useQuery(emailsQuery({ searchFilter, searchOrder: sortOrder, currentPage: page }));
  const list = `${location.pathname}${location.search}`;
  const linkOf = (email: EmailRow): { to: string; state: unknown } => ({
    to: `/email/${email.id}`,
    state: { lista: list, pos: (page - 1) * PAGE_SIZE + (query.data?.results.indexOf(email) ?? 0) },
  });
  useFocusOpenRow(list, (page - 1) * PAGE_SIZE, query.data !== undefined);
  const setFilter = (next: ListFilter): void => setParams(writeFilter(params, next));
  return {
    params,
    setParams,
    setFiltro: setFilter,
    zona: timeZone,
    filter,
    ordem: sortOrder,
    pagina: page,
    query,
    linkOf,
  };
}

/** The e-mails, or an empty state with the reason and the next action. */
function Content({ lista: list }: { lista: ReturnType<typeof useEmailList> }): React.JSX.Element {
  const { query, filter, setFiltro: setFilter, ordem: sortOrder, zona: timeZone, linkOf } = list;
  if (query.isPending) return <EmailListSkeleton label={general.carregando} />;
  if (!query.data) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  const emails = query.data.results;
  if (emails.length === 0) return <EmptyList filter={filter} onClear={() => setFilter(EMPTY_FILTER)} />;
  return <EmailList emails={emails} sortOrder={sortOrder} timeZone={timeZone} linkOf={linkOf} />;
}

function EmptyList({ filter, onClear }: { filter: ListFilter; onClear: () => void }): React.JSX.Element {
  const hasNoCaixa = useHasNoCaixa();
  const isManager = useIsManager() ?? false;
  if (hasNoCaixa) {
    return <NoCaixa title={texts.semCaixa} text={texts.semCaixaTexto} isManager={isManager} />;
  }
  if (chipsOf(filter).length === 0) {
    return (
      <EmptyState icon={IconMail} title={texts.nenhum}>
        {texts.nenhumTexto}
      </EmptyState>
    );
  }
  const clearAction = <PlainButton onClick={onClear}>{texts.limpar}</PlainButton>;
  return (
    <EmptyState icon={IconInbox} title={texts.vazio} action={clearAction}>
      {texts.vazioTexto}
    </EmptyState>
  );
}

export { EmailsPage as Component };
