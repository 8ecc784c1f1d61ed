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

/** The fate of one part, with its reason. */
export type Sorte = { destino: Destino; motivo: Motivo | null; detalhe: string | null };

/** A finding as it is stored with a document: its words are those of the judge's table. */
export type AchadoGuardado = Omit<Achado, "mensagem">;

/** What is known of a stored XML. */
export type Julgado = { veredito: Veredito; achados: readonly AchadoGuardado[] };

/** What choosing among the copies of one nota looks at; `protocolo` is the cStat of the one that travels along, if any. */
export type Merito = Julgado & { protocolo: string | null };

/** SEFAZ authorized another content under this chave. */
export const SEFAZ_DIVERGENTE: AchadoGuardado = {
  codigo: "sefaz-digest-divergente",
  gravidade: ACHADOS["sefaz-digest-divergente"].gravidade,
};

/** What keeps a document out of totals, feed and flags until someone releases it (architecture §6), as a fate; null = nothing does. */
export function sorteOfQuarentena({ veredito, achados }: Julgado): Sorte | null {
  const motivo = motivoOfQuarentena(veredito) ?? (isHomologacao({ achados }) ? "homologacao" : null);
  return motivo === null ? null : { destino: "quarentena", motivo, detalhe: null };
}

function motivoOfQuarentena(veredito: Veredito): Motivo | null {
  if (veredito === "suspeita" || veredito === "assinatura-invalida") return veredito;
  return veredito === "ilegivel" ? "xml-sem-campos" : null;
}

/** True when something keeps a document from being published. */
export function isQuarentena(julgado: Julgado): boolean {
  return sorteOfQuarentena(julgado) !== null;
}

/** Of SEFAZ's test environment: kept, and never published. */
export function isHomologacao({ achados }: Pick<Julgado, "achados">): boolean {
  return has(achados, "ambiente-homologacao");
}

/** SEFAZ has said that it authorized another content. */
export function isContradita({ achados }: Pick<Julgado, "achados">): boolean {
  return has(achados, "sefaz-digest-divergente");
}

/** The document is not what came, but what a repair proved to be the original. */
export function isReparada({ achados }: Pick<Julgado, "achados">): boolean {
  return has(achados, "reparada");
}

const RANKS = 8;

/**
 * Orders verdicts on the same bytes: higher is better. What may be published stands above what may not, a signature that holds above
 * one that does not, a document of production above one of tests; then the verdict; then a signer whose chain was checked above one
 * whose chain could not be; last, what came whole above what was repaired.
 */
export function rankJulgado(julgado: Julgado): number {
  return (rankDocumento(julgado) * 2 + Number(!isReparada(julgado))) * CONSULTAS + rankConsulta(julgado);
}

/** Ranks of what stands beside the signature: foreign, not known, nothing found against it. */
const CONSULTAS = 3;

/** No signature covers the QR code: among copies of one content, the one whose addresses are SEFAZ's is the better. */
function rankConsulta({ achados }: Pick<Julgado, "achados">): number {
  if (has(achados, "qr-divergente") || has(achados, "url-chave-divergente")) return 0;
  return has(achados, "qr-desconhecido") ? 1 : 2;
}

// @NOTE a signature that holds comes before the verdict: whoever forges a copy of a doubted nota must not take its place.
function rankDocumento(julgado: Julgado): number {
  const firsts = [!isQuarentena(julgado), isAssinaturaValida(julgado), !isHomologacao(julgado)];
  const rank = firsts.reduce((all, first) => all * 2 + Number(first), 0) * RANKS;
  return (rank + rankVeredito(julgado.veredito)) * 2 + Number(!has(julgado.achados, "cadeia-nao-verificada"));
}

/** Whether the content is what some signer signed: a repaired document's own, not that of the bytes as they came. */
function isAssinaturaValida({ achados }: Pick<Julgado, "achados">): boolean {
  return achados.every(({ codigo }) => ACHADOS[codigo].estado === null);
}

/**
 * Orders copies of one nota: higher is better. After the verdict, SEFAZ's authorization counts more than another protocol, and that
 * more than none; then the issuer's own signature more than a provider's; then a copy that came whole more than a repaired
 * one; last, one whose QR code and address of the consulta match what SEFAZ publishes.
 */
export function rankCopia({ protocolo, ...julgado }: Merito): number {
  const own = !has(julgado.achados, "certificado-de-provedor");
  const merits = [isAutorizado(protocolo), protocolo !== null, own, !isReparada(julgado)];
  const rank = merits.reduce((all, merit) => all * 2 + Number(merit), rankDocumento(julgado));
  return rank * CONSULTAS + rankConsulta(julgado);
}

/** The verdict after SEFAZ's word: a copy of other content than it authorized is suspicious, however well it is signed. */
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
