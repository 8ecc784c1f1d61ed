import { refreshPasskeys, refreshSessions } from "../../../rpc/conta/account.ts";
import { refreshUsuarios } from "../../../rpc/conta/usuarios.ts";

/** Reloads what a second factor changes: the user, the passkeys and the sessions that it ended. */
export async function refreshSecondFactor(): Promise<void> {
  await Promise.all([refreshUsuarios(), refreshPasskeys(), refreshSessions()]);
}
