import { translated } from "../../languages/language.ts";

/** Texts of the document tabs that load when opened. */
export const notaTabTexts = translated("notaTabTexts", {
  xml: {
    rotulo: "XML do documento",
    buscar: "Buscar no XML",
    resultados: (atual: number, total: number) => (total === 0 ? "nenhum" : `${atual} de ${total}`),
    anterior: "Resultado anterior",
    proximo: "Próximo resultado",
    abrirTudo: "Abrir tudo",
    fecharTudo: "Fechar tudo",
    copiar: "Copiar o XML",
    copiado: "XML copiado.",
    abrir: (nome: string) => `Abrir ${nome}`,
    fechar: (nome: string) => `Fechar ${nome}`,
    invalido: "O XML não pôde ser mostrado em árvore. Veja abaixo o texto como chegou.",
  },
  eventos: {
    vazio: "Nenhum evento",
    vazioTexto:
      "Cancelamento, carta de correção e manifestação aparecem aqui quando chegam por e-mail ou pela SEFAZ.",
    origem: { email: "Recebido por e-mail", sefaz: "Informado pela SEFAZ" },
    protocolo: (numero: string) => `Protocolo ${numero}`,
    semProtocolo: "Sem protocolo",
  },
  origem: {
    vazio: "Nenhum e-mail de origem",
    vazioTexto: "O documento não chegou por uma caixa monitorada.",
    importacao: (arquivo: string) => `Importação de ${arquivo}`,
    recebido: (quando: string) => `Recebido em ${quando}`,
    arquivo: "Arquivo",
    baixar: (nome: string) => `Baixar ${nome}`,
    semNome: "arquivo sem nome",
  },
  achados: {
    titulo: "Por que esta nota parou aqui",
    texto:
      "O arquivo chegou, mas não passou na conferência da assinatura. Enquanto isso, não dá para confiar no valor nem nos itens.",
    textoSuspeita:
      "O arquivo chegou, mas há sinais de que não é o que parece. Enquanto isso, não dá para confiar no valor nem nos itens.",
    textoTeste: "O documento é do ambiente de testes da SEFAZ e não tem valor fiscal.",
    tituloLeve: "O que a conferência encontrou",
    campo: "Campo",
    evidencia: "Evidência",
    guardamos: "O que guardamos",
    guardamosTexto: "O XML exatamente como chegou e o e-mail inteiro, com hora e remetente.",
    fazer: "O que fazer",
    fazerTexto:
      "Peça ao emitente o XML original. Quando a cópia íntegra chegar por e-mail, ela substitui esta automaticamente.",
    cuidado: "Enquanto isso",
    cuidadoTexto:
      "A nota fica visível nas listas, fora dos totais e da entrega ao ERP. Não pague com base nela.",
  },
} as const);
