import type * as source from "../../../texts/names/statuses.ts";
import type { Translated } from "../../translated.ts";

/** Spanish labels of the vereditos. */
export const vereditoLabels: Translated<typeof source.vereditoLabels> = {
  autentica: "Auténtico",
  integra: "Íntegro",
  "sem-protocolo": "Sin protocolo",
  "nao-autorizada": "No autorizado",
  "assinatura-invalida": "Firma no válida",
  suspeita: "Sospechoso",
  ilegivel: "Ilegible",
};

/** Spanish labels of a cStat. */
export const nfeStatusLabels: Translated<typeof source.nfeStatusLabels> = {
  "100": "Autorizado",
  "101": "Cancelado",
  "102": "Numeración inutilizada",
  "110": "Denegado",
  "201": "Rechazo: rango de numeración demasiado grande",
  "202": "Rechazo: fallo en la autoría o en la integridad",
  "203": "Rechazo: emisor no habilitado",
  "204": "Rechazo: NF-e duplicada",
  "205": "Rechazo: NF-e denegada en la base de la SEFAZ",
  "206": "Rechazo: numeración ya inutilizada",
  "420": "Rechazo: cancelación de una NF-e ya cancelada",
  "450": "Rechazo: modelo distinto de 55",
  "451": "Rechazo: proceso de emisión no válido",
};

/** Spanish details of a cStat. */
export const statusDetails: Translated<typeof source.statusDetails> = {
  "120": "Autorizado con alerta",
  "132": "Cerrado",
  "150": "Autorizado fuera de plazo",
  "151": "Cancelado fuera de plazo",
  "155": "Cancelado fuera de plazo",
  "205": "Denegado",
  "217": "No consta en la SEFAZ",
  "301": "Denegado: emisor irregular",
  "302": "Denegado: destinatario irregular",
  "303": "Denegado: destinatario no habilitado en el estado",
};

/** One Spanish word for each cStat. */
export const cStatWords: Translated<typeof source.cStatWords> = {
  ...nfeStatusLabels,
  "120": "Autorizado",
  "150": "Autorizado",
  "132": "Cerrado",
  "151": "Cancelado",
  "155": "Cancelado",
  "205": "Denegado",
  "301": "Denegado",
  "302": "Denegado",
  "303": "Denegado",
  "217": "No consta en la SEFAZ",
};

/** Spanish words of what became of a part of an e-mail. */
export const outcomeLabels: Translated<typeof source.outcomeLabels> = {
  nota: "Documento extraído",
  evento: "Evento extraído",
  duplicada: "Ya recibido",
  "outro-dfe": "Guardado, otro tipo de DF-e",
  "nao-dfe": "Guardado, no es DF-e",
  pacote: "Abierto",
  quarentena: "En cuarentena",
  erro: "No se pudo leer",
};

export const otherStatusTexts: Translated<typeof source.otherStatusTexts> = {
  outro: "No validado",
  naSefaz: " en la SEFAZ",
};
