import { callAs } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";
import { clearToken, forget, getToken } from "./session.ts";

/** Signs out. The tab clears its session whatever the server answers. */
export async function signOut(): Promise<void> {
  const token = getToken();
  forget();
  if (token !== null) await callAs(token, "Auth.sair", {}).catch(() => undefined);
  clear();
}

/** Clears a session that no longer exists at the server. */
export function dropSession(): void {
  forget();
  clear();
}

function clear(): void {
  clearToken();
  queryClient.clear();
}
