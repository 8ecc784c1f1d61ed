import type * as source from "../../../texts/nota/release.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the release from quarantine. */
export const releaseTexts: Translated<typeof source.releaseTexts> = {
  abrir: "Liberar de la cuarentena",
  soAdministrador: "Solo un administrador puede liberar de la cuarentena.",
  titulo: "¿Liberar de la cuarentena?",
  achados: "Qué encontró la verificación",
  semAchados: "La verificación no registró hallazgos.",
  aviso:
    "El documento entra en las listas, en los totales y en la entrega al ERP como los demás. Su nombre, la hora y el motivo quedan registrados.",
  motivo: "Motivo",
  dica: (min, max) => `Por qué se puede confiar en este documento, en ${min} a ${max} caracteres.`,
  conta: (n, max) => `${n} de ${max}`,
  acao: "Liberar",
  feita: (documento) => `Se liberó ${documento} de la cuarentena.`,
};

/** Spanish texts of putting a document into quarantine again. */
export const holdTexts: Translated<typeof source.holdTexts> = {
  abrir: "Poner de nuevo en cuarentena",
  titulo: "¿Poner en cuarentena?",
  aviso:
    "El documento sale de los totales, de las exportaciones y de la entrega al ERP hasta que un administrador lo libere. Su nombre, la hora y el motivo quedan registrados.",
  motivo: "Motivo",
  dica: (min, max) => `Por qué debe quedar fuera del ERP, en ${min} a ${max} caracteres.`,
  acao: "Poner en cuarentena",
  feita: (documento) => `${documento} en cuarentena, fuera del ERP.`,
  colocada: (quem, quando) => `Puesto en cuarentena por ${quem} el ${quando}`,
  texto:
    "Un administrador lo puso en cuarentena. El archivo no cambió; el motivo está en la tarjeta de al lado.",
};
