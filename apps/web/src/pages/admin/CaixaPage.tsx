import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { CaixaForm } from "../../features/caixa/form/CaixaForm.tsx";
import { CaixaFormSkeleton } from "../../features/caixa/form/CaixaFormSkeleton.tsx";
import { caixaNameOf } from "../../features/caixa/health/caixa-state.ts";
import { CaixaHealthPanel } from "../../features/caixa/health/HealthPanel.tsx";
import { deleteCaixa } from "../../features/caixa/list/caixa-actions.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { caixaQuery } from "../../rpc/documents/detail-queries.ts";
import { type CaixaDetail, caixasCloseQuery } from "../../rpc/documents/queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { caixasTexts, caixaTexts as texts } from "../../texts/admin/caixas.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { DocBar, DocPage } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import classes from "./CaixaPage.module.css";

const LIST_URL = "/admin?tab=caixa";

/** One mailbox: connection settings, health, and a connection test. */
export function CaixaPage(): React.JSX.Element {
  const { caixaId } = useParams();
  return caixaId === undefined ? (
    <CaixaView key="nova" stored={null} />
  ) : (
    <StoredPage key={caixaId} id={caixaId} />
  );
}

function StoredPage({ id }: { id: string }): React.JSX.Element {
  const query = useQuery(caixaQuery(id));
  if (query.data) return <CaixaView stored={query.data} />;
  return (
    <>
      <h1 className="vh">{caixasTexts.lista}</h1>
      {query.error ? (
        <FailureState
          failure={explainFailure(query.error)}
          onRetry={() => void query.refetch()}
          exit={{ label: texts.voltar, to: LIST_URL }}
        />
      ) : (
        <CaixaFormSkeleton />
      )}
    </>
  );
}

function CaixaView({ stored }: { stored: CaixaDetail | null }): React.JSX.Element {
  const isManager = useIsManager();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const title = stored ? caixaNameOf(stored) : texts.novaTitulo;
  usePageTitle(title);
  const goBack = (): void => void navigate(LIST_URL);
  const deleteAction = stored && isManager && (
    <DeleteButton
      caixa={stored}
      onDone={() => {
        releaseUnsavedChanges();
        goBack();
      }}
    />
  );
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: LIST_URL }}
        title={<Heading name={title} stored={stored !== null} />}
        actions={deleteAction}
      />
      {isManager === undefined ? (
        <CaixaFormSkeleton />
      ) : (
        <CaixaForm
          savedCaixa={stored}
          isManager={isManager}
          timeZone={timeZone}
          testAtOnce={wantsTest(state)}
          onTestStarted={() => void navigate(pathname, { replace: true, state: null })}
          onSaved={() => {
            releaseUnsavedChanges();
            goBack();
          }}
          onCancel={goBack}
          healthPanel={stored && <HealthPanel stored={stored} timeZone={timeZone} />}
          footer={deleteAction && <div className={classes.fim}>{deleteAction}</div>}
        />
      )}
    </DocPage>
  );
}

function Heading({ name, stored }: { name: string; stored: boolean }): React.JSX.Element {
  return (
    <div className={classes.titulo}>
      <h1 className="t-pagina">{name}</h1>
      {stored && <span>{texts.subtitulo}</span>}
    </div>
  );
}

/** The mailbox's health from the polled list; the form itself is not reloaded. */
function HealthPanel({ stored, timeZone }: { stored: CaixaDetail; timeZone: string }): React.JSX.Element {
  const { data } = useQuery(caixasCloseQuery);
  return <CaixaHealthPanel caixa={data?.find(({ id }) => id === stored.id) ?? stored} timeZone={timeZone} />;
}

function DeleteButton(props: { caixa: CaixaDetail; onDone: () => void }): React.JSX.Element {
  return (
    <Button
      variant="subtle"
      className={`botao ${classes.excluir}`}
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void deleteCaixa(props.caixa).then((deleted) => deleted && props.onDone())}
    >
      {caixasTexts.menu.excluir}
    </Button>
  );
}

/** Whether the list navigated here to run a connection test. */
function wantsTest(state: unknown): boolean {
  return typeof state === "object" && state !== null && "testar" in state && state.testar === true;
}

export { CaixaPage as Component };
