import { dayInZone } from "@malote/syntax";
import { Button, Flex, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLocation, useParams, useSearchParams } from "react-router-dom";
import { EMAIL_LIST } from "../../features/email/filter/email-filter.ts";
import { hasStoredOriginal } from "../../features/email/list/email-chips.ts";
import { EmailBody } from "../../features/email/message/EmailBody.tsx";
import { EmailHeader } from "../../features/email/message/EmailHeader.tsx";
import { ReprocessButton } from "../../features/email/message/ReprocessButton.tsx";
import { EmailParts } from "../../features/email/parts/EmailParts.tsx";
import { serverNow } from "../../network/clock.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { emailQuery } from "../../rpc/documents/detail-queries.ts";
import { type ListStart, readListStart, useListPosition } from "../../rpc/documents/list-position.ts";
import { type Email, emailsQuery } from "../../rpc/documents/queries.ts";
import { emailHref } from "../../rpc/files/file-urls.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { emailTexts } from "../../texts/lists/emails.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { readList, searchFilterOf } from "../../ui/filter/list-design.ts";
import {
  DocBar,
  DocPage,
  DocPane,
  DocPanes,
  NeighbourLinks,
  useDocShortcuts,
} from "../../ui/layout/DocPage.tsx";
import { useIsPhone, usePageTitle } from "../../ui/layout/page-hooks.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { rememberOpenRow } from "../../ui/list/row-focus.ts";

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
  useDocShortcuts();
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
  const phone = useIsPhone();
  const stored = hasStoredOriginal(email);
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
          <Flex component="section" direction="column" style={{ overflow: "auto" }} aria-label={t.corpo}>
            <EmailHeader email={email} timeZone={timeZone} />
            <EmailBody email={email} />
          </Flex>
        }
        right={
          <DocPane label={t.partes}>
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
          </DocPane>
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
function Navigation(props: { email: Email; start: ListStart; timeZone: string }): React.JSX.Element {
  const { email, start, timeZone } = props;
  const state = readList(EMAIL_LIST, new URL(start.lista, window.location.origin).searchParams);
  const request = {
    searchFilter: searchFilterOf(EMAIL_LIST, state, dayInZone(serverNow(), timeZone)),
    searchOrder: state.sortOrder,
  };
  const position = useListPosition(email.id, start, {
    pageQuery: (page) => emailsQuery({ ...request, currentPage: page }),
  });
  return (
    <NeighbourLinks
      list={start.lista}
      position={position}
      texts={emailTexts.detalhe}
      hrefOf={(id) => `/email/${id}`}
    />
  );
}

export { EmailPage as Component };
