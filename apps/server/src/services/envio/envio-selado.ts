import type { Cofre, Lugar } from "../../secrets/cofre.ts";

type Onde = { cofre: Cofre; id: string };

/** The facts of a letter as they are stored: its key (`token`) sealed, under the name `tokenSelado`. @param id of the envio */
export function sealDados({ token, ...dados }: { token: string }, { cofre, id }: Onde): object {
  return { ...dados, tokenSelado: cofre.seal(token, lugarOf(id)).toString("base64") };
}

/**
 * The facts of a stored letter, its key opened where it carries one.
 * @throws {CofreError} when the key was changed, or belongs to another letter
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
