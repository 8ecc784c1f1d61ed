import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countAbertas } from "./importacao.rows.ts";
import { ABERTAS_MAX } from "./importacao.rules.ts";

/** Files that come just now, of each conta. */
export type Chegadas = Map<string, number>;

/**
 * Takes a file in while it comes and is written down, before a byte of it is read, unless the conta has too many that come, wait or are read.
 * @throws {Refusal} importacoesDemais; whatever `receive` throws
 */
export async function admitEnviado<T>(
  { database, caller: { contaId } }: SignedInContext,
  chegadas: Chegadas,
  receive: () => Promise<T>,
): Promise<T> {
  // Counted before it is asked how many there are: of two that come together none is overlooked.
  const chegando = (chegadas.get(contaId) ?? 0) + 1;
  chegadas.set(contaId, chegando);
  try {
    const abertas = await database.withContaSql(contaId, (sql) => countAbertas(sql, contaId));
    if (abertas + chegando > ABERTAS_MAX) {
      throw new Refusal("importacoesDemais", { values: { limite: ABERTAS_MAX } });
    }
    return await receive();
  } finally {
    const left = (chegadas.get(contaId) ?? 1) - 1;
    if (left > 0) chegadas.set(contaId, left);
    else chegadas.delete(contaId);
  }
}
