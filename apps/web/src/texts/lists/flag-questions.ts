import { translated } from "../../languages/language.ts";

/** Confirmations before documents are flagged, and the toasts afterwards. */
export const flagQuestionTexts = translated("flagQuestionTexts", {
  processado: {
    perguntaMarcar: "Marcar como processado no ERP?",
    perguntaDesmarcar: "Desfazer o processado no ERP?",
    feito: (n: number) =>
      n === 1 ? "1 nota marcada como processada." : `${n} notas marcadas como processadas.`,
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não processada." : `${n} notas voltaram para não processadas.`,
  },
  recebido: {
    perguntaMarcar: "Marcar como recebido?",
    perguntaDesmarcar: "Desfazer o recebido?",
    feito: (n: number) => (n === 1 ? "1 nota marcada como recebida." : `${n} notas marcadas como recebidas.`),
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não recebida." : `${n} notas voltaram para não recebidas.`,
  },
  conferido: {
    perguntaMarcar: "Marcar como conferido?",
    perguntaDesmarcar: "Desfazer o conferido?",
    feito: (n: number) =>
      n === 1 ? "1 nota marcada como conferida." : `${n} notas marcadas como conferidas.`,
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não conferida." : `${n} notas voltaram para não conferidas.`,
  },
  fora: (n: number) =>
    n === 1
      ? "1 documento em quarentena está na seleção e fica de fora."
      : `${n} documentos em quarentena estão na seleção e ficam de fora.`,
  pergunta: (documento: string) => `${documento}. Seu nome e a hora ficam registrados.`,
  perguntaVarias: (n: number, soma: string) =>
    `${n} documentos, ${soma}. Seu nome e a hora ficam registrados.`,
  contradita: (palavra: string) => `A SEFAZ diz que ela está ${palavra}. Marcar mesmo assim?`,
  contraditaDesconhecida: "A SEFAZ diz que não a conhece. Marcar mesmo assim?",
  contraditas: (n: number) =>
    n === 1
      ? "A SEFAZ contradiz 1 delas. Marcar mesmo assim?"
      : `A SEFAZ contradiz ${n} delas. Marcar mesmo assim?`,
  confirmarContradita: "Marcar mesmo assim",
  confirmarMarcar: "Marcar",
  confirmarDesmarcar: "Desfazer",
} as const);
