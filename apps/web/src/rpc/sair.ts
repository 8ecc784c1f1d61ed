import { call } from "./call.ts";
import { queryClient } from "./client.ts";
import { clearToken, forget } from "./session.ts";

/** Signs out. The tab clears its session whatever the server answers. */
export async function sair(): Promise<void> {
  forget();
  await call("Auth.sair", {}).catch(() => undefined);
  clearToken();
  queryClient.clear();
}
