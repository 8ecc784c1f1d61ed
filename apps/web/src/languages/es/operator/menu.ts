import type { operatorMenuTexts as source } from "../../../texts/operator/menu.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/operator/menu.ts`. */
export const operatorMenuTexts: Translated<typeof source> = {
  operacao: "Operación",
  voltarConta: "Volver a la cuenta",
  telas: {
    operacao: "Operación",
    contas: "Cuentas",
    filas: "Colas",
    caixas: "Buzones",
    backups: "Copias de seguridad",
    registros: "Registros",
    configuracao: "Configuración",
  },
};
