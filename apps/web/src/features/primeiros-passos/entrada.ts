import { queryClient } from "../../rpc/client.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { atualQuery, caixasQuery } from "../../rpc/queries.ts";
import { type Dono, readGuardado, writeGuardado } from "../../ui/guardado.ts";

const NOME = "primeiros-passos";
const DISPENSADOS = "dispensados";

/**
 * Whether who has just signed in is led through the first steps: a manager of a conta without company or mailbox who never put them off
 * in this browser. What is asked here the pages would ask anyway.
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

/** Remembers that this person wants to be led no more. */
export function dispensar(dono: Dono | null): void {
  if (dono) writeGuardado(NOME, dono, DISPENSADOS);
}
