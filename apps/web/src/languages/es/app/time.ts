import type { timeTexts as source } from "../../../texts/app/time.ts";
import type { Translated } from "../../translated.ts";

/** Spanish words of instants and periods. */
export const timeTexts: Translated<typeof source> = {
  agora: "ahora",
  haMinutos: (minutos) => `hace ${minutos} min`,
  haHoras: (horas) => `hace ${horas} h`,
  em: (quando) => `el ${quando}`,
  emInstantes: "en instantes",
  emMinutos: (minutos) => `en ${minutos} min`,
  hojeAs: (hora) => `hoy a las ${hora}`,
  ontemAs: (hora) => `ayer a las ${hora}`,
  hoje: "Hoy",
  ontem: "Ayer",
  dias: (dias) => (dias === "1" ? "1 día" : `${dias} días`),
  hojeEm: "hoy",
  ontemEm: "ayer",
  ultimos: "últimos ",
  intervalo: (de, ate) => `del ${de} al ${ate}`,
  mil: (reais) => `R$\u00a0${reais} mil`,
  milhoes: (reais) => `R$\u00a0${reais} M`,
  bilhoes: (reais) => `R$\u00a0${reais} mil M`,
};
