import { dayInZone, formatInteger } from "@malote/syntax";
import { Button, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams, useSearchParams } from "react-router-dom";
import { EMAIL_LIST } from "../../features/email/filter/email-filter.ts";
import { hasStoredOriginal } from "../../features/email/list/email-chips.ts";
import { EmailBody } from "../../features/email/message/EmailBody.tsx";
import { EmailHeader } from "../../features/email/message/EmailHeader.tsx";
import { ReprocessButton } from "../../features/email/message/ReprocessButton.tsx";
import { EmailParts } from "../../features/email/parts/EmailParts.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { emailQuery } from "../../rpc/documents/detail-queries.ts";
import {
  type ListStart,
  type ListStep,
  readListStart,
  useListPosition,
} from "../../rpc/documents/list-position.ts";
import { type Email, emailsQuery } from "../../rpc/documents/queries.ts";
import { emailHref } from "../../rpc/files/file-urls.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { emailTexts } from "../../texts/lists/emails.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { readList, searchFilterOf } from "../../ui/filter/list-design.ts";
import {
  clickNavigation,
  DocBar,
  DocPage,
  DocPanes,
  type Neighbour,
  NeighbourLinks,
} from "../../ui/layout/DocPage.tsx";
import { useIsPhone, usePageTitle } from "../../ui/layout/page-hooks.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { rememberOpenRow } from "../../ui/list/row-focus.ts";
import { useShortcuts } from "../../ui/overlay/shortcuts.ts";
import { ScrollPane } from "./ScrollPane.tsx";

const READING_POLL_MS = 3_000;

/** One e-mail: its text, and the outcome of each part. */
export function EmailPage(): React.JSX.Element {
  const { emailId = "" } = useParams();
  const query = useQuery({
    ...emailQuery(emailId),
    refetchInterval: ({ state }) => (state.data?.estado === "em-leitura" ? READING_POLL_MS : false),
  });
  const { data, error } = query;
  usePageTitle(data?.assunto || emailTexts.detalhe.naoExiste);
  useShortcuts({
    j: () => clickNavigation("proximo"),
    k: () => clickNavigation("anterior"),
    "]": () => clickNavigation("proximo"),
    "[": () => clickNavigation("anterior"),
    Escape: () => clickNavigation("voltar"),
  });
  if (data) return <EmailView key={data.id} email={data} />;
  return (
    <>
      <h1 className="vh">{emailTexts.detalhe.naoExiste}</h1>
      {error ? (
        <FailureState
          failure={explainFailure(error)}
          onRetry={() => void query.refetch()}
          exit={{ label: emailTexts.detalhe.voltar, to: "/emails" }}
        />
      ) : (
        <RowsSkeleton rows={20} widths={[16, 140, 400, 84]} />
      )}
    </>
  );
}

function EmailView({ email }: { email: Email }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  const timeZone = useTimeZone();
  const [params] = useSearchParams();
  const start = readListStart(useLocation().state);
  useEffect(() => rememberOpenRow(email.id, start), [email.id, start]);
  const stored = hasStoredOriginal(email);
  const phone = useIsPhone();
  return (
    <DocPage>
      <DocBar
        back={{ label: t.voltar, to: start?.lista ?? "/emails" }}
        title={<h1 className="t-pagina">{email.assunto || emailTexts.semAssunto}</h1>}
        navigation={start && <Navigation email={email} start={start} timeZone={timeZone} />}
        actions={stored && <OriginalLink id={email.id} />}
      />
      <DocPanes
        halves
        left={
          <Stack component="section" gap={0} style={{ overflow: "auto" }} aria-label={t.corpo}>
            <EmailHeader email={email} timeZone={timeZone} />
            <EmailBody email={email} />
          </Stack>
        }
        right={
          <ScrollPane label={t.partes}>
            <EmailParts
              email={email}
              targetId={params.get("parte")}
              timeZone={timeZone}
              action={stored && <ReprocessButton email={email} />}
            />
            {stored && phone && (
              <Stack p="16px var(--gutter) 24px">
                <OriginalLink id={email.id} />
              </Stack>
            )}
          </ScrollPane>
        }
      />
    </DocPage>
  );
}

function OriginalLink({ id }: { id: string }): React.JSX.Element {
  return (
    <Button
      component="a"
      href={emailHref(id)}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
    >
      {emailTexts.detalhe.original}
    </Button>
  );
}

/** Previous and next e-mail of the list from which this one was opened. */
function Navigation(props: { email: Email; start: ListStart; timeZone: string }): React.JSX.Element | null {
  const { email, start, timeZone } = props;
  const { detalhe: t } = emailTexts;
  const state = readList(EMAIL_LIST, new URL(start.lista, window.location.origin).searchParams);
  const request = {
    searchFilter: searchFilterOf(EMAIL_LIST, state, dayInZone(new Date(), timeZone)),
    searchOrder: state.sortOrder,
  };
  const position = useListPosition(email.id, start, (page) => emailsQuery({ ...request, currentPage: page }));
  if (!position) return null;
  const neighbour = (step: ListStep | null, label: string): Neighbour =>
    step && { label, to: `/email/${step.id}`, state: { lista: start.lista, pos: step.pos } };
  return (
    <NeighbourLinks
      previous={neighbour(position.previous, t.anterior)}
      next={neighbour(position.next, t.proximo)}
      labels={[t.anterior, t.proximo]}
      position={t.posicao(formatInteger(position.pos + 1), formatInteger(position.total))}
    />
  );
}

export { EmailPage as Component };
