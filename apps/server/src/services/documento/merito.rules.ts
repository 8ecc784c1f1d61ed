import type { Destino, Motivo } from "@malote/contract";
import {
  ACHADOS,
  type Achado,
  type AchadoCodigo,
  rankVeredito,
  type Veredito,
  vereditoOf,
} from "@malote/dfe";
import { isAutorizado } from "@malote/syntax";

/** Outcome of one part, with its reason. */
export type Sorte = { destino: Destino; motivo: Motivo | null; detalhe: string | null };

/** A finding as stored with a document; its texts are in the table of dfe. */
export type AchadoGuardado = Omit<Achado, "mensagem">;

/** Veredito and findings of a stored XML. */
export type Julgado = { veredito: Veredito; achados: readonly AchadoGuardado[] };

/** What decides between copies of one nota. `protocolo`: cStat of the protocolo in the file, if any. */
export type Merito = Julgado & { protocolo: string | null };

/** Finding: SEFAZ authorized another content under this chave. */
export const SEFAZ_DIVERGENTE: AchadoGuardado = {
  codigo: "sefaz-digest-divergente",
  gravidade: ACHADOS["sefaz-digest-divergente"].gravidade,
};

/** Outcome of a quarantined document, which is out of totals, feed and flags (architecture §6); else null. */
export function sorteOfQuarentena({ veredito, achados }: Julgado): Sorte | null {
  const motivo = motivoOfQuarentena(veredito) ?? (isHomologacao({ achados }) ? "homologacao" : null);
  return motivo === null ? null : { destino: "quarentena", motivo, detalhe: null };
}

function motivoOfQuarentena(veredito: Veredito): Motivo | null {
  if (veredito === "suspeita" || veredito === "assinatura-invalida") return veredito;
  return veredito === "ilegivel" ? "xml-sem-campos" : null;
}

/** True if a document may not be published. */
export function isQuarentena(julgado: Julgado): boolean {
  return sorteOfQuarentena(julgado) !== null;
}

/** The document is of SEFAZ's test environment: it is stored, and never published. */
export function isHomologacao({ achados }: Pick<Julgado, "achados">): boolean {
  return has(achados, "ambiente-homologacao");
}

/** SEFAZ reported that it authorized another content. */
export function isContradita({ achados }: Pick<Julgado, "achados">): boolean {
  return has(achados, "sefaz-digest-divergente");
}

/** The document is not the received bytes, but the original that a repair restored. */
export function isReparada({ achados }: Pick<Julgado, "achados">): boolean {
  return has(achados, "reparada");
}

const RANKS = 8;

/**
 * Ranks vereditos on the same bytes; higher is better. Order: publishable, valid signature, production,
 * the veredito, a checked certificate chain, received whole instead of repaired, the QR code.
 */
export function rankJulgado(julgado: Julgado): number {
  return (rankDocumento(julgado) * 2 + Number(!isReparada(julgado))) * CONSULTAS + rankConsulta(julgado);
}

/** Number of ranks of the QR code: foreign, unknown, nothing against it. */
const CONSULTAS = 3;

/** No signature covers the QR code: of copies with one content, one with SEFAZ's addresses ranks higher. */
function rankConsulta({ achados }: Pick<Julgado, "achados">): number {
  if (has(achados, "qr-divergente") || has(achados, "url-chave-divergente")) return 0;
  return has(achados, "qr-desconhecido") ? 1 : 2;
}

// @NOTE a valid signature ranks above the veredito: a forged copy must not replace a doubted nota.
function rankDocumento(julgado: Julgado): number {
  const firsts = [!isQuarentena(julgado), isAssinaturaValida(julgado), !isHomologacao(julgado)];
  const rank = firsts.reduce((all, first) => all * 2 + Number(first), 0) * RANKS;
  return (rank + rankVeredito(julgado.veredito)) * 2 + Number(!has(julgado.achados, "cadeia-nao-verificada"));
}

/** Whether the content is the signed one; of a repaired document, its restored content. */
function isAssinaturaValida({ achados }: Pick<Julgado, "achados">): boolean {
  return achados.every(({ codigo }) => ACHADOS[codigo].estado === null);
}

/**
 * Ranks copies of one nota; higher is better. After the first criteria of {@link rankJulgado}: authorized
 * by SEFAZ, any protocolo, signed by the emitente instead of a provider, received whole, the QR code.
 */
export function rankCopia({ protocolo, ...julgado }: Merito): number {
  const own = !has(julgado.achados, "certificado-de-provedor");
  const merits = [isAutorizado(protocolo), protocolo !== null, own, !isReparada(julgado)];
  const rank = merits.reduce((all, merit) => all * 2 + Number(merit), rankDocumento(julgado));
  return rank * CONSULTAS + rankConsulta(julgado);
}

/** Applies SEFAZ's digest: a copy with other content than it authorized is suspeita, however well signed. */
export function heedSefaz<D extends Julgado & { digVal: string | null }>(
  documento: D,
  sefazDigVal: string | null,
): D {
  if (sefazDigVal === null || documento.digVal === sefazDigVal || isContradita(documento)) return documento;
  const achados = [...documento.achados, SEFAZ_DIVERGENTE];
  return { ...documento, achados, veredito: vereditoOf(achados) };
}

function has(achados: readonly AchadoGuardado[], codigo: AchadoCodigo): boolean {
  return achados.some((achado) => achado.codigo === codigo);
}
