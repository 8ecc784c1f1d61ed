import { v7 } from "uuid";

/** A new UUIDv7: rows created together are close together in the index. */
export function newId(): string {
  return v7();
}
