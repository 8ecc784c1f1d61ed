import { QueryClient } from "@tanstack/react-query";
import { CommunicationFailure } from "./failures.ts";

const RETRIES = 2;
const STALE_MS = 10_000;
const KEEP_MS = 10 * 60_000;

/** Retries only communication failures; a refusal or an internal error is shown at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      gcTime: KEEP_MS,
      networkMode: "always",
      retry: (count, error) => error instanceof CommunicationFailure && count < RETRIES,
      retryDelay: (attempt) => 1_000 * 2 ** attempt,
    },
    mutations: { networkMode: "always" },
  },
});
