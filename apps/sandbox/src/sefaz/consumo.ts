/** Counts what each caller asks about each key, and says when it is too much.
 * @source NT 2018.002: more than 10 consultations of one key in an hour are answered 656 */
export type Consumo = {
  /** Takes note of one more consultation; true when it is one too many. */
  countConsulta(cnpj: string, chave: string, agora: Date): boolean;
};

export const CONSULTAS_POR_HORA = 10;
const HOUR_MS = 3_600_000;

export function createConsumo(): Consumo {
  const asked = new Map<string, number[]>();
  return {
    countConsulta: (cnpj, chave, agora) => {
      const key = `${cnpj}|${chave}`;
      const since = agora.getTime() - HOUR_MS;
      const recent = (asked.get(key) ?? []).filter((instant) => instant > since);
      asked.set(key, [...recent, agora.getTime()]);
      return recent.length >= CONSULTAS_POR_HORA;
    },
  };
}
