import type { ACHADOS, Destino, Motivo } from "@malote/contract";
import { type AchadoCodigo, rankSituacao, type Situacao } from "@malote/dfe";

/** The fate of one part, with its reason. */
export type Sorte = { destino: Destino; motivo: Motivo | null; detalhe: string | null };

/** The judge's findings, and the one that only SEFAZ can tell. */
type Codigo = AchadoCodigo | "sefaz-digest-divergente";

/** A finding as it is stored with a document. */
export type AchadoGuardado = { codigo: Codigo & keyof typeof ACHADOS; grave: boolean; detalhe?: string };

/** What is known of a stored XML. */
export type Julgado = { situacao: Situacao; achados: readonly AchadoGuardado[] };

/** What choosing among the copies of one nota looks at; `protocolo` is the cStat of the one that travels along, if any. */
export type Merito = Julgado & { protocolo: string | null };

/** SEFAZ authorized another content under this chave. */
export const SEFAZ_DIVERGENTE: AchadoGuardado = { codigo: "sefaz-digest-divergente", grave: true };

/** What keeps a document out of totals, feed and flags until someone releases it (architecture §6), as a fate; null = nothing does. */
export function sorteOfQuarentena({ situacao, achados }: Julgado): Sorte | null {
  if (situacao === "suspeita" || situacao === "assinatura-invalida") {
    return { destino: "quarentena", motivo: situacao, detalhe: null };
  }
  if (!has(achados, "ambiente-homologacao")) return null;
  return { destino: "quarentena", motivo: "homologacao", detalhe: null };
}

/** True when something keeps a document from being published. */
export function isQuarentena(julgado: Julgado): boolean {
  return sorteOfQuarentena(julgado) !== null;
}

/**
 * Orders verdicts on the same bytes: higher is better. What may be published stands above what may not, and a signer whose chain
 * was checked above one whose chain could not be.
 */
export function rankJulgado(julgado: Julgado): number {
  const rank = Number(!isQuarentena(julgado)) * 4 + rankSituacao(julgado.situacao);
  return rank * 2 + Number(!has(julgado.achados, "cadeia-nao-verificada"));
}

/**
 * Orders copies of one nota: higher is better. After the verdict, SEFAZ's authorization counts more than another protocol, and that
 * more than none; last, the issuer's own signature more than a provider's.
 */
export function rankCopia({ protocolo, ...julgado }: Merito): number {
  const authorized = protocolo === "100" || protocolo === "150";
  const merits = [authorized, protocolo !== null, !has(julgado.achados, "certificado-de-provedor")];
  return merits.reduce((rank, merit) => rank * 2 + Number(merit), rankJulgado(julgado));
}

/** The verdict after SEFAZ's word: a copy of other content than it authorized is suspicious, however well it is signed. */
export function heedSefaz<D extends Julgado & { digVal: string | null }>(
  documento: D,
  sefazDigVal: string | null,
): D {
  if (sefazDigVal === null || documento.digVal === sefazDigVal) return documento;
  if (rankSituacao(documento.situacao) <= rankSituacao("suspeita")) return documento;
  return { ...documento, situacao: "suspeita", achados: [...documento.achados, SEFAZ_DIVERGENTE] };
}

function has(achados: readonly AchadoGuardado[], codigo: Codigo): boolean {
  return achados.some((achado) => achado.codigo === codigo);
}
