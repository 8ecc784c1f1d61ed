import type * as source from "../../../texts/admin/administration.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/admin/administration.ts`. */
export const administrationTexts: Translated<typeof source.administrationTexts> = {
  titulo: "Administration",
  abas: {
    rotulo: "Administration",
    empresa: "Companies",
    usuario: "Users",
    caixa: "Mailboxes",
    api: "API",
    exportacao: "Exports",
  },
  atualizado: (hora) => `Updated at ${hora}`,
};
