import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countOpen } from "./importacao.rows.ts";
import { OPEN_MAX } from "./importacao.rules.ts";

/** Files that this process is receiving, per conta, over all protocols. */
const ARRIVING = new Map<string, number>();

/**
 * Receives a file, unless the conta already has too many files that arrive, wait or are being read.
 * It checks before the first byte is read.
 * @param isRepetido a repeated request for an earlier answer: open files do not block it
 * @throws {Refusal} importacoesDemais; errors of `receive`
 */
export async function admitUpload<T>(
  { database, caller: { contaId } }: SignedInContext,
  receive: () => Promise<T>,
  { isRepetido = false }: { isRepetido?: boolean } = {},
): Promise<T> {
  // Count this file before the query, so that two concurrent files see each other.
  const arriving = (ARRIVING.get(contaId) ?? 0) + 1;
  ARRIVING.set(contaId, arriving);
  try {
    const open = isRepetido ? 0 : await database.withConta(contaId, (db) => countOpen(db, contaId));
    if (open + arriving > OPEN_MAX) {
      throw new Refusal("importacoesDemais", { values: { limite: OPEN_MAX } });
    }
    return await receive();
  } finally {
    const left = (ARRIVING.get(contaId) ?? 1) - 1;
    if (left > 0) ARRIVING.set(contaId, left);
    else ARRIVING.delete(contaId);
  }
}
