import type { printedFormTexts as source } from "../../../texts/nota/printed-form.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/printed-form.ts`. */
export const printedFormTexts: Translated<typeof source> = {
  titulo: (nome, numero) => `${nome} del documento ${numero}`,
  semDesenho: "El servidor no pudo dibujar este documento. El XML está en la pestaña de al lado.",
  controles: "Tamaño e impresión",
  menor: "Reducir (Ctrl −)",
  maior: "Ampliar (Ctrl +)",
  porcento: (n) => `${n}\u00a0%`,
  ajustar: "Ajustar al ancho (Ctrl 0)",
  telaCheia: "Pantalla completa",
  imprimir: "Abrir el PDF para imprimir",
  dica: "Toque dos veces para ampliar",
  quarentena: "El documento está en cuarentena: lo que se lee abajo puede no ser lo que el emisor firmó.",
  baixarDica: "Para imprimir o guardar",
  evento: {
    xml: (nome) => `Descargar el XML de ${nome}`,
    pdf: (nome) => `Descargar el PDF de ${nome}`,
  },
};
