import type { SealedPlace, SecretBox } from "../../secrets/secret-box.ts";

type SealContext = { secretBox: SecretBox; id: string };

/**
 * The data of an e-mail for storage: its link's `token` is sealed as `tokenSelado`. @param id of the envio
 */
export function sealEmailData({ token, ...data }: { token: string }, { secretBox, id }: SealContext): object {
  return { ...data, tokenSelado: secretBox.seal(token, placeOf(id)).toString("base64") };
}

/**
 * The data of a stored e-mail, with its token opened if it has one.
 * @throws {SecretBoxError} when the token was changed, or belongs to another e-mail
 */
export function openEmailData(data: unknown, { secretBox, id }: SealContext): unknown {
  if (typeof data !== "object" || data === null || !("tokenSelado" in data)) return data;
  const { tokenSelado, ...rest } = data;
  const sealed = Buffer.from(String(tokenSelado), "base64");
  return { ...rest, token: secretBox.open(sealed, placeOf(id)).toString("utf8") };
}

function placeOf(id: string): SealedPlace {
  return { tabela: "envio", coluna: "dados", id };
}
