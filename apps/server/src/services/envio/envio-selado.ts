import type { Cofre, Lugar } from "../../secrets/cofre.ts";

type Onde = { cofre: Cofre; id: string };

/**
 * The data of an e-mail for storage: its link's `token` is sealed as `tokenSelado`. @param id of the envio
 */
export function sealDados({ token, ...dados }: { token: string }, { cofre, id }: Onde): object {
  return { ...dados, tokenSelado: cofre.seal(token, lugarOf(id)).toString("base64") };
}

/**
 * The data of a stored e-mail, with its token opened if it has one.
 * @throws {CofreError} when the token was changed, or belongs to another e-mail
 */
export function openDados(dados: unknown, { cofre, id }: Onde): unknown {
  if (typeof dados !== "object" || dados === null || !("tokenSelado" in dados)) return dados;
  const { tokenSelado, ...rest } = dados;
  const selado = Buffer.from(String(tokenSelado), "base64");
  return { ...rest, token: cofre.open(selado, lugarOf(id)).toString("utf8") };
}

function lugarOf(id: string): Lugar {
  return { tabela: "envio", coluna: "dados", id };
}
