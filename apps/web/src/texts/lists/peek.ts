import { translated } from "../../languages/language.ts";

/** The panel that shows a document beside its list. */
export const peekTexts = translated("peekTexts", {
  rotulo: "Documento ao lado da lista",
  fechar: "Fechar o painel",
  anterior: "Documento anterior",
  proximo: "Próximo documento",
  posicao: (posicao: string, total: string) => `${posicao} de ${total}`,
  foraDaLista: "fora do filtro",
  abrir: "Abrir a nota",
  consultar: "Consultar SEFAZ",
  consultando: "Consultando…",
  vencimento: "Vencimento",
  parcelas: (total: number) => `primeira de ${total} parcelas`,
  mostrado: (documento: string, parte: string) => `${documento}, ${parte}`,
} as const);
