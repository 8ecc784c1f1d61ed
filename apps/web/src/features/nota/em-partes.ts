/** What became of one of many; `falha` is null when it was taken. */
type Destino<T> = { nota: T; falha: string | null };

/**
 * Sends many a part at a time. When a part fails, what was sent before it stays sent: the rest has the reason for its outcome, and is not
 * tried.
 * @throws what failed, when not even the first part went
 */
export async function sendEmPartes<T>(
  notas: readonly T[],
  send: (parte: readonly T[]) => Promise<readonly Destino<T>[]>,
  { max, sentenceOf }: { max: number; sentenceOf: (error: unknown) => string },
): Promise<Destino<T>[]> {
  const done: Destino<T>[] = [];
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
