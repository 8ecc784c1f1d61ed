import type { timeTexts as source } from "../../../texts/app/time.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/time.ts`. */
export const timeTexts: Translated<typeof source> = {
  agora: "ahora",
  haMinutos: (minutos) => `hace ${minutos} min`,
  haHoras: (horas) => `hace ${horas} h`,
  em: (quando) => `el ${quando}`,
  emInstantes: "en unos instantes",
  emMinutos: (minutos) => `en ${minutos} min`,
  hojeAs: (hora) => `hoy a las ${hora}`,
  ontemAs: (hora) => `ayer a las ${hora}`,
  hoje: "Hoy",
  ontem: "Ayer",
  intervalo: (de, ate) => `${de} a ${ate}`,
  mil: (reais) => `R$\u00a0${reais} mil`,
  milhoes: (reais) => `R$\u00a0${reais} M`,
  bilhoes: (reais) => `R$\u00a0${reais} mil M`,
};
