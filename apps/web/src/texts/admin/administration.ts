import { translated } from "../../languages/language.ts";

/** Texts of the administration frame: heading and tabs. */
export const administrationTexts = translated("administrationTexts", {
  titulo: "Administrador",
  abas: {
    rotulo: "Administração",
    empresa: "Empresas",
    usuario: "Usuários",
    caixa: "Caixas de e-mail",
    api: "API",
    exportacao: "Exportações",
  },
  atualizado: (hora: string) => `Atualizado às ${hora}`,
} as const);
