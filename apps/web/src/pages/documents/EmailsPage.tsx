import { formatInteger } from "@malote/syntax";
import { Box, Group } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { EMAIL_LIST } from "../../features/email/filter/email-filter.ts";
import { EmailList } from "../../features/email/list/EmailList.tsx";
import { useHasNoCaixa, useIsManager } from "../../rpc/conta/caixas.ts";
import { emailsQuery } from "../../rpc/documents/queries.ts";
import { pagerTexts } from "../../texts/app/general.ts";
import { emailTexts as texts } from "../../texts/lists/emails.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { NoCaixa } from "../../ui/feedback/NoCaixa.tsx";
import { NothingFound } from "../../ui/feedback/NothingFound.tsx";
import { countActive, emptyFilterOf } from "../../ui/filter/filter-design.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { useListKeys } from "../../ui/list/row-focus.ts";
import { UrlListPage } from "./UrlListPage.tsx";
import { useUrlList } from "./use-url-list.ts";

/** Every e-mail of the monitored mailboxes, with its outcome. */
export function EmailsPage(): React.JSX.Element {
  const list = useUrlList({
    name: "emails",
    design: EMAIL_LIST,
    queryOf: (searchFilter, { sortOrder, page }) =>
      emailsQuery({ searchFilter, searchOrder: sortOrder, currentPage: page }),
    hrefOf: ({ id }) => `/email/${id}`,
  });
  const { data } = list;
  const total = data ? pagerTexts.emails(formatInteger(data.totalCount)) : "";
  useListKeys();
  return (
    <UrlListPage
      list={list}
      title={texts.titulo}
      summary={total}
      total={total}
      orderTexts={texts.ordens}
      skeleton={<RowsSkeleton rows={20} widths={[16, 140, 400, 84]} />}
      footer={
        <Group component="span" gap={8}>
          <Box component="span" w={7} h={7} bg="var(--text-2)" bdrs={4} />
          {texts.legenda}
        </Group>
      }
    >
      {(emails) =>
        emails.length > 0 ? (
          <EmailList {...list} emails={emails} />
        ) : (
          <EmptyList
            filtered={countActive(EMAIL_LIST, list.filter) > 0}
            onClear={() => list.change({ filter: emptyFilterOf(EMAIL_LIST) })}
          />
        )
      }
    </UrlListPage>
  );
}

function EmptyList({ filtered, onClear }: { filtered: boolean; onClear: () => void }): React.JSX.Element {
  const hasNoCaixa = useHasNoCaixa();
  const isManager = useIsManager() ?? false;
  if (hasNoCaixa) {
    return <NoCaixa title={texts.semCaixa} text={texts.semCaixaTexto} isManager={isManager} />;
  }
  if (!filtered) {
    return (
      <EmptyState icon={IconMail} title={texts.nenhum}>
        {texts.nenhumTexto}
      </EmptyState>
    );
  }
  return <NothingFound texts={texts} onClear={onClear} />;
}

export { EmailsPage as Component };
