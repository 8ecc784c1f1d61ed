/** The outcome of one document; `falha` is null if it was accepted. */
type PartOutcome<T> = { nota: T; falha: string | null };

/**
 * Sends documents in parts of `max`. If a later part fails, the parts before it stay sent; the rest
 * get its error without a try.
 * @throws the error of the first part
 */
export async function sendInParts<T>(
  notas: readonly T[],
  send: (part: readonly T[]) => Promise<readonly PartOutcome<T>[]>,
  { max, sentenceOf }: { max: number; sentenceOf: (error: unknown) => string },
): Promise<PartOutcome<T>[]> {
  const done: PartOutcome<T>[] = [];
  for (let from = 0; from < notas.length; from += max) {
    try {
      done.push(...(await send(notas.slice(from, from + max))));
    } catch (error) {
      if (from === 0) throw error;
      const falha = sentenceOf(error);
      return [...done, ...notas.slice(from).map((nota) => ({ nota, falha }))];
    }
  }
  return done;
}
