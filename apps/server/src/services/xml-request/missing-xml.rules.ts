import type { MessageKey } from "@malote/contract";
import { addAmount, DAY_MS } from "@malote/syntax";
import {
  acceptsManifestacao,
  CIENCIA,
  deadlineOf,
  type Impediment,
  judgeEmpresa,
  type ManifestacaoSender,
  type ZonedNow,
} from "../manifestacao/manifestacao.rules.ts";
import type { MissingXml } from "./missing-xml.rows.ts";

/** After a registered ciência SEFAZ delivers the XML within hours; later the supplier must be asked. */
const DELIVERY_MS = 3 * DAY_MS;

/** The earliest registration of a ciência whose XML is still expected. */
export function cienciaSince(now: Date): Date {
  return new Date(now.getTime() - DELIVERY_MS);
}

export type XmlState = "faltando" | "pedido" | "baixando";

/** The one state of a missing XML: what SEFAZ delivers by itself comes before what was asked. */
export function stateOf({ cienciaEm, pedidoEm }: Pick<MissingXml, "cienciaEm" | "pedidoEm">): XmlState {
  if (cienciaEm !== null) return "baixando";
  return pedidoEm === null ? "faltando" : "pedido";
}

/** Why its XML cannot be requested from a supplier; null if it can. */
export function findRequestImpediment(missing: MissingXml | undefined): MessageKey | null {
  if (missing === undefined) return "xmlJaChegou";
  if (missing.propria) return "xmlDeEmpresaPropria";
  return missing.empresaId === null ? "xmlSemEmpresa" : null;
}

/** Why no user can send a ciência of it now, apart from other manifestações; null if one can. */
export function findCienciaImpediment(missing: MissingXml, when: ZonedNow): Impediment | null {
  if (!acceptsManifestacao(missing.chave)) return { key: "manifestacaoSoNfe" };
  const inEmpresa = judgeEmpresa(toSender(missing), when);
  if (inEmpresa !== null) return inEmpresa;
  return when.now > cienciaDeadlineOf(missing) ? { key: "prazoCienciaTerminou" } : null;
}

/** End of the term of the ciência, by SEFAZ's authorization. */
export function cienciaDeadlineOf({ dataEvento: autorizadaEm }: Pick<MissingXml, "dataEvento">): Date {
  return deadlineOf({ autorizadaEm }, CIENCIA);
}

function toSender(missing: MissingXml): ManifestacaoSender | null {
  const { empresaId: id, empresaNome: nome, ativarManifestacao, validoDe, validoAte } = missing;
  if (id === null) return null;
  const certificado = validoDe && validoAte ? { validoDe, validoAte } : null;
  return { id, nome: nome ?? "", ativa: ativarManifestacao === true, certificado };
}

/** The missing XMLs of one supplier. */
export type SupplierGroup = {
  cnpjEmitente: string;
  nomeEmitente: string | null;
  missing: MissingXml[];
  soma: string;
  maisAntiga: Date;
  /** Those that no user asked for. */
  aPedir: MissingXml[];
};

/** Groups by supplier: those with documents still to ask first, then by number of documents. */
export function groupBySupplier(all: readonly MissingXml[]): SupplierGroup[] {
  const byCnpj = new Map<string, MissingXml[]>();
  for (const each of all) byCnpj.set(each.cnpjEmitente, [...(byCnpj.get(each.cnpjEmitente) ?? []), each]);
  const groups = [...byCnpj].map(([cnpjEmitente, missing]) => ({
    cnpjEmitente,
    nomeEmitente: missing.find(({ nomeEmitente }) => nomeEmitente !== null)?.nomeEmitente ?? null,
    missing,
    soma: sumOf(missing),
    maisAntiga: new Date(Math.min(...missing.map(issuedAt))),
    aPedir: missing.filter((each) => stateOf(each) === "faltando" && findRequestImpediment(each) === null),
  }));
  return groups.toSorted(
    (a, b) =>
      Number(b.aPedir.length > 0) - Number(a.aPedir.length > 0) ||
      b.missing.length - a.missing.length ||
      (a.cnpjEmitente < b.cnpjEmitente ? -1 : 1),
  );
}

/** Sum of the known values. */
export function sumOf(all: readonly Pick<MissingXml, "valorTotal">[]): string {
  return all.reduce((sum, { valorTotal }) => addAmount(sum, valorTotal ?? "0.00"), "0.00");
}

/** Time of issue, or else of SEFAZ's authorization, in ms. */
export function issuedAt({
  dataEmissao,
  dataEvento,
}: Pick<MissingXml, "dataEmissao" | "dataEvento">): number {
  return (dataEmissao ?? dataEvento).getTime();
}

/** Least time between two requests of a document from one address: a second click sends nothing. */
const AGAIN_MS = DAY_MS;

/** Whether the last request was sent to this address within a day. */
export function wasJustRequested(
  { pedidoEm, pedidoPara }: MissingXml,
  { para, now }: { para: string; now: Date },
): boolean {
  return pedidoEm !== null && pedidoPara === para && now.getTime() - pedidoEm.getTime() < AGAIN_MS;
}

/** Top-level domains that no mail reaches. @source RFC 2606 §2, RFC 6761 */
const RESERVED_DOMAIN = /\.(example|test|invalid|localhost)$/i;

/** An address for the emails of one supplier. known: its known addresses; isDemo: the conta is one of the
 * sandbox, where each visitor is an administrator. */
export type TypedAddress = { para: string; known: readonly string[]; isManager: boolean; isDemo: boolean };

/**
 * Why a user may not write to an address; null if allowed. An unknown one needs a manager: Malote must not
 * become a way to write to strangers.
 */
export function findAddressImpediment({ para, known, isManager, isDemo }: TypedAddress): MessageKey | null {
  if (isDemo && !RESERVED_DOMAIN.test(para)) return "pedidoEnderecoDaDemonstracao";
  if (known.some((address) => address.toLowerCase() === para.toLowerCase())) return null;
  return isManager ? null : "pedidoEnderecoNovo";
}
