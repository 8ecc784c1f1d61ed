import { queryClient } from "../../rpc/client.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { atualQuery, caixasQuery } from "../../rpc/queries.ts";
import { type Dono, readGuardado, writeGuardado } from "../../ui/guardado.ts";

const NOME = "primeiros-passos";
const DISPENSADOS = "dispensados";

/**
 * Whether to open the first steps after sign-in: for a manager of a conta without company or
 * mailbox who has not dismissed them in this browser. The pages run the same queries anyway.
 */
export async function isPrimeiraVez(): Promise<boolean> {
  const { usuario, conta } = await queryClient.fetchQuery(atualQuery);
  if (!usuario.administrador && !usuario.proprietarioConta) return false;
  if (readGuardado(NOME, { contaId: conta.id, usuarioId: usuario.id }) === DISPENSADOS) return false;
  const [empresas, caixas] = await Promise.all([
    queryClient.fetchQuery(empresasQuery),
    queryClient.fetchQuery(caixasQuery),
  ]);
  return empresas.length === 0 || caixas.length === 0;
}

/** Stores that the user dismissed the first steps. */
export function dispensar(dono: Dono | null): void {
  if (dono) writeGuardado(NOME, dono, DISPENSADOS);
}
