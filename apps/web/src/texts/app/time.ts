import { translated } from "../../languages/language.ts";

/** Words of instants and periods. Their figures keep the Brazilian format in every language. */
export const timeTexts = translated("timeTexts", {
  agora: "agora",
  haMinutos: (minutos: number) => `há ${minutos} min`,
  haHoras: (horas: number) => `há ${horas} h`,
  em: (quando: string) => `em ${quando}`,
  emInstantes: "em instantes",
  emMinutos: (minutos: number) => `em ${minutos} min`,
  hojeAs: (hora: string) => `hoje às ${hora}`,
  ontemAs: (hora: string) => `ontem às ${hora}`,
  hoje: "Hoje",
  ontem: "Ontem",
  dias: (dias: string) => (dias === "1" ? "1 dia" : `${dias} dias`),
  hojeEm: "hoje",
  ontemEm: "ontem",
  /** The start of the name of a period, which a short summary leaves out. */
  ultimos: "últimos ",
  intervalo: (de: string, ate: string) => `${de} a ${ate}`,
  mil: (reais: string) => `R$\u00a0${reais} mil`,
  milhoes: (reais: string) => `R$\u00a0${reais} mi`,
  bilhoes: (reais: string) => `R$\u00a0${reais} bi`,
});
