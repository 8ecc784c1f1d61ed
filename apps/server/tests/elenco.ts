import type { Perfil } from "@malote/contract";
import { enterAs, type Pessoa, rpc, type Wire } from "./wire.ts";

/** One signed-in caller for each perfil; a visitante has no session. */
export type Elenco = Record<Exclude<Perfil, "visitante">, Pessoa>;

/** The rights of each perfil. */
const PESSOAS = {
  proprietario: { administrador: true, proprietario: true, manifestante: false },
  administrador: { administrador: true, proprietario: false, manifestante: false },
  manifestante: { administrador: false, proprietario: false, manifestante: true },
  usuario: { administrador: false, proprietario: false, manifestante: false },
} as const;

type Conta = { contaId: string; identificador: string };

/** Creates one user of each perfil in a conta, and an API token. */
export async function createElenco(wire: Wire, conta: Conta): Promise<Elenco> {
  const [proprietario, administrador, manifestante, usuario] = [
    await enterNovo(wire, conta, PESSOAS.proprietario, "dona"),
    await enterNovo(wire, conta, PESSOAS.administrador, "gerente"),
    await enterNovo(wire, conta, PESSOAS.manifestante, "marina"),
    await enterNovo(wire, conta, PESSOAS.usuario, "bia"),
  ];
  const { object } = await proprietario.call("Usuario.setNewAPIToken", {});
  const api = bearToken(wire, proprietario, (object as { token: string }).token);
  return { proprietario, administrador, manifestante, usuario, api };
}

/** Creates a user and signs in. */
export async function enterNovo(
  wire: Wire,
  conta: Conta,
  { administrador, proprietario, manifestante }: Record<keyof (typeof PESSOAS)["usuario"], boolean>,
  nomeUsuario: string,
): Promise<Pessoa> {
  const usuario = await wire.createUsuario(conta.contaId, { nomeUsuario, administrador: false });
  await wire.asOwner(
    "UPDATE usuario SET administrador = $2, proprietario_conta = $3, permissao_manifestacao = $4 WHERE id = $1",
    [usuario.usuarioId, administrador, proprietario, manifestante],
  );
  return await enterAs(wire, { ...conta, ...usuario });
}

/** The same user, or the conta, called with another token. */
function bearToken(wire: Wire, pessoa: Pessoa, token: string): Pessoa {
  return {
    ...pessoa,
    token,
    cookie: "",
    call: async (method, params) => {
      const answer = await rpc(wire, { id: 1, method, params, authToken: token });
      if (answer.result === null) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.result;
    },
  };
}
