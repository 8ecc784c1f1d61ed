import { translated } from "../../languages/language.ts";

/** Texts of the release from quarantine. */
export const releaseTexts = translated("releaseTexts", {
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
} as const);

/** Texts of putting a document into quarantine again. */
export const holdTexts = translated("holdTexts", {
  abrir: "Colocar de novo em quarentena",
  titulo: "Colocar em quarentena?",
  aviso:
    "O documento sai dos totais, das exportações e da entrega ao ERP até que um administrador o libere. Seu nome, a hora e o motivo ficam registrados.",
  motivo: "Motivo",
  dica: (min: number, max: number) => `Por que ela deve ficar fora do ERP, em ${min} a ${max} caracteres.`,
  acao: "Colocar em quarentena",
  feita: (documento: string) => `${documento} em quarentena, fora do ERP.`,
  colocada: (quem: string, quando: string) => `Colocada em quarentena por ${quem} em ${quando}`,
  texto: "Um administrador a colocou em quarentena. O arquivo não mudou; o motivo está no cartão ao lado.",
} as const);
