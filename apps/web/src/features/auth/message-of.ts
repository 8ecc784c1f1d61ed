import { explainFailure, Refusal } from "../../rpc/call/failures.ts";

/** The sentence of a failed sign-in: the server's, or why it could not be reached. */
export function messageOf(error: unknown): string {
  return (error instanceof Refusal ? error.message : explainFailure(error)?.titulo) ?? "";
}
