import { Refusal } from "../../errors.ts";

const UNIQUE_VIOLATION = "23505";

/**
 * Runs a transaction that sets a user name; the database's unique constraint detects a name in use.
 * @throws {Refusal} nomeUsuarioEmUso
 */
export async function refuseUsedName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUsedName(error)) throw error;
    throw new Refusal("nomeUsuarioEmUso", { campo: "usuario.nomeUsuario" });
  }
}

function isUsedName(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return false;
  return error.code === UNIQUE_VIOLATION && error.constraint === "usuario_conta_id_nome_usuario_key";
}
