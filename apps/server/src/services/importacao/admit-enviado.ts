import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countAbertas } from "./importacao.rows.ts";
import { ABERTAS_MAX } from "./importacao.rules.ts";

/** Files that this process is receiving, per conta, over all protocols. */
const CHEGADAS = new Map<string, number>();

/**
 * Receives a file, unless the conta already has too many files that arrive, wait or are being read.
 * It checks before the first byte is read.
 * @param isRepetido a repeated request for an earlier answer: open files do not block it
 * @throws {Refusal} importacoesDemais; errors of `receive`
 */
export async function admitEnviado<T>(
  { database, caller: { contaId } }: SignedInContext,
  receive: () => Promise<T>,
  { isRepetido = false }: { isRepetido?: boolean } = {},
): Promise<T> {
  // Count this file before the query, so that two concurrent files see each other.
  const chegando = (CHEGADAS.get(contaId) ?? 0) + 1;
  CHEGADAS.set(contaId, chegando);
  try {
    const abertas = isRepetido
      ? 0
      : await database.withContaSql(contaId, (sql) => countAbertas(sql, contaId));
    if (abertas + chegando > ABERTAS_MAX) {
      throw new Refusal("importacoesDemais", { values: { limite: ABERTAS_MAX } });
    }
    return await receive();
  } finally {
    const left = (CHEGADAS.get(contaId) ?? 1) - 1;
    if (left > 0) CHEGADAS.set(contaId, left);
    else CHEGADAS.delete(contaId);
  }
}
