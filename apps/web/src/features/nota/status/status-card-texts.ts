import { formatDateTime } from "@malote/syntax";
import type { Nota, NotaRow } from "../../../rpc/documents/queries.ts";
import { cStatWords, statusDetails, vereditoLabels } from "../../../texts/names/statuses.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { holdTexts } from "../../../texts/nota/release.ts";
import {
  isAuthorizedAtSefaz,
  isRefuted,
  isReleased,
  type StatusIconName,
  type StatusView,
  statusLabel,
  statusOfNfe,
  statusOfSefaz,
  statusOfVeredito,
  statusWord,
  type Tone,
} from "../../../ui/documento/documento-status.ts";
import { formatNearInstant } from "../../../ui/format/relative-time.ts";
import { consultaExclusionOf } from "../consulta/consulta-exclusion.ts";
import { statusContradictionOf } from "../evidence/next-step.ts";
import { isHeldByUser } from "../quarentena/release-rules.ts";

/** What the card says something about: a row of the list has the first part of it. */
export type CardNota = NotaRow &
  Pick<
    Nota,
    | "nfeProtocolo"
    | "nfeProtocoloData"
    | "confirmadaSefaz"
    | "quarentenaLiberadaEm"
    | "digVal"
    | "sefazDigVal"
    | "achados"
    | "certificadoTitular"
    | "alertas"
    | "sefazMotivo"
    | "sefazConsultadaEm"
    | "sefazFalhouEm"
    | "sefazProximaEm"
    | "listEventos"
    | "atosQuarentena"
  >;

/** The comparison next to a value. */
export type Comparison = { tipo: "igual" | "diferente" | "neutro"; texto: string };
export type StatusCardRow = {
  rotulo: string;
  valor: string;
  inteiro?: string;
  mono?: boolean;
  /** A second line below the value. */
  detalhe?: string;
  comparacao: Comparison | null;
};
/** The texts of the status card: header, comparisons, and times of the last and next check. */
export type StatusCardTexts = {
  tone: Tone;
  icon: StatusIconName;
  titulo: string;
  segunda: string;
  linhas: StatusCardRow[];
  rodape: string;
};

/** The texts of the status card of a document. */
export function statusCardTextsOf(nota: CardNota, now: Date, timeZone: string): StatusCardTexts {
  const head = headerOf(nota, now, timeZone);
  return { ...head, linhas: rowsOf(nota, now), rodape: footerOf(nota, now, timeZone) };
}

function headerOf(
  nota: CardNota,
  now: Date,
  timeZone: string,
): StatusView & { titulo: string; segunda: string } {
  const { cartao } = texts;
  const at = (instant: Date | null): string => (instant ? formatDateTime(instant, timeZone) : "");
  const headerFrom = (situacao: StatusView, segunda: string) => ({
    ...situacao,
    titulo: situacao.word,
    segunda,
  });
  if (isHeldByUser(nota)) {
    const act = nota.atosQuarentena?.at(-1);
    return headerFrom(statusOfNfe(nota), holdTexts.colocada(act?.quem ?? "", at(act?.quando ?? null)));
  }
  if (nota.quarentena) return headerFrom(statusOfNfe(nota), cartao.quarentenaDesde(at(nota.criadoEm)));
  const { quarentenaLiberadaEm: liberada } = nota;
  if (isReleased(nota)) return headerFrom(statusOfVeredito(nota.veredito), cartao.liberada(at(liberada)));
  const protocolo = nota.nfeProtocolo
    ? cartao.protocolo(nota.nfeProtocolo, at(nota.nfeProtocoloData))
    : nota.confirmadaSefaz
      ? cartao.semProtocoloConfirmada
      : cartao.semProtocolo;
  const nfe = statusOfNfe(nota);
  if (nota.sefazStatus === null) {
    const exclusion = consultaExclusionOf(nota, now);
    if (exclusion !== null && nfe.tone !== "ruim")
      return headerFrom(statusOfSefaz(nota), cartao.semConsultaPor[exclusion]);
    if (nota.aguardandoCertificado) return headerFrom(statusOfSefaz(nota), cartao.certificado);
    if (nfe.tone === "ruim") return headerFrom(nfe, protocolo);
    return headerFrom(statusOfSefaz(nota), cartao.naoConsultada);
  }
  const sefaz = statusOfSefaz(nota);
  if (nota.divergente) return headerFrom(sefaz, statusContradictionOf(nota, timeZone));
  const confirmed: StatusView =
    sefaz.tone === "ok" ? { icon: "autorizada", tone: "ok", word: statusWord(nota.sefazStatus) } : sefaz;
  return headerFrom(confirmed, protocolo);
}

function rowsOf(nota: CardNota, now: Date): StatusCardRow[] {
  const { cartao } = texts;
  return [
    {
      rotulo: cartao.naNota[nota.tipoNota],
      valor: nota.nfeStatus === null ? cartao.semProtocoloCurto : formatStatus(nota.nfeStatus),
      ...statusDetailOf(nota.nfeStatus),
      comparacao: nota.quarentena ? { tipo: "neutro", texto: cartao.naoConfiavel } : null,
    },
    {
      rotulo: cartao.naSefaz,
      valor: formatStatus(nota.sefazStatus),
      ...sefazDetailOf(nota),
      comparacao: compareSefaz(nota, now),
    },
    {
      rotulo: cartao.digest,
      valor: shortenDigest(nota.digVal),
      mono: true,
      ...(nota.digVal ? { inteiro: nota.digVal } : {}),
      comparacao: compareDigest(nota, now),
    },
    { rotulo: cartao.assinatura, ...signatureValuesOf(nota), comparacao: compareSignature(nota) },
    ...nota.alertas.map(({ codigo, texto }): StatusCardRow => {
      return { rotulo: cartao.alerta, valor: codigo || "–", detalhe: texto, comparacao: null };
    }),
  ];
}

