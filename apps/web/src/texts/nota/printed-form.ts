/** Texts of the printed form of a document. */
export const printedFormTexts = {
  abrir: (nome: string) => `Abrir ${nome}`,
  titulo: (nome: string, numero: string) => `${nome} do documento ${numero}`,
  fora: "Este navegador não mostra PDF dentro da página. Ele abre em outra aba.",
  quarentena: "O documento está em quarentena: o que se lê abaixo pode não ser o que o emitente assinou.",
  baixarDica: "Para imprimir ou guardar",
  evento: {
    xml: (nome: string) => `Baixar o XML de ${nome}`,
    pdf: (nome: string) => `Baixar o PDF de ${nome}`,
  },
} as const;
