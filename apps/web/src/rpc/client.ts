import { QueryClient } from "@tanstack/react-query";
import { FalhaComunicacao } from "./falhas.ts";

const RETRIES = 2;
const STALE_MS = 10_000;
const KEEP_MS = 10 * 60_000;

/** Only what did not reach the server is tried again by itself; a refusal or a bug is shown at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      gcTime: KEEP_MS,
      networkMode: "always",
      retry: (count, error) => error instanceof FalhaComunicacao && count < RETRIES,
      retryDelay: (attempt) => 1_000 * 2 ** attempt,
    },
    mutations: { networkMode: "always" },
  },
});
