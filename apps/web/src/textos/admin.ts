/** The frame of the administration of the conta. */
export const administracao = {
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
} as const;
