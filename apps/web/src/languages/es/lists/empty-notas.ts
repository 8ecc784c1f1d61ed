import type { emptyNotasTexts as source } from "../../../texts/lists/empty-notas.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/empty-notas.ts`. */
export const emptyNotasTexts: Translated<typeof source> = {
  filtro: "Ningún documento con este filtro",
  filtroTexto: "¿Hay documentos fuera del filtro? Quite uno de los filtros de arriba para verlos.",
  processados: "Los que el ERP ya procesó no aparecen. Quite el filtro “no procesado” para verlos.",
  mostrarProcessados: "Mostrar procesados",
  buscaTexto: "La búsqueda no incluyó los documentos de terceros, de los que su empresa no es parte.",
  buscarTerceiros: "Buscar también entre los de terceros",
  verTerceiros: "Mostrar también los de terceros",
  limpar: "Limpiar filtros",
  nada: "Ningún documento recibido todavía",
  nadaTexto: "Cuando un correo con NF-e o CT-e llegue a un buzón monitoreado, el documento aparece aquí.",
  nadaEmitido: "Ningún documento emitido todavía",
  nadaEmitidoTexto:
    "Los documentos en los que su empresa es la emisora aparecen aquí cuando llegan a los buzones monitoreados.",
  verEmails: "Ver correos",
  semCaixa: "Ningún buzón de correo conectado",
  semCaixaTexto:
    "Conecte el buzón en el que los proveedores entregan las facturas. Las NF-e y los CT-e que lleguen a él aparecen aquí.",
  div: "Ninguna divergencia",
  divTexto: "En el período, el estado de cada documento en la SEFAZ es el mismo del XML recibido.",
};