/** The second line below a status: Malote's text if the status is known, else SEFAZ's. */
function sefazDetailOf({ sefazStatus, sefazMotivo }: CardNota): Pick<StatusCardRow, "detalhe"> {
  if (sefazStatus === null) return {};
  if (cStatWords[sefazStatus] !== undefined) return statusDetailOf(sefazStatus);
  return sefazMotivo === null ? {} : { detalhe: sefazMotivo };
}

function statusDetailOf(cStat: string | null): Pick<StatusCardRow, "detalhe"> {
  const detalhe = cStat === null ? undefined : statusDetails[cStat];
  return detalhe === undefined ? {} : { detalhe };
}

/**
 * Compares SEFAZ's status with that of the file. For an untrusted file, an authorization covers
 * only the chave.
 */
function compareSefaz(nota: CardNota, now: Date): Comparison | null {
  const { cartao } = texts;
  if (nota.sefazStatus === null) return unansweredComparison(nota, now, cartao.naoConsultadaCurto);
  if (isAuthorizedAtSefaz(nota) && (nota.quarentena || isRefuted(nota))) {
    return { tipo: "neutro", texto: cartao.soChave };
  }
  return nota.divergente === null ? null : comparisonOf(!nota.divergente);
}

function comparisonOf(equal: boolean): Comparison {
  const { cartao } = texts;
  return equal ? { tipo: "igual", texto: cartao.igual } : { tipo: "diferente", texto: cartao.diferente };
}

/** Why there is no answer of SEFAZ. */
function unansweredComparison(nota: CardNota, now: Date, notConsultedText: string): Comparison {
  const { cartao } = texts;
  if (consultaExclusionOf(nota, now) !== null) return { tipo: "neutro", texto: cartao.foraDoPrazo };
  return { tipo: "neutro", texto: lastFailureOf(nota) ? cartao.semResposta : notConsultedText };
}

/**
 * Compares the signed digest with the content if that is known to differ, otherwise with SEFAZ's
 * digest.
 */
function compareDigest(nota: CardNota, now: Date): Comparison {
  const { cartao } = texts;
  if (nota.achados.some(({ codigo }) => codigo === "digest-divergente")) {
    return { tipo: "diferente", texto: cartao.naoConfere };
  }
  const { digVal, sefazDigVal } = nota;
  if (digVal === null) return { tipo: "neutro", texto: cartao.semAssinatura };
  if (sefazDigVal !== null) {
    const equal = comparisonOf(digVal === sefazDigVal);
    return nota.quarentena && equal.tipo === "igual" ? { ...equal, tipo: "neutro" } : equal;
  }
  if (nota.sefazStatus !== null) return { tipo: "neutro", texto: cartao.semDigest };
  return unansweredComparison(nota, now, cartao.naoConsultado);
}

/** The verdict on the signed content, and below it the signer. */
function signatureValuesOf(nota: CardNota): Pick<StatusCardRow, "valor" | "detalhe"> {
  const { veredito, certificadoTitular: titular } = nota;
  if (titular === null && nota.achados.some(({ codigo }) => codigo === "sem-assinatura"))
    return { valor: "–" };
  const value = vereditoLabels[isRefuted(nota) || veredito === "autentica" ? veredito : "integra"];
  // ICP-Brasil appends the CNPJ or CPF to the name.
  return titular === null
    ? { valor: value }
    : { valor: value, detalhe: titular.replace(/:[\dA-Z]{11,14}$/, "") };
}

function compareSignature(nota: CardNota): Comparison {
  const { cartao } = texts;
  if (!isRefuted(nota)) return { tipo: "igual", texto: cartao.valida };
  if (nota.achados.some(({ codigo }) => codigo === "sem-assinatura")) {
    return { tipo: "diferente", texto: cartao.ausente };
  }
  return { tipo: "diferente", texto: nota.veredito === "suspeita" ? cartao.suspeita : cartao.falhou };
}

function footerOf(nota: CardNota, now: Date, timeZone: string): string {
  const { cartao } = texts;
  if (nota.quarentena) return cartao.foraDeTudo;
  const exclusion = consultaExclusionOf(nota, now);
  if (exclusion !== null) return `${cartao.semConsultaPor[exclusion]}.`;
  const { sefazConsultadaEm: asked, sefazProximaEm: next } = nota;
  const failed = lastFailureOf(nota);
  const parts = [
    asked ? cartao.consultada(formatNearInstant(asked, now, timeZone)) : failed ? "" : cartao.semConsulta,
    failed ? cartao.falhouEm(formatNearInstant(failed, now, timeZone)) : "",
    next ? cartao.proxima(formatNearInstant(next, now, timeZone)) : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Time of the last consulta if it got no answer; null if it was answered. */
function lastFailureOf({ sefazConsultadaEm: asked, sefazFalhouEm: failed }: CardNota): Date | null {
  return failed !== null && (asked === null || failed > asked) ? failed : null;
}

function formatStatus(cStat: string | null): string {
  const label = statusLabel(cStat);
  return cStat === null ? label : `${cStat} ${label}`;
}

function shortenDigest(digest: string | null): string {
  if (digest === null) return "–";
  return digest.length <= 12 ? digest : `${digest.slice(0, 4)}…${digest.slice(-4)}`;
}
