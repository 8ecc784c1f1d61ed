/** The three marks of a document. */
export const marcas = {
  processado: {
    nome: "Processado no ERP",
    curto: "ERP",
    dica: (quem: string, quando: string) => `Processado por ${quem} em ${quando}`,
    falta: "Ainda não processado no ERP",
    marcar: "Marcar processado",
    desmarcar: "Desmarcar processado",
    perguntaMarcar: "Marcar como processado no ERP?",
    perguntaDesmarcar: "Desfazer o processado no ERP?",
    feito: (n: number) =>
      n === 1 ? "1 nota marcada como processada." : `${n} notas marcadas como processadas.`,
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não processada." : `${n} notas voltaram para não processadas.`,
  },
  recebido: {
    nome: "Recebido",
    curto: "Receb.",
    dica: (quem: string, quando: string) => `Recebido por ${quem} em ${quando}`,
    falta: "Ainda não recebido",
    marcar: "Marcar recebido",
    desmarcar: "Desmarcar recebido",
    perguntaMarcar: "Marcar como recebido?",
    perguntaDesmarcar: "Desfazer o recebido?",
    feito: (n: number) => (n === 1 ? "1 nota marcada como recebida." : `${n} notas marcadas como recebidas.`),
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não recebida." : `${n} notas voltaram para não recebidas.`,
  },
  conferido: {
    nome: "Conferido",
    curto: "Conf.",
    dica: (quem: string, quando: string) => `Conferido por ${quem} em ${quando}`,
    falta: "Ainda não conferido",
    marcar: "Marcar conferido",
    desmarcar: "Desmarcar conferido",
    perguntaMarcar: "Marcar como conferido?",
    perguntaDesmarcar: "Desfazer o conferido?",
    feito: (n: number) =>
      n === 1 ? "1 nota marcada como conferida." : `${n} notas marcadas como conferidas.`,
    desfeito: (n: number) =>
      n === 1 ? "1 nota voltou para não conferida." : `${n} notas voltaram para não conferidas.`,
  },
  bloqueada: "Em quarentena: não pode ser marcada",
  fora: (n: number) =>
    n === 1
      ? "1 documento em quarentena está na seleção e fica de fora."
      : `${n} documentos em quarentena estão na seleção e ficam de fora.`,
  alguem: "alguém",
  pergunta: (documento: string) => `${documento}. Seu nome e a hora ficam registrados.`,
  perguntaVarias: (n: number, soma: string) =>
    `${n} documentos, ${soma}. Seu nome e a hora ficam registrados.`,
  confirmarMarcar: "Marcar",
  confirmarDesmarcar: "Desfazer",
} as const;
