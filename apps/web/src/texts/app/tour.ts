import { translated } from "../../languages/language.ts";

/** Texts of the tour that a user sees once. */
export const tourTexts = translated("tourTexts", {
  comecar: "Fazer a apresentação de novo",
  palavras: "tour apresentação ajuda conhecer",
  rotulo: "Apresentação do Malote",
  passo: (n: number, total: number) => `${n} de ${total}`,
  proximo: "Próximo",
  voltar: "Voltar",
  concluir: "Concluir",
  sair: "Sair da apresentação",
  passos: {
    lista: {
      titulo: "Os documentos chegam sozinhos",
      texto:
        "O que as caixas de e-mail recebem aparece em DF-e recebidos. Marque como processado o que já está no ERP.",
    },
    veredito: {
      titulo: "Cada documento é conferido",
      texto: "O Malote compara o XML com a SEFAZ. O que diverge ganha cor, e o motivo abre com um clique.",
    },
    busca: {
      titulo: "Tudo se acha daqui",
      texto: "Ctrl K busca por chave, número, CNPJ ou nome, e faz comandos como exportar ou mudar o tema.",
      telefone: "A lupa busca por chave, número, CNPJ ou nome.",
    },
    faltando: {
      titulo: "O que a SEFAZ tem e não chegou",
      texto: "Faltando XML mostra esses documentos por fornecedor. Peça por e-mail, ou dê ciência e baixe.",
    },
    ajuda: {
      titulo: "As teclas e esta apresentação ficam aqui",
      texto: "Abra esta lista quando quiser: ela tem os atalhos e repete a apresentação.",
      telefone: "O menu tem as páginas, os atalhos e esta apresentação.",
    },
  },
} as const);
