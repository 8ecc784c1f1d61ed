import type { timeTexts as source } from "../../../texts/app/time.ts";
import type { Translated } from "../../translated.ts";

/** English words of instants and periods. */
export const timeTexts: Translated<typeof source> = {
  agora: "now",
  haMinutos: (minutos) => `${minutos} min ago`,
  haHoras: (horas) => `${horas} h ago`,
  em: (quando) => `on ${quando}`,
  emInstantes: "in a moment",
  emMinutos: (minutos) => `in ${minutos} min`,
  hojeAs: (hora) => `today at ${hora}`,
  ontemAs: (hora) => `yesterday at ${hora}`,
  hoje: "Today",
  ontem: "Yesterday",
  dias: (dias) => (dias === "1" ? "1 day" : `${dias} days`),
  hojeEm: "today",
  ontemEm: "yesterday",
  ultimos: "last ",
  intervalo: (de, ate) => `${de} to ${ate}`,
  mil: (reais) => `R$\u00a0${reais}K`,
  milhoes: (reais) => `R$\u00a0${reais}M`,
  bilhoes: (reais) => `R$\u00a0${reais}B`,
};
