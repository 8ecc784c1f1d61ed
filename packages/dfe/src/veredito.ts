import type { AchadoCodigo } from "./achados.ts";
import type { Leitura } from "./leitura.ts";

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
export const GRAVIDADES = ["grave", "aviso", "informacao"] as const;
export type Gravidade = (typeof GRAVIDADES)[number];

/** One finding. `caminho` is its place (infNFe/det[2]/prod/NCM);
 * `detalhe` names fields, codes or values, never a sentence. */
export type Achado = {
  codigo: AchadoCodigo;
  gravidade: Gravidade;
  mensagem: string;
  caminho?: string;
  detalhe?: string;
};

/** State of the signature in the received bytes; `erro` when it cannot or must not be verified. */
export const ESTADOS_ASSINATURA = ["valida", "invalida", "ausente", "erro"] as const;
export type EstadoAssinatura = (typeof ESTADOS_ASSINATURA)[number];

/** `motivos` are the codes of the findings that explain the state; empty for `valida`. */
export type Assinatura = { estado: EstadoAssinatura; motivos: AchadoCodigo[] };

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
export type ReparoNome = (typeof REPAROS)[number];
/** The repairs that together make the signature valid, in the order applied. */
export type Reparo = { nomes: ReparoNome[] };

/** The signer according to its certificate; `documento` is CNPJ or CPF, the dates are ISO in UTC. */
export type CertificadoLido = {
  titular: string;
  documento: string | null;
  validoDe: string;
  validoAte: string;
};

/** The operator's trust: `ancoras` are roots and intermediates in PEM; without any, no chain is verified. */
export type Trust = {
  ancoras: readonly string[];
  /** CNPJs, or their first 8 characters, that may sign for
   * others: signing providers (PAA), state treasuries. */
  provedores?: readonly string[];
  /** `ancoras` does not hold all of ICP-Brasil: a chain to another root is "not verified", not "unknown". */
  parcial?: boolean;
};

/** The result of reading and judging one file. */
export type Examination = {
  leitura: Leitura;
  /** null when the file is not a document. */
  veredito: Veredito | null;
  /** The signature of the received bytes; all other fields describe `bytes`. */
  assinatura: Assinatura;
  reparo: Reparo | null;
  achados: Achado[];
  certificado: CertificadoLido | null;
  /** The received bytes, the proven original after a repair, or the document taken out of its wrapper. */
  bytes: Uint8Array;
  /** The eventos in the file of a nota, each a separate document; they are not in `bytes`. */
  eventos: readonly Examination[];
};

/** Orders verdicts for choosing among copies of one document: higher is better. */
export function rankVeredito(veredito: Veredito): number {
  return VEREDITOS.length - 1 - VEREDITOS.indexOf(veredito);
}
