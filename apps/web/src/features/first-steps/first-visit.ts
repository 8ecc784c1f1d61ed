import { queryClient } from "../../rpc/call/query-client.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { caixasQuery, currentUserQuery } from "../../rpc/documents/queries.ts";
import { type Owner, readStored, writeStored } from "../../ui/state/stored-value.ts";

const STORAGE_NAME = "primeiros-passos";
const DISMISSED = "dispensados";

/**
 * Whether to open the first steps after sign-in: for a manager of a conta without company or
 * mailbox who has not dismissed them in this browser. The pages run the same queries anyway.
 */
export async function isFirstVisit(): Promise<boolean> {
  const { usuario, conta } = await queryClient.fetchQuery(currentUserQuery);
  if (!usuario.administrador && !usuario.proprietarioConta) return false;
  if (readStored(STORAGE_NAME, { contaId: conta.id, usuarioId: usuario.id }) === DISMISSED) return false;
  const [empresas, caixas] = await Promise.all([
    queryClient.fetchQuery(empresasQuery),
    queryClient.fetchQuery(caixasQuery),
  ]);
  return empresas.length === 0 || caixas.length === 0;
}

/** Stores that the user dismissed the first steps. */
export function dismissFirstSteps(owner: Owner | null): void {
  if (owner) writeStored(STORAGE_NAME, owner, DISMISSED);
}
