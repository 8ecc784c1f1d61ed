import type { AchadoCode } from "./achados.ts";
import type { Reading } from "./reading.ts";

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

/** One finding. `caminho` is its place (infNFe/det[2]/prod/NCM);
 * `detalhe` names fields, codes or values, never a sentence. */
export type Achado = {
  codigo: AchadoCode;
  gravidade: Severity;
  mensagem: string;
  caminho?: string;
  detalhe?: string;
};

/** State of the signature in the received bytes; `erro` when it cannot or must not be verified. */
export const SIGNATURE_STATUSES = ["valida", "invalida", "ausente", "erro"] as const;
export type SignatureStatus = (typeof SIGNATURE_STATUSES)[number];

/** `motivos` are the codes of the findings that explain the state; empty for `valida`. */
export type Signature = { estado: SignatureStatus; motivos: AchadoCode[] };

/** The repairs: each reverses one kind of damage by e-mail systems. */
export const REPAROS = [
  "espacos-entre-tags",
  "fins-de-linha",
  "espacos-finais",
  "utf8-duplicado",
  "latin1-recodificado",
  "declaracao-de-codificacao",
  "namespaces-em-volta",
] as const;
export type ReparoName = (typeof REPAROS)[number];
/** The repairs that together make the signature valid, in the order applied. */
export type Reparo = { nomes: ReparoName[] };

/** The signer according to its certificate; `documento` is CNPJ or CPF, the dates are ISO in UTC. */
export type ParsedCertificado = {
  titular: string;
  documento: string | null;
  validoDe: string;
  validoAte: string;
};

/** The operator's trust: `trustedCas` are PEM roots and intermediates; without any, no chain is verified. */
export type Trust = {
  trustedCas: readonly string[];
  /** CNPJs, or their first 8 characters, that may sign for
   * others: signing providers (PAA), state treasuries. */
  providers?: readonly string[];
  /** `trustedCas` lacks some of ICP-Brasil: a chain to another root is "not verified", not "unknown". */
  isPartial?: boolean;
};

/** The result of reading and judging one file. */
export type Examination = {
  reading: Reading;
  /** null when the file is not a document. */
  veredito: Veredito | null;
  /** The signature of the received bytes; all other fields describe `bytes`. */
  assinatura: Signature;
  reparo: Reparo | null;
  achados: Achado[];
  certificado: ParsedCertificado | null;
  /** The received bytes, the proven original after a repair, or the document taken out of its wrapper. */
  bytes: Uint8Array;
  /** The eventos in the file of a nota, each a separate document; they are not in `bytes`. */
  eventos: readonly Examination[];
};

/** Orders verdicts for choosing among copies of one document: higher is better. */
export function rankVeredito(veredito: Veredito): number {
  return VEREDITOS.length - 1 - VEREDITOS.indexOf(veredito);
}
