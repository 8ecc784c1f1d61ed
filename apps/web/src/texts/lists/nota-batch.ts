import { translated } from "../../languages/language.ts";

/** Texts of the bulk actions. */
export const batchTexts = translated("batchTexts", {
  rotulo: "Ações para os selecionados",
  selecionados: (n: number) => (n === 1 ? "1 selecionado" : `${n} selecionados`),
  limpar: "Limpar a seleção",
  manifestar: "Manifestar",
  andamento: (feitas: number, total: number) => `${feitas} de ${total}…`,
  resultado: "Resultado por documento",
  resumo: (ok: number, falhas: number) =>
    `${ok === 1 ? "1 documento marcado" : `${ok} documentos marcados`}, ${falhas} não.`,
  ok: "Marcado",
  fechar: "Fechar",
  parar: "Parar",
  parado: "Não foi feito: você parou antes.",
  doFiltro: (total: string) => `${total} do filtro`,
  demais: (limite: string) => `Marcar e manifestar: até ${limite} por vez`,
  exportar: (formato: string, limite: string) => `${formato} (até ${limite})`,
  repositorio: "XMLs pelo Repositório",
  baixar: "XML e DANFE",
  baixarMuitos: (limite: string) =>
    `Até ${limite} documentos por vez. Para mais, use o Repositório, que prepara o ZIP em segundo plano.`,
  baixado: (n: number) =>
    n === 1 ? "1 documento baixado em um ZIP." : `${n} documentos baixados em um ZIP.`,
  baixadoResumo: (ok: number, falhas: number) =>
    `${ok === 1 ? "1 documento no ZIP" : `${ok} documentos no ZIP`}, ${falhas} não.`,
  noZip: "No ZIP",
} as const);

const OPTIONAL_COLUMNS = {
  veredito: "Veredito",
  emissao: "Emissão",
  uf: "UF",
  chegada: "Chegada ao Malote",
  nfe: "Status NF-e",
  sefaz: "SEFAZ",
  manifestacao: "Manifestação",
  chave: "Chave de acesso",
  processado: "Processado no ERP",
  recebido: "Recebido",
  conferido: "Conferido",
  tipo: "Tipo",
  numero: "Número e série",
  valor: "Valor",
} as const;

/** Texts of the display options: columns and density of the list. */
export const displayTexts = translated("displayTexts", {
  rotulo: "Colunas e densidade",
  densidade: "Linhas",
  densidades: { normal: "Normais", compacta: "Compactas" },
  colunas: "Colunas",
  padrao: "Colunas padrão",
  nomes: {
    E: {
      ...OPTIONAL_COLUMNS,
      parte: "Emitente",
      documento: "CNPJ ou CPF do emitente",
      nossa: "Sua empresa",
    },
    S: {
      ...OPTIONAL_COLUMNS,
      parte: "Destinatário",
      documento: "CNPJ ou CPF do destinatário",
      nossa: "Sua empresa",
    },
  },
} as const);
