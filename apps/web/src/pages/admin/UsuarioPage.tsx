import { useParams } from "react-router-dom";
import { UsuarioForm } from "../../features/usuario/UsuarioForm.tsx";
import { deleteUsuario } from "../../features/usuario/usuario-actions.ts";
import { usuarioQuery } from "../../rpc/conta/usuarios.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { usuarioTexts as texts, usuariosTexts } from "../../texts/admin/usuarios.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { FormPage } from "./FormPage.tsx";

const LIST = { label: texts.voltar, to: "/admin?tab=usuario" };

/** One user of the conta, or the form to invite one. */
export function UsuarioPage(): React.JSX.Element {
  const { usuarioId } = useParams();
  const self = useCurrentUser()?.usuario;
  const isManager = self !== undefined && (self.administrador || self.proprietarioConta);
  return (
    <FormPage
      id={usuarioId}
      query={usuarioQuery}
      back={LIST}
      texts={{ loading: usuariosTexts.lista, subtitle: texts.subtitulo }}
      titleOf={(stored) => stored?.nomeCompleto ?? texts.novoTitulo}
      isReady={self !== undefined}
      remove={
        isManager
          ? {
              label: usuariosTexts.menu.excluir,
              isAllowed: ({ id, proprietarioConta }) => !proprietarioConta && id !== self.id,
              run: deleteUsuario,
            }
          : null
      }
    >
      {({ stored, leave, cancel, footer }) => (
        <UsuarioForm
          savedUsuario={stored}
          isManager={isManager}
          own={stored !== null && stored.id === self?.id}
          readOnlyReason={isManager || stored?.id === self?.id ? null : peopleMessages.acessoRestrito}
          onSaved={() => leave(LIST.to)}
          onCancel={cancel}
          footer={footer}
        />
      )}
    </FormPage>
  );
}

export { UsuarioPage as Component };
