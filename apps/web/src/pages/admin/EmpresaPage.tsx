import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router-dom";
import { deleteEmpresa } from "../../features/empresa/empresa-actions.ts";
import { EmpresaForm } from "../../features/empresa/form/EmpresaForm.tsx";
import { EmpresaFormSkeleton } from "../../features/empresa/form/EmpresaFormSkeleton.tsx";
import { EmpresaPanels, NextStepsPanel } from "../../features/empresa/panels/EmpresaPanels.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { empresaQuery, type Empresa as StoredEmpresa } from "../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { empresasTexts, empresaTexts as texts } from "../../texts/admin/empresas.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { DocBar, DocPage } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import classes from "./EmpresaPage.module.css";

const LIST_URL = "/admin?tab=empresa";

/** One empresa: its data, what Malote may do in its name, its certificado. */
export function EmpresaPage(): React.JSX.Element {
  const { empresaId } = useParams();
  return empresaId === undefined ? (
    <EmpresaView key="nova" stored={null} />
  ) : (
    <StoredPage key={empresaId} id={empresaId} />
  );
}

function StoredPage({ id }: { id: string }): React.JSX.Element {
  const query = useQuery(empresaQuery(id));
  if (query.data) return <EmpresaView stored={query.data} />;
  return (
    <>
      <h1 className="vh">{empresasTexts.lista}</h1>
      {query.error ? (
        <FailureState
          failure={explainFailure(query.error)}
          onRetry={() => void query.refetch()}
          exit={{ label: texts.voltar, to: LIST_URL }}
        />
      ) : (
        <EmpresaFormSkeleton />
      )}
    </>
  );
}

function EmpresaView({ stored }: { stored: StoredEmpresa | null }): React.JSX.Element {
  const isManager = useIsManager();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const title = stored ? stored.nome : texts.novaTitulo;
  usePageTitle(title);
  const goTo = (to: string): void => {
    releaseUnsavedChanges();
    void navigate(to);
  };
  const deleteAction = stored && isManager && <DeleteButton empresa={stored} onDone={() => goTo(LIST_URL)} />;
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: LIST_URL }}
        title={<Heading name={title} stored={stored !== null} />}
        actions={deleteAction}
      />
      {isManager === undefined ? (
        <EmpresaFormSkeleton />
      ) : (
        <EmpresaForm
          savedEmpresa={stored}
          isManager={isManager}
          // A new empresa next needs its certificado.
          onSaved={(id) => goTo(stored ? LIST_URL : `/cert/${id}`)}
          onCancel={() => void navigate(LIST_URL)}
          sidePanel={
            <>
              {stored ? (
                <EmpresaPanels savedEmpresa={stored} isManager={isManager} timeZone={timeZone} />
              ) : (
                <NextStepsPanel />
              )}
              {deleteAction && <div className={classes.fim}>{deleteAction}</div>}
            </>
          }
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

function DeleteButton(props: { empresa: StoredEmpresa; onDone: () => void }): React.JSX.Element {
  return (
    <Button
      variant="subtle"
      className={`botao ${classes.excluir}`}
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void deleteEmpresa(props.empresa).then((deleted) => deleted && props.onDone())}
    >
      {empresasTexts.menu.excluir}
    </Button>
  );
}

export { EmpresaPage as Component };
