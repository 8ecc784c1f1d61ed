import type { Role } from "@malote/contract";
import { rpc, type SignedInUser, signInAs, type Wire } from "./wire.ts";

/** One signed-in caller for each perfil; a visitante has no session. */
export type Team = Record<Exclude<Role, "visitante">, SignedInUser>;

/** The rights of each perfil. */
const RIGHTS = {
  proprietario: { administrador: true, proprietario: true, manifestante: false },
  administrador: { administrador: true, proprietario: false, manifestante: false },
  manifestante: { administrador: false, proprietario: false, manifestante: true },
  usuario: { administrador: false, proprietario: false, manifestante: false },
} as const;

type Conta = { contaId: string; identificador: string };

/** Creates one user of each perfil in a conta, and an API token. */
export async function createTeam(wire: Wire, conta: Conta): Promise<Team> {
  const [proprietario, administrador, manifestante, usuario] = [
    await enterNewUser(wire, conta, RIGHTS.proprietario, "dona"),
    await enterNewUser(wire, conta, RIGHTS.administrador, "gerente"),
    await enterNewUser(wire, conta, RIGHTS.manifestante, "marina"),
    await enterNewUser(wire, conta, RIGHTS.usuario, "bia"),
  ];
  const { object } = await proprietario.call("Usuario.setNewAPIToken", {});
  const api = withToken(wire, proprietario, (object as { token: string }).token);
  return { proprietario, administrador, manifestante, usuario, api };
}

/** Creates a user and signs in. */
export async function enterNewUser(
  wire: Wire,
  conta: Conta,
  { administrador, proprietario, manifestante }: Record<keyof (typeof RIGHTS)["usuario"], boolean>,
  nomeUsuario: string,
): Promise<SignedInUser> {
  const usuario = await wire.createUsuario(conta.contaId, { nomeUsuario, administrador: false });
  await wire.asOwner(
    "UPDATE usuario SET administrador = $2, proprietario_conta = $3, permissao_manifestacao = $4 WHERE id = $1",
    [usuario.usuarioId, administrador, proprietario, manifestante],
  );
  return await signInAs(wire, { ...conta, ...usuario });
}

/** The same user, or the conta, called with another token. */
function withToken(wire: Wire, user: SignedInUser, token: string): SignedInUser {
  return {
    ...user,
    token,
    cookie: "",
    call: async (method, params) => {
      const answer = await rpc(wire, { id: 1, method, params, authToken: token });
      if (answer.result === null) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.result;
    },
  };
}
