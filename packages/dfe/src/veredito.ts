/** How far a document can be trusted, from best to worst. Definitions: docs/vereditos.md. */
export const VEREDITOS = [
  // Signed by the right signer under a trusted chain, and authorized by the protocolo in the file.
  "autentica",
  // As above, but the signer or the signer's right is not proven.
  "integra",
  // Signed, but the file carries no proof of authorization.
  "sem-protocolo",
  // Signed, but the protocolo denies the authorization.
  "nao-autorizada",
  // Not signed, or changed after it was signed.
  "assinatura-invalida",
  // Shows signs of fraud.
  "suspeita",
  // Cannot be read.
  "ilegivel",
] as const;
export type Veredito = (typeof VEREDITOS)[number];

/** Severity of a finding: `grave` removes trust, `aviso` requires attention, `informacao` requires none. */
export const SEVERITIES = ["grave", "aviso", "informacao"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** State of the signature in the received bytes; `erro` when it cannot or must not be verified. */
export const SIGNATURE_STATUSES = ["valida", "invalida", "ausente", "erro"] as const;
export type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

/** Orders verdicts for choosing among copies of one document: higher is better. */
export function rankVeredito(veredito: Veredito): number {
  return VEREDITOS.length - 1 - VEREDITOS.indexOf(veredito);
}
