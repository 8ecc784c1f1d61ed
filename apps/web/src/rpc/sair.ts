import { call } from "./call.ts";
import { queryClient } from "./client.ts";
import { clearToken, forget } from "./session.ts";

/** Ends the session. Whatever the server answers, this tab forgets: the person asked to leave. */
export async function sair(): Promise<void> {
  forget();
  await call("Auth.sair", {}).catch(() => undefined);
  clearToken();
  queryClient.clear();
}
