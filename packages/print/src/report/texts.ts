/** The fixed texts of a report. */
export const TEXTS = {
  page: (numero: number, total: number) => `Página ${numero} de ${total}`,
} as const;
