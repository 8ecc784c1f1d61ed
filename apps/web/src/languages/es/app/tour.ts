import type { tourTexts as source } from "../../../texts/app/tour.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/tour.ts`. */
export const tourTexts: Translated<typeof source> = {
  comecar: "Ver la presentación de nuevo",
  palavras: "tour recorrido presentación ayuda conocer guía",
  rotulo: "Presentación de Malote",
  passo: (n, total) => `${n} de ${total}`,
  proximo: "Siguiente",
  voltar: "Anterior",
  concluir: "Finalizar",
  sair: "Salir de la presentación",
  passos: {
    lista: {
      titulo: "Los documentos llegan solos",
      texto:
        "Lo que reciben los buzones de correo aparece en DF-e recibidos. Marque como procesado lo que ya está en el ERP.",
    },
    veredito: {
      titulo: "Cada documento se verifica",
      texto:
        "Malote compara el XML con la SEFAZ. Lo que diverge aparece en color, y el motivo se abre con un clic.",
    },
    busca: {
      titulo: "Todo se encuentra desde aquí",
      texto:
        "Ctrl K busca por clave, número, CNPJ o nombre, y ejecuta comandos como exportar o cambiar el tema.",
      telefone: "La lupa busca por clave, número, CNPJ o nombre.",
    },
    faltando: {
      titulo: "Lo que la SEFAZ tiene y no llegó",
      texto:
        "Falta el XML muestra esos documentos por proveedor. Pídalos por correo, o tome conocimiento y descárguelos.",
    },
    ajuda: {
      titulo: "Las teclas y esta presentación están aquí",
      texto: "Abra esta lista cuando quiera: tiene los atajos y repite la presentación.",
      telefone: "El menú tiene las páginas, los atajos y esta presentación.",
    },
  },
};
