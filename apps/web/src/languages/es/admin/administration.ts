import type { administrationTexts as source } from "../../../texts/admin/administration.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/admin/administration.ts`. */
export const administrationTexts: Translated<typeof source> = {
  titulo: "Administrador",
  abas: {
    rotulo: "Administración",
    empresa: "Empresas",
    usuario: "Usuarios",
    caixa: "Buzones de correo",
    api: "API",
    exportacao: "Exportaciones",
  },
  atualizado: (hora) => `Actualizado a las ${hora}`,
};
