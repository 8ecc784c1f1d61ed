import { PEOPLE_MESSAGES } from "@malote/contract";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router-dom";
import { UsuarioForm } from "../../features/usuario/UsuarioForm.tsx";
import { deleteUsuario } from "../../features/usuario/usuario-actions.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type Usuario as StoredUsuario, usuarioQuery } from "../../rpc/conta/usuarios.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { usuarioTexts as texts, usuariosTexts } from "../../texts/admin/usuarios.ts";
import { general } from "../../texts/app/general.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { DocBar, DocPage } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import classes from "./EmpresaPage.module.css";

const LIST_URL = "/admin?tab=usuario";

/** One user of the conta, or the form to invite one. */
export function UsuarioPage(): React.JSX.Element {
  const { usuarioId } = useParams();
  return usuarioId === undefined ? (
    <UsuarioView key="novo" stored={null} />
  ) : (
    <StoredPage key={usuarioId} id={usuarioId} />
  );
}

function StoredPage({ id }: { id: string }): React.JSX.Element {
  const query = useQuery(usuarioQuery(id));
  if (query.data) return <UsuarioView stored={query.data} />;
  return (
    <>
      <h1 className="vh">{usuariosTexts.lista}</h1>
      {query.error ? (
        <FailureState
          failure={explainFailure(query.error)}
          onRetry={() => void query.refetch()}
          exit={{ label: texts.voltar, to: LIST_URL }}
        />
      ) : (
        <p className="vh" role="status">
          {general.carregando}
        </p>
      )}
    </>
  );
}

function UsuarioView({ stored }: { stored: StoredUsuario | null }): React.JSX.Element {
  const self = useCurrentUser()?.usuario;
  const navigate = useNavigate();
  const title = stored ? stored.nomeCompleto : texts.novoTitulo;
  usePageTitle(title);
  const goBack = (): void => {
    releaseUnsavedChanges();
    void navigate(LIST_URL);
  };
  const isManager = self !== undefined && (self.administrador || self.proprietarioConta);
  const notDeletable = stored === null || stored.proprietarioConta || stored.id === self?.id;
  const deleteUsuario = !notDeletable && isManager && <DeleteButton usuario={stored} onDone={goBack} />;
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: LIST_URL }}
        title={
          <div className={classes.titulo}>
            <h1 className="t-pagina">{title}</h1>
            {stored && <span>{texts.subtitulo}</span>}
          </div>
        }
        actions={deleteUsuario}
      />
      {self && (
        <UsuarioForm
          savedUsuario={stored}
          isManager={isManager}
          own={stored?.id === self.id}
          readOnlyReason={isManager || stored?.id === self.id ? null : PEOPLE_MESSAGES.acessoRestrito}
          onSaved={goBack}
          onCancel={() => void navigate(LIST_URL)}
        />
      )}
    </DocPage>
  );
}

function DeleteButton(props: { usuario: StoredUsuario; onDone: () => void }): React.JSX.Element {
  const { usuario, onDone } = props;
  const confirmDelete = async (): Promise<void> => {
    if (await deleteUsuario(usuario)) onDone();
  };
  return (
    <Button
      variant="subtle"
      className={`botao ${classes.excluir}`}
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void confirmDelete()}
    >
      {usuariosTexts.menu.excluir}
    </Button>
  );
}

export { UsuarioPage as Component };
