import type { AchadoCodigo } from "./achados.ts";
import type { Leitura } from "./leitura.ts";

/** The one value that says how far a document can be trusted, from best to worst. `autentica` signed by whom it should be, under
 * a trusted chain, and authorized by the protocol it carries; `integra` the same, but who signed, or by what right, is not proven; `sem-protocolo` and `nao-autorizada` as signed, but nobody shows that SEFAZ authorized it, or its protocol says that it did
 * not; `assinatura-invalida` not what was signed, or not signed; `suspeita` signs of fraud; `ilegivel` not to be read. */
export const VEREDITOS = [
  "autentica",
  "integra",
  "sem-protocolo",
  "nao-autorizada",
  "assinatura-invalida",
  "suspeita",
  "ilegivel",
] as const;
export type Veredito = (typeof VEREDITOS)[number];

/** What a finding asks of the reader: `grave` takes the trust away, `aviso` wants a look, `informacao` is worth knowing. */
export const GRAVIDADES = ["grave", "aviso", "informacao"] as const;
export type Gravidade = (typeof GRAVIDADES)[number];

/** One finding. `caminho` is where in the document (infNFe/det[2]/prod/NCM); `detalhe` names fields, codes or values, never a sentence. */
export type Achado = {
  codigo: AchadoCodigo;
  gravidade: Gravidade;
  mensagem: string;
  caminho?: string;
  detalhe?: string;
};

/** What became of the signature of the bytes as they came; `erro` when it could not or must not be verified at all. */
export const ESTADOS_ASSINATURA = ["valida", "invalida", "ausente", "erro"] as const;
export type EstadoAssinatura = (typeof ESTADOS_ASSINATURA)[number];

/** `motivos` are the codes of the findings behind the state; empty for `valida`. */
export type Assinatura = { estado: EstadoAssinatura; motivos: AchadoCodigo[] };

/** The reversals that a repair may try, each the undoing of what e-mail systems do to a file. */
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
/** The reversals that together proved themselves, in the order they were made. */
export type Reparo = { nomes: ReparoNome[] };

/** The signer as its certificate says; `documento` is CNPJ or CPF, the dates are ISO in UTC. */
export type CertificadoLido = {
  titular: string;
  documento: string | null;
  validoDe: string;
  validoAte: string;
};

/** What the operator trusts: roots and intermediates in PEM; an empty list means that no chain can be checked. `provedores` are the
 * CNPJs, or their first 8 characters, of whom it trusts to sign for others: signing providers (PAA), treasuries of states. */
export type Confianca = {
  ancoras: readonly string[];
  provedores?: readonly string[];
  /** The anchors are not all those of ICP-Brasil: a chain that leads elsewhere is not verified, rather than unknown. */
  parcial?: boolean;
};

/**
 * What reading and judging one file gave: `assinatura` speaks of the bytes as they came; all the
 * rest of the documento, which is
 * `bytes`: those same, or what a repair proved to be the original, or what was taken out of its
 * wrapper. `veredito` is null for what is no document. `eventos` are those in the file of a nota,
 * each a documento of its own; they are not in `bytes`.
 */
export type Exame = {
  leitura: Leitura;
  veredito: Veredito | null;
  assinatura: Assinatura;
  reparo: Reparo | null;
  achados: Achado[];
  certificado: CertificadoLido | null;
  bytes: Uint8Array;
  eventos: readonly Exame[];
};

/** Orders verdicts for choosing among copies of one document: higher is better. */
export function rankVeredito(veredito: Veredito): number {
  return VEREDITOS.length - 1 - VEREDITOS.indexOf(veredito);
}
