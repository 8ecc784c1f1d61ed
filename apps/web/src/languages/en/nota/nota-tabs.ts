import type * as source from "../../../texts/nota/nota-tabs.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/nota-tabs.ts`. */
export const notaTabTexts: Translated<typeof source.notaTabTexts> = {
  xml: {
    rotulo: "XML of the document",
    buscar: "Search the XML",
    resultados: (atual, total) => (total === 0 ? "none" : `${atual} of ${total}`),
    anterior: "Previous result",
    proximo: "Next result",
    abrirTudo: "Expand all",
    fecharTudo: "Collapse all",
    copiar: "Copy the XML",
    copiado: "XML copied.",
    abrir: (nome) => `Expand ${nome}`,
    fechar: (nome) => `Collapse ${nome}`,
    invalido: "The XML could not be shown as a tree. See below the text as it arrived.",
  },
  eventos: {
    vazio: "No events",
    vazioTexto:
      "Cancellation, correction letter and recipient's statement appear here when they arrive by e-mail or from SEFAZ.",
    origem: { email: "Received by e-mail", sefaz: "Reported by SEFAZ" },
    protocolo: (numero) => `Protocol ${numero}`,
    semProtocolo: "No protocol",
  },
  origem: {
    vazio: "No source e-mail",
    vazioTexto: "The document did not arrive through a monitored mailbox.",
    importacao: (arquivo) => `Import of ${arquivo}`,
    recebido: (quando) => `Received on ${quando}`,
    arquivo: "File",
    baixar: (nome) => `Download ${nome}`,
    semNome: "unnamed file",
  },
  achados: {
    titulo: "Why this document stopped here",
    texto:
      "The file arrived, but did not pass the signature check. Until that changes, neither the value nor the items can be trusted.",
    textoSuspeita:
      "The file arrived, but there are signs that it is not what it seems. Until that changes, neither the value nor the items can be trusted.",
    textoTeste: "The document is from the SEFAZ test environment and has no fiscal value.",
    tituloLeve: "What the check found",
    campo: "Field",
    evidencia: "Evidence",
    guardamos: "What we stored",
    guardamosTexto: "The XML exactly as it arrived and the whole e-mail, with time and sender.",
    fazer: "What to do",
    fazerTexto:
      "Ask the issuer for the original XML. When the intact copy arrives by e-mail, it replaces this one automatically.",
    cuidado: "Meanwhile",
    cuidadoTexto:
      "The document stays visible in the lists, but out of the totals and of the delivery to the ERP. Do not pay based on it.",
  },
};
