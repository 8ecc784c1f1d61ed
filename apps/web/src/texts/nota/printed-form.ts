import { translated } from "../../languages/language.ts";

/** Texts of the printed form of a document. */
export const printedFormTexts = translated("printedFormTexts", {
  titulo: (nome: string, numero: string) => `${nome} do documento ${numero}`,
  semDesenho: "O servidor não conseguiu desenhar este documento. O XML está na aba ao lado.",
  controles: "Tamanho e impressão",
  menor: "Diminuir (Ctrl −)",
  maior: "Aumentar (Ctrl +)",
  porcento: (n: number) => `${n}\u00a0%`,
  ajustar: "Ajustar à largura (Ctrl 0)",
  telaCheia: "Tela cheia",
  imprimir: "Abrir o PDF para imprimir",
  dica: "Toque duas vezes para ampliar",
  quarentena: "O documento está em quarentena: o que se lê abaixo pode não ser o que o emitente assinou.",
  baixarDica: "Para imprimir ou guardar",
  evento: {
    xml: (nome: string) => `Baixar o XML de ${nome}`,
    pdf: (nome: string) => `Baixar o PDF de ${nome}`,
  },
} as const);
