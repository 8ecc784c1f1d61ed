import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";
import { clearToken, forget } from "./session.ts";

/** Signs out. The tab clears its session whatever the server answers. */
export async function signOut(): Promise<void> {
  forget();
  await call("Auth.sair", {}).catch(() => undefined);
  clearToken();
  queryClient.clear();
}
