import type * as source from "../../../texts/operator/menu.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/operator/menu.ts`. */
export const operatorMenuTexts: Translated<typeof source.operatorMenuTexts> = {
  operacao: "Operation",
  voltarConta: "Back to the account",
  telas: {
    operacao: "Operation",
    contas: "Accounts",
    filas: "Queues",
    caixas: "Mailboxes",
    backups: "Backups",
    registros: "Log",
    configuracao: "Settings",
  },
};
