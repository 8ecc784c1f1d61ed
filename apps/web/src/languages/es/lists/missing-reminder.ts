import { formatInteger } from "@malote/syntax";
import type { missingReminderTexts as source } from "../../../texts/lists/missing-reminder.ts";
import type { Translated } from "../../translated.ts";

const cada = (dias: number): string => (dias === 1 ? "cada día" : `cada ${formatInteger(dias)} días`);

/** Spanish texts of `texts/lists/missing-reminder.ts`. */
export const missingReminderTexts: Translated<typeof source> = {
  rotulo: "Recordatorio al proveedor",
  opcao: (dias) => (dias === 0 ? "Sin recordatorios" : `Recordar ${cada(dias)}`),
  salvo: (dias) =>
    dias === 0
      ? "Los proveedores ya no reciben recordatorios."
      : `Malote se lo recuerda al proveedor ${cada(dias)}, hasta dos veces.`,
  sairam: (n) => (n === 1 ? "1 documento ya no falta." : `${formatInteger(n)} documentos ya no faltan.`),
};
