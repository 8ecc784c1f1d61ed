import type { columnTexts as source } from "../../../texts/lists/columns.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/columns.ts`. */
export const columnTexts: Translated<typeof source> = {
  menu: (coluna) => `Opciones de la columna ${coluna}`,
  maisLarga: "Más ancha",
  maisEstreita: "Más estrecha",
  ajustar: "Ajustar al contenido",
  esquerda: "Mover a la izquierda",
  direita: "Mover a la derecha",
  fixar: "Fijar a la izquierda",
  soltar: "Dejar de fijar",
  ocultar: "Ocultar columna",
  padrao: "Volver a las columnas predeterminadas",
};
