import type { exportacaoTexts as source } from "../../../texts/files/exportacao.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/files/exportacao.ts`. */
export const exportacaoTexts: Translated<typeof source> = {
  botao: "Exportar",
  opcoes: {
    CSV: { nome: "CSV", dica: "para hojas de cálculo y sistemas" },
    XLSX: { nome: "Hoja de cálculo (XLSX)", dica: "con fechas y valores listos para sumar" },
    PDF: { nome: "Informe en PDF", dica: "con el filtro y los totales" },
  },
  limite: (limite) => `hasta ${limite} documentos`,
  acima: (limite) => `El filtro tiene más de ${limite} documentos.`,
  nada: "Ningún documento para exportar.",
  total: (n) => `Los ${n} documentos del filtro`,
  totalUm: "El documento del filtro",
  comecou: "Exportación en preparación. El archivo queda en Administrador, Exportaciones.",
  ver: "Ver las exportaciones",
  lista: {
    titulo: "Exportaciones",
    colunas: {
      arquivo: "Archivo",
      filtro: "Filtro",
      data: "Fecha",
      usuario: "Usuario",
      situacao: "Estado",
      acao: "Descargar",
    },
    semNome: (formato) => `Exportación en ${formato}`,
    removerVencidas: "Quitar vencidas",
    removerTexto:
      "Las exportaciones vencidas y las que fallaron salen de la lista. Los documentos siguen guardados.",
    removidas: (n) =>
      n === 0
        ? "Ninguna exportación vencida."
        : n === 1
          ? "1 exportación quitada."
          : `${n} exportaciones quitadas.`,
    vazio: "Ninguna exportación todavía",
    vazioTexto:
      "Use Exportar, en la lista de DF-e recibidos o emitidos, para descargar lo que el filtro muestra.",
    irParaLista: "Ver DF-e recibidos",
    total: (n) => (n === "1" ? "1 exportación" : `${n} exportaciones`),
  },
};
