/** What the screens say of the recipient's term and of its silence. */
export const silencio = {
  /** Days left of the term of a conclusive word; 0 = less than one. */
  faltam: (dias: number) =>
    dias === 0 ? "falta menos de 1 dia" : dias === 1 ? "falta 1 dia" : `faltam ${dias} dias`,
  tacita: "Confirmada tacitamente",
} as const;
