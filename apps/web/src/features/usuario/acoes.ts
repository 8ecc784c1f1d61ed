import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { useNavigate } from "react-router-dom";
import { call } from "../../rpc/call.ts";
import { explainAto, explainFalha } from "../../rpc/falhas.ts";
import { refreshUsuarios, type Usuario } from "../../rpc/usuarios.ts";
import { usuarios as textos, usuario as umUsuario } from "../../textos/usuarios.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";

/** Actions of a manager on a user of the list. */
export type UsuarioAcoes = {
  abrir: (usuario: Usuario) => void;
  reenviar: (usuario: Usuario) => void;
  senha: (usuario: Usuario) => void;
  setAtivo: (usuario: Usuario, ativo: boolean) => void;
  excluir: (usuario: Usuario) => void;
};

export function useUsuarioAcoes(): UsuarioAcoes {
  const navigate = useNavigate();
  return {
    abrir: ({ id }) => void navigate(`/usuario/${id}`),
    reenviar: (usuario) => void resendConvite(usuario),
    senha: (usuario) => void sendSenha(usuario),
    setAtivo: (usuario, ativo) => void changeAtivo(usuario, ativo),
    excluir: (usuario) => void excluirUsuario(usuario),
  };
}

/** Sends a new invitation; the previous link expires. */
export async function resendConvite(usuario: Usuario): Promise<void> {
  const { id, nome, nomeUsuario, nomeCompleto, email } = usuario;
  await attempt(async () => {
    await call("Usuario.inviteUsuario", { usuario: { id, nome, nomeUsuario, nomeCompleto, email } });
    avisar(umUsuario.convidado(email));
  }, MENSAGENS_DAS_PESSOAS.conviteNaoEnviado);
}

/** Sends a link for a new password. */
async function sendSenha({ email }: Usuario): Promise<void> {
  await attempt(async () => {
    await call("Usuario.resetPassword", { email });
    avisar(textos.senhaEnviada(email));
  });
}

async function changeAtivo({ id, nome }: Usuario, ativo: boolean): Promise<void> {
  const { titulo, texto, acao } = textos.inativar;
  const sure = ativo || (await confirmar({ titulo: titulo(nome), texto, acao, destrutiva: true }));
  if (!sure) return;
  await attempt(async () => {
    const { mensagem } = await call("Usuario.setAtivo", { id, ativo });
    avisar(mensagem ?? "");
  });
}

/** Asks for confirmation and deletes a user. @returns whether the user was deleted */
export async function excluirUsuario({ id, nome }: Usuario): Promise<boolean> {
  const { titulo, texto, acao, feita } = textos.excluir;
  const sure = await confirmar({ titulo: titulo(nome), texto, acao, destrutiva: true });
  if (!sure) return false;
  return await attempt(async () => {
    await call("Usuario.deleteUsuario", { id });
    avisar(feita(nome));
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
    avisarFalha(titulo === undefined ? explainFalha(error) : explainAto(error, titulo));
    return false;
  }
}
