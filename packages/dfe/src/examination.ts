import type { Achado, AchadoCode } from "./achados.ts";
import type { Reading } from "./reading.ts";
import type { SignatureStatus, Veredito } from "./veredito.ts";

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
