import { dayInZone } from "@malote/syntax";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { AUDITOR_LIST } from "../../features/auditor/auditor-filter.ts";
import { RegistroFacts, RegistroLinks } from "../../features/auditor/Registro.tsx";
import { registroNameOf } from "../../features/auditor/registro-status.ts";
import { serverNow } from "../../network/clock.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Auditor, auditorListQuery, auditorQuery } from "../../rpc/documents/auditor.ts";
import { type ListStart, readListStart, useListPosition } from "../../rpc/documents/list-position.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { auditorTexts as texts } from "../../texts/lists/auditor.ts";
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

const { detalhe: t } = texts;

/** One record that SEFAZ reported. */
export function AuditorRegistroPage(): React.JSX.Element {
  const { auditorId = "" } = useParams();
  const { data, error, refetch } = useQuery(auditorQuery(auditorId));
  usePageTitle(data ? texts.tipos[data.tipo] : t.naoExiste);
  useDocShortcuts();
  if (data) return <RegistroView key={data.id} registro={data} />;
  return (
    <>
      <h1 className="vh">{t.naoExiste}</h1>
      {error ? (
        <FailureState
          failure={explainFailure(error)}
          onRetry={() => void refetch()}
          exit={{ label: t.voltar, to: "/auditor" }}
        />
      ) : (
        <RowsSkeleton rows={20} widths={[40, 160, 340, 84]} />
      )}
    </>
  );
}

function RegistroView({ registro }: { registro: Auditor }): React.JSX.Element {
  const timeZone = useTimeZone();
  const start = readListStart(useLocation().state);
  useEffect(() => rememberOpenRow(registro.id, start), [registro.id, start]);
  const phone = useIsPhone();
  const isEvento = registro.tipo === "Evento" || registro.tipo === "Cancelamento";
  const title = isEvento
    ? `${texts.tipos[registro.tipo]}, ${registroNameOf(registro)}`
    : registroNameOf(registro);
  // On a phone the actions come first, the facts below.
  const facts = (
    <DocPane label={title}>
      <RegistroFacts registro={registro} timeZone={timeZone} />
    </DocPane>
  );
  const links = (
    <DocPane label={t.ligacoes}>
      <RegistroLinks registro={registro} timeZone={timeZone} />
    </DocPane>
  );
  return (
    <DocPage>
      <DocBar
        back={{ label: t.voltar, to: start?.lista ?? "/auditor" }}
        title={<h1 className="t-pagina">{title}</h1>}
        navigation={start && <Navigation registro={registro} start={start} timeZone={timeZone} />}
        actions={null}
      />
      <DocPanes halves left={phone ? links : facts} right={phone ? facts : links} />
    </DocPage>
  );
}

/** Previous and next record of the list from which this one was opened. */
function Navigation(props: { registro: Auditor; start: ListStart; timeZone: string }): React.JSX.Element {
  const { registro, start, timeZone } = props;
  const state = readList(AUDITOR_LIST, new URL(start.lista, window.location.origin).searchParams);
  const request = {
    searchFilter: searchFilterOf(AUDITOR_LIST, state, dayInZone(serverNow(), timeZone)),
    listSearchOrder: state.sortOrder,
  };
  const position = useListPosition(registro.id, start, {
    pageQuery: (page) => auditorListQuery({ ...request, currentPage: page }),
  });
  return (
    <NeighbourLinks list={start.lista} position={position} texts={t} hrefOf={(id) => `/auditor/${id}`} />
  );
}

export { AuditorRegistroPage as Component };
