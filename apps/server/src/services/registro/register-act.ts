import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros, type RegistroAction } from "./registro.rows.ts";

/**
 * Records an act of the caller, in the transaction of the act, after its other locks and before `publish`.
 */
export async function registerAct(
  { caller, clock }: Pick<SignedInContext, "caller" | "clock">,
  db: Db,
  act: { acao: RegistroAction; alvo: string; detalhe: string | null },
): Promise<void> {
  const { contaId, usuarioId, nome } = caller;
  await insertRegistros(db, contaId, [{ quando: clock.now(), usuarioId, usuario: nome, ...act }]);
}
