import { v7 } from "uuid";

/** A new id: UUIDv7, so that rows of one conta made together lie together in the index. */
export function newId(): string {
  return v7();
}
