import type { repositorioTexts as source } from "../../../texts/files/repositorio.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/files/repositorio.ts`. */
export const repositorioTexts: Translated<typeof source> = {
  titulo: "Repositorio",
  intro: "Descargue de una vez, en un ZIP, los XML de un período.",
  campos: {
    papel: "Documentos",
    papeis: { E: "Recibidos", S: "Emitidos", T: "Recibidos y emitidos" },
    tipo: "Tipo",
    empresa: "Empresa",
    de: "Emisión desde",
    ate: "hasta",
    ateNome: "Emisión hasta",
    cnpj: "CNPJ o CPF de la otra parte",
    cnpjDica: "Opcional. Puede ser solo el comienzo.",
    todos: "Todos",
    todas: "Todas",
    comPdf: "Con los PDF (DANFE, DACTE)",
    comEventos: "Con los eventos",
  },
  pedir: "Preparar descarga",
  falhou: "Error al procesar la solicitud",
  comecou: "Descarga en preparación. Le avisaremos cuando esté lista.",
  lista: {
    titulo: "Descargas",
    nota: "se guardan por 7 días",
    periodo: (de, ate) => `${de} a ${ate}`,
    todosTipos: "todos los tipos",
    todasEmpresas: "todas las empresas",
    parte: (cnpj) => `otra parte ${cnpj}`,
    comPdf: "con los PDF",
    comEventos: "con eventos",
    colunas: {
      pedido: "Solicitud",
      data: "Fecha",
      usuario: "Usuario",
      situacao: "Estado",
      documentos: "Documentos",
      acao: "Descargar",
    },
    vazio: "Ninguna descarga todavía",
    vazioTexto: "Elija arriba el período y lo que desea incluir. El ZIP se prepara en segundo plano.",
    total: (n) => (n === "1" ? "1 descarga" : `${n} descargas`),
  },
};
