import type * as source from "../../../texts/names/statuses.ts";
import type { Translated } from "../../translated.ts";

/** English labels of the vereditos. */
export const vereditoLabels: Translated<typeof source.vereditoLabels> = {
  autentica: "Genuine",
  integra: "Intact",
  "sem-protocolo": "No protocol",
  "nao-autorizada": "Not authorized",
  "assinatura-invalida": "Invalid signature",
  suspeita: "Suspicious",
  ilegivel: "Unreadable",
};

/** English labels of a cStat. */
export const nfeStatusLabels: Translated<typeof source.nfeStatusLabels> = {
  "100": "Authorized",
  "101": "Cancelled",
  "102": "Numbers voided",
  "110": "Denied",
  "201": "Rejected: range of numbers too large",
  "202": "Rejected: authorship or integrity failed",
  "203": "Rejected: issuer not enabled",
  "204": "Rejected: duplicate NF-e",
  "205": "Rejected: NF-e denied in SEFAZ's records",
  "206": "Rejected: numbers already voided",
  "420": "Rejected: NF-e already cancelled",
  "450": "Rejected: model other than 55",
  "451": "Rejected: invalid issuing process",
};

/** English details of a cStat. */
export const statusDetails: Translated<typeof source.statusDetails> = {
  "120": "Authorized with an alert",
  "132": "Closed",
  "150": "Authorized late",
  "151": "Cancelled late",
  "155": "Cancelled late",
  "205": "Denied",
  "217": "Not found at SEFAZ",
  "301": "Denied: irregular issuer",
  "302": "Denied: irregular recipient",
  "303": "Denied: recipient not enabled in the state",
};

/** One English word for each cStat. */
export const cStatWords: Translated<typeof source.cStatWords> = {
  ...nfeStatusLabels,
  "120": "Authorized",
  "150": "Authorized",
  "132": "Closed",
  "151": "Cancelled",
  "155": "Cancelled",
  "205": "Denied",
  "301": "Denied",
  "302": "Denied",
  "303": "Denied",
  "217": "Not found at SEFAZ",
};

/** English words of what became of a part of an e-mail. */
export const outcomeLabels: Translated<typeof source.outcomeLabels> = {
  nota: "Document extracted",
  evento: "Event extracted",
  duplicada: "Already received",
  "outro-dfe": "Stored, another type of DF-e",
  "nao-dfe": "Stored, not a DF-e",
  pacote: "Opened",
  quarentena: "In quarantine",
  erro: "Could not be read",
};

export const otherStatusTexts: Translated<typeof source.otherStatusTexts> = {
  outro: "Not validated",
  naSefaz: " at SEFAZ",
};
