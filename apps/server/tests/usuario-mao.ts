import { type Casa, digitado, visit } from "./usuario.ts";
import { enterAs, type Pessoa, rpc, signIn } from "./wire.ts";

export const NOVA = "Girassol77";

/** Steps of the tests of links. nome: default name of the user. */
export function createMao({ casa, ana, nome }: { casa: Casa; ana: Pessoa; nome: () => string }) {
  /** Invites a new user and returns the e-mail. */
  async function invite(nomeUsuario = nome()) {
    const answer = await ana.call("Usuario.inviteUsuario", { usuario: digitado(nomeUsuario) });
    const { id } = answer.object as { id: string };
    const [carta] = await casa.readCartas();
    if (carta === undefined) throw new Error("no e-mail was sent");
    return { id, answer, carta, nomeUsuario };
  }
  /** Creates an active user and signs in. */
  async function join(nomeUsuario = nome()): Promise<Pessoa> {
    const { contaId, identificador } = ana;
    const novo = { nomeUsuario, senha: NOVA, administrador: false };
    const { usuarioId } = await casa.createUsuario(contaId, novo);
    return await enterAs(casa, { ...novo, contaId, identificador, usuarioId });
  }
  /** Requests a new password and returns the e-mails. */
  async function ask(email: string) {
    const answer = await visit(casa, "Usuario.resetPassword", { email });
    return { answer, cartas: await casa.readCartas() };
  }
  const accept = (inviteToken: string, password = NOVA, usuario: object | null = null) =>
    visit(casa, "Usuario.saveInviteUsuario", { usuario, inviteToken, password });
  const reset = (resetToken: string, newPassword = NOVA) =>
    visit(casa, "Usuario.saveSetupPassword", { usuario: null, resetToken, newPassword });
  const logar = async (
    { identificador, nomeUsuario }: Pick<Pessoa, "identificador" | "nomeUsuario">,
    senha: string,
  ) =>
    (
      (await (await signIn(casa, { identificador, nomeUsuario, senha })).json()) as {
        result: { sucesso: boolean };
      }
    ).result.sucesso;
  const isAlive = async ({ token }: Pessoa) =>
    (await rpc(casa, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token })).error ===
    null;
  return { invite, join, ask, accept, reset, logar, isAlive };
}
