import { rpc, type SignedInUser, signIn, signInAs } from "../setup/wire.ts";
import { callAnonymously, type MailWire, userForm } from "./usuario-setup.ts";

export const NEW_PASSWORD = "Girassol77";

/** Steps of the tests of links. nome: default name of the user. */
export function createLinkSteps({
  casa: wire,
  ana,
  nome: defaultName,
}: {
  casa: MailWire;
  ana: SignedInUser;
  nome: () => string;
}) {
  /** Invites a new user and returns the e-mail. */
  async function invite(nomeUsuario = defaultName()) {
    const answer = await ana.call("Usuario.inviteUsuario", { usuario: userForm(nomeUsuario) });
    const { id } = answer.object as { id: string };
    const [receivedEmail] = await wire.readEmails();
    if (receivedEmail === undefined) throw new Error("no e-mail was sent");
    return { id, answer, carta: receivedEmail, nomeUsuario };
  }
  /** Creates an active user and signs in. */
  async function join(nomeUsuario = defaultName()): Promise<SignedInUser> {
    const { contaId, identificador } = ana;
    const newUser = { nomeUsuario, senha: NEW_PASSWORD, administrador: false };
    const { usuarioId } = await wire.createUsuario(contaId, newUser);
    return await signInAs(wire, { ...newUser, contaId, identificador, usuarioId });
  }
  /** Requests a new password and returns the e-mails. */
  async function ask(email: string) {
    const answer = await callAnonymously(wire, "Usuario.resetPassword", { email });
    return { answer, cartas: await wire.readEmails() };
  }
  const accept = (inviteToken: string, password = NEW_PASSWORD, usuario: object | null = null) =>
    callAnonymously(wire, "Usuario.saveInviteUsuario", { usuario, inviteToken, password });
  const reset = (resetToken: string, newPassword = NEW_PASSWORD) =>
    callAnonymously(wire, "Usuario.saveSetupPassword", { usuario: null, resetToken, newPassword });
  const logar = async (
    { identificador, nomeUsuario }: Pick<SignedInUser, "identificador" | "nomeUsuario">,
    senha: string,
  ) =>
    (
      (await (await signIn(wire, { identificador, nomeUsuario, senha })).json()) as {
        result: { sucesso: boolean };
      }
    ).result.sucesso;
  const isAlive = async ({ token }: SignedInUser) =>
    (await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token })).error ===
    null;
  return { invite, join, ask, accept, reset, logar, isAlive };
}
