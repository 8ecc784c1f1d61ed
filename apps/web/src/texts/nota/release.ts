/** Texts of the release from quarantine. */
export const releaseTexts = {
  abrir: "Liberar da quarentena",
  soAdministrador: "Só um administrador pode liberar da quarentena.",
  titulo: "Liberar da quarentena?",
  achados: "O que a conferência encontrou",
  semAchados: "A conferência não registrou achados.",
  aviso:
    "O documento entra nas listas, nos totais e na entrega ao ERP como os demais. Seu nome, a hora e o motivo ficam registrados.",
  motivo: "Motivo",
  dica: (min: number, max: number) =>
    `Por que se pode confiar neste documento, em ${min} a ${max} caracteres.`,
  conta: (n: number, max: number) => `${n} de ${max}`,
  acao: "Liberar",
  feita: (documento: string) => `${documento} liberada da quarentena.`,
} as const;
