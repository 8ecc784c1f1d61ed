import type * as source from "../../../texts/lists/nota-batch.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the bulk actions. */
export const batchTexts: Translated<typeof source.batchTexts> = {
  rotulo: "Acciones para los seleccionados",
  selecionados: (n) => (n === 1 ? "1 seleccionado" : `${n} seleccionados`),
  limpar: "Limpiar la selección",
  manifestar: "Enviar manifestación",
  andamento: (feitas, total) => `${feitas} de ${total}…`,
  resultado: "Resultado por documento",
  resumo: (ok, falhas) => `${ok === 1 ? "1 documento marcado" : `${ok} documentos marcados`}, ${falhas} no.`,
  ok: "Marcado",
  fechar: "Cerrar",
  parar: "Detener",
  parado: "No se hizo: usted lo detuvo antes.",
  doFiltro: (total) => `${total} del filtro`,
  demais: (limite) => `Marcar y enviar manifestaciones: hasta ${limite} por vez`,
  exportar: (formato, limite) => `${formato} (hasta ${limite})`,
  repositorio: "XML por el Repositorio",
  baixar: "XML y DANFE",
  baixarMuitos: (limite) =>
    `Hasta ${limite} documentos por vez. Para más, use el Repositorio, que prepara el ZIP en segundo plano.`,
  baixado: (n) => (n === 1 ? "1 documento descargado en un ZIP." : `${n} documentos descargados en un ZIP.`),
  baixadoResumo: (ok, falhas) =>
    `${ok === 1 ? "1 documento en el ZIP" : `${ok} documentos en el ZIP`}, ${falhas} no.`,
  noZip: "En el ZIP",
};

const OPTIONAL_COLUMNS = {
  veredito: "Veredicto",
  emissao: "Emisión",
  uf: "UF",
  chegada: "Llegada a Malote",
  nfe: "Estado NF-e",
  sefaz: "SEFAZ",
  manifestacao: "Manifestación",
  chave: "Clave de acceso",
  processado: "Procesado en el ERP",
  recebido: "Recibido",
  conferido: "Verificado",
  tipo: "Tipo",
  numero: "Número y serie",
  valor: "Valor",
} as const;

/** Spanish texts of the display options: columns and density of the list. */
export const displayTexts: Translated<typeof source.displayTexts> = {
  rotulo: "Columnas y densidad",
  densidade: "Filas",
  densidades: { normal: "Normales", compacta: "Compactas" },
  colunas: "Columnas",
  padrao: "Columnas predeterminadas",
  nomes: {
    E: {
      ...OPTIONAL_COLUMNS,
      parte: "Emisor",
      documento: "CNPJ o CPF del emisor",
      nossa: "Su empresa",
    },
    S: {
      ...OPTIONAL_COLUMNS,
      parte: "Destinatario",
      documento: "CNPJ o CPF del destinatario",
      nossa: "Su empresa",
    },
  },
};
