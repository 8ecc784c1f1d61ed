import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countAbertas } from "./importacao.rows.ts";
import { ABERTAS_MAX } from "./importacao.rules.ts";

/** Files that come just now to this process, of each conta, whatever the door. */
const CHEGADAS = new Map<string, number>();

/**
 * Takes a file in while it comes and is written down, before a byte of it is read, unless the conta has too many that come, wait or are read.
 * @param isRepetido it was taken in before, and comes again for its answer: those that wait are not in its way
 * @throws {Refusal} importacoesDemais; whatever `receive` throws
 */
export async function admitEnviado<T>(
  { database, caller: { contaId } }: SignedInContext,
  receive: () => Promise<T>,
  { isRepetido = false }: { isRepetido?: boolean } = {},
): Promise<T> {
  // Counted before it is asked how many there are: of two that come together none is overlooked.
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
