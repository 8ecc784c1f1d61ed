import type { requestedFileTexts as source } from "../../../texts/files/requested-files.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/files/requested-files.ts`. */
export const requestedFileTexts: Translated<typeof source> = {
  estados: {
    pendente: "En cola",
    "em-andamento": "Preparando",
    concluido: "Listo",
    falhou: "Falló",
    expirado: "Vencido",
  },
  baixar: "Descargar",
  baixarNome: (nome) => `Descargar ${nome}`,
  de: (feitos, total) => `${feitos} de ${total}`,
  documentos: (n) => (n === "1" ? "1 documento" : `${n} documentos`),
  expira: (quando) => `vence ${quando}`,
  pronto: (nome) => `${nome} está listo.`,
  falhou: "No se pudo crear el archivo",
};
