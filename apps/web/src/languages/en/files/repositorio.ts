import type * as source from "../../../texts/files/repositorio.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/files/repositorio.ts`. */
export const repositorioTexts: Translated<typeof source.repositorioTexts> = {
  titulo: "Repository",
  intro: "Download the XMLs of a period all at once, in a ZIP.",
  campos: {
    papel: "Documents",
    papeis: { E: "Received", S: "Issued", T: "Received and issued" },
    tipo: "Type",
    empresa: "Company",
    de: "Issued from",
    ate: "to",
    ateNome: "Issued to",
    cnpj: "CNPJ or CPF of the other party",
    cnpjDica: "Optional. It can be only the beginning.",
    todos: "All",
    todas: "All",
    comPdf: "With the PDFs (DANFE, DACTE)",
    comEventos: "With the events",
  },
  pedir: "Prepare download",
  falhou: "The request could not be processed",
  comecou: "The download is being prepared. We will notify you when it is ready.",
  lista: {
    titulo: "Downloads",
    nota: "kept for 7 days",
    periodo: (de, ate) => `${de} to ${ate}`,
    todosTipos: "all types",
    todasEmpresas: "all companies",
    parte: (cnpj) => `other party ${cnpj}`,
    comPdf: "with PDFs",
    comEventos: "with events",
    colunas: {
      pedido: "Request",
      data: "Date",
      usuario: "User",
      situacao: "Status",
      documentos: "Documents",
      acao: "Download",
    },
    vazio: "No downloads yet",
    vazioTexto: "Choose above the period and what to include. The ZIP is prepared in the background.",
    total: (n) => (n === "1" ? "1 download" : `${n} downloads`),
  },
};
