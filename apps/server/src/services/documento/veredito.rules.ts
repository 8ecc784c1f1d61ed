import type { Outcome, Reason } from "@malote/contract";
import { ACHADOS, type Achado, type AchadoCode, rankVeredito, type Veredito, vereditoOf } from "@malote/dfe";
import { isAuthorized } from "@malote/syntax";

/** Outcome of one part, with its reason. */
export type PartOutcome = { destino: Outcome; motivo: Reason | null; detalhe: string | null };

/** A finding as stored with a document; its texts are in the table of dfe. */
export type StoredAchado = Omit<Achado, "mensagem">;

/** Veredito and findings of a stored XML. */
export type Judged = { veredito: Veredito; achados: readonly StoredAchado[] };

/** What decides between copies of one nota. `protocolo`: cStat of the protocolo in the file, if any. */
export type CopyMerit = Judged & { protocolo: string | null };

/** Finding: SEFAZ authorized another content under this chave. */
export const SEFAZ_DIVERGENTE: StoredAchado = {
  codigo: "sefaz-digest-divergente",
  gravidade: ACHADOS["sefaz-digest-divergente"].gravidade,
};

/** Outcome of a quarantined document, which is out of totals, feed and flags; else null. */
export function outcomeOfQuarentena({ veredito, achados }: Judged): PartOutcome | null {
  const motivo = reasonOfQuarentena(veredito) ?? (isHomologacao({ achados }) ? "homologacao" : null);
  return motivo === null ? null : { destino: "quarentena", motivo, detalhe: null };
}

function reasonOfQuarentena(veredito: Veredito): Reason | null {
  if (veredito === "suspeita" || veredito === "assinatura-invalida") return veredito;
  return veredito === "ilegivel" ? "xml-sem-campos" : null;
}

/** True if a document may not be published. */
export function isQuarentena(judged: Judged): boolean {
  return outcomeOfQuarentena(judged) !== null;
}

/** The document is of SEFAZ's test environment: it is stored, and never published. */
export function isHomologacao({ achados }: Pick<Judged, "achados">): boolean {
  return has(achados, "ambiente-homologacao");
}

/** SEFAZ reported that it authorized another content. */
export function isContradicted({ achados }: Pick<Judged, "achados">): boolean {
  return has(achados, "sefaz-digest-divergente");
}

/** The document is not the received bytes, but the original that a repair restored. */
export function isRepaired({ achados }: Pick<Judged, "achados">): boolean {
  return has(achados, "reparada");
}

const RANKS = 8;

/**
 * Ranks vereditos on the same bytes; higher is better. Order: publishable, valid signature, production,
 * the veredito, a checked certificate chain, received whole instead of repaired, the QR code.
 */
export function rankJudged(judged: Judged): number {
  return (rankDocumento(judged) * 2 + Number(!isRepaired(judged))) * QR_CODE_RANKS + rankQrCode(judged);
}

/** Number of ranks of the QR code: foreign, unknown, nothing against it. */
const QR_CODE_RANKS = 3;

/** No signature covers the QR code: of copies with one content, one with SEFAZ's addresses ranks higher. */
function rankQrCode({ achados }: Pick<Judged, "achados">): number {
  if (has(achados, "qr-divergente") || has(achados, "url-chave-divergente")) return 0;
  return has(achados, "qr-desconhecido") ? 1 : 2;
}

// @NOTE a valid signature ranks above the veredito: a forged copy must not replace a doubted nota.
function rankDocumento(judged: Judged): number {
  const firsts = [!isQuarentena(judged), hasValidSignature(judged), !isHomologacao(judged)];
  const rank = firsts.reduce((all, first) => all * 2 + Number(first), 0) * RANKS;
  return (rank + rankVeredito(judged.veredito)) * 2 + Number(!has(judged.achados, "cadeia-nao-verificada"));
}

/** Whether the content is the signed one; of a repaired document, its restored content. */
function hasValidSignature({ achados }: Pick<Judged, "achados">): boolean {
  return achados.every(({ codigo }) => ACHADOS[codigo].estado === null);
}

/**
 * Ranks copies of one nota; higher is better. After the first criteria of {@link rankJudged}: authorized
 * by SEFAZ, any protocolo, signed by the emitente instead of a provider, received whole, the QR code.
 */
export function rankCopy({ protocolo, ...judged }: CopyMerit): number {
  const own = !has(judged.achados, "certificado-de-provedor");
  const merits = [isAuthorized(protocolo), protocolo !== null, own, !isRepaired(judged)];
  const rank = merits.reduce((all, merit) => all * 2 + Number(merit), rankDocumento(judged));
  return rank * QR_CODE_RANKS + rankQrCode(judged);
}

/** Applies SEFAZ's digest: a copy with other content than it authorized is suspeita, however well signed. */
export function applySefazDigest<D extends Judged & { digVal: string | null }>(
  documento: D,
  sefazDigVal: string | null,
): D {
  if (sefazDigVal === null || documento.digVal === sefazDigVal || isContradicted(documento)) return documento;
  const achados = [...documento.achados, SEFAZ_DIVERGENTE];
  return { ...documento, achados, veredito: vereditoOf(achados) };
}

function has(achados: readonly StoredAchado[], codigo: AchadoCode): boolean {
  return achados.some((achado) => achado.codigo === codigo);
}
