import { translated } from "../../languages/language.ts";

/** Texts of the exportações. */
export const exportacaoTexts = translated("exportacaoTexts", {
  botao: "Exportar",
  opcoes: {
    CSV: { nome: "CSV", dica: "para planilhas e sistemas" },
    XLSX: { nome: "Planilha (XLSX)", dica: "com datas e valores prontos para somar" },
    PDF: { nome: "Relatório em PDF", dica: "com o filtro e os totais" },
  },
  limite: (limite: string) => `até ${limite} documentos`,
  acima: (limite: string) => `O filtro tem mais de ${limite} documentos.`,
  nada: "Nenhum documento para exportar.",
  total: (n: string) => `Os ${n} documentos do filtro`,
  totalUm: "O documento do filtro",
  comecou: "Exportação em preparo. O arquivo fica em Administrador, Exportações.",
  ver: "Ver as exportações",
  lista: {
    titulo: "Exportações",
    colunas: {
      arquivo: "Arquivo",
      filtro: "Filtro",
      data: "Data",
      usuario: "Usuário",
      situacao: "Situação",
      acao: "Baixar",
    },
    semNome: (formato: string) => `Exportação em ${formato}`,
    removerVencidas: "Remover expiradas",
    removerTexto:
      "As exportações expiradas e as que falharam saem da lista. Os documentos continuam guardados.",
    removidas: (n: number) =>
      n === 0
        ? "Nenhuma exportação expirada."
        : n === 1
          ? "1 exportação removida."
          : `${n} exportações removidas.`,
    vazio: "Nenhuma exportação ainda",
    vazioTexto: "Use Exportar, na lista de DF-e recebidos ou emitidos, para baixar o que o filtro mostra.",
    irParaLista: "Ver DF-e recebidos",
    total: (n: string) => (n === "1" ? "1 exportação" : `${n} exportações`),
  },
} as const);
