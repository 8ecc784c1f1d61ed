import { refreshPasskeys, refreshSessoes } from "../../rpc/minha-conta.ts";
import { refreshUsuarios } from "../../rpc/usuarios.ts";

/** Reloads what a second factor changes: the user, the passkeys and the sessions that it ended. */
export async function refreshFator(): Promise<void> {
  await Promise.all([refreshUsuarios(), refreshPasskeys(), refreshSessoes()]);
}
