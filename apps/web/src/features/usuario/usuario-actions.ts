import { useNavigate } from "react-router-dom";
import { call } from "../../rpc/call/call.ts";
import { explainActionFailure, explainFailure } from "../../rpc/call/failures.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/conta/usuarios.ts";
import { usuariosTexts as texts, usuarioTexts } from "../../texts/admin/usuarios.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";

/** Actions of a manager on a user of the list. */
export type UsuarioActions = {
  open: (usuario: Usuario) => void;
  resendConvite: (usuario: Usuario) => void;
  sendPasswordLink: (usuario: Usuario) => void;
  setAtivo: (usuario: Usuario, ativo: boolean) => void;
  remove: (usuario: Usuario) => void;
};

export function useUsuarioActions(): UsuarioActions {
  const navigate = useNavigate();
  return {
    open: ({ id }) => void navigate(`/usuario/${id}`),
    resendConvite: (usuario) => void resendConvite(usuario),
    sendPasswordLink: (usuario) => void sendPasswordLink(usuario),
    setAtivo: (usuario, ativo) => void confirmAtivo(usuario, ativo),
    remove: (usuario) => void deleteUsuario(usuario),
  };
}

/** Sends a new invitation; the previous link expires. */
export async function resendConvite(usuario: Usuario): Promise<void> {
  const { id, nome, nomeUsuario, nomeCompleto, email } = usuario;
  await attempt(async () => {
    await call("Usuario.inviteUsuario", { usuario: { id, nome, nomeUsuario, nomeCompleto, email } });
    showToast(usuarioTexts.convidado(email));
  }, peopleMessages.conviteNaoEnviado);
}

/** Sends a link for a new password. */
async function sendPasswordLink({ email }: Usuario): Promise<void> {
  await attempt(async () => {
    await call("Usuario.resetPassword", { email });
    showToast(texts.senhaEnviada(email));
  });
}

async function confirmAtivo({ id, nome }: Usuario, ativo: boolean): Promise<void> {
  const { titulo, texto, acao } = texts.inativar;
  const isConfirmed =
    ativo || (await askConfirmation({ titulo: titulo(nome), texto, acao, destrutiva: true }));
  if (!isConfirmed) return;
  await attempt(async () => {
    const { mensagem } = await call("Usuario.setAtivo", { id, ativo });
    showToast(mensagem ?? "");
  });
}

/** Asks for confirmation and deletes a user. @returns whether the user was deleted */
export async function deleteUsuario({ id, nome }: Usuario): Promise<boolean> {
  const { titulo, texto, acao, feita } = texts.excluir;
  const isConfirmed = await askConfirmation({ titulo: titulo(nome), texto, acao, destrutiva: true });
  if (!isConfirmed) return false;
  return await attempt(async () => {
    await call("Usuario.deleteUsuario", { id });
    showToast(feita(nome));
  });
}

/**
 * @param titulo the title of a failure other than a refusal, where spec §8 has a sentence for the
 * action
 */
async function attempt(work: () => Promise<void>, titulo?: string): Promise<boolean> {
  try {
    await work();
    await refreshUsuarios();
    return true;
  } catch (error) {
    showFailureToast(titulo === undefined ? explainFailure(error) : explainActionFailure(error, titulo));
    return false;
  }
}
