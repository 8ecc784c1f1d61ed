import type { Veredito } from "@malote/contract";
import { CLOSED_CSTAT, DENIED_CSTATS, isAuthorized, isNonexistent, type TipoNota } from "@malote/syntax";
import {
  cStatWords,
  nfeStatusLabels,
  otherStatusTexts,
  statusDetails,
  vereditoLabels,
} from "../../texts/names/statuses.ts";
import { statusWords } from "../../texts/nota/status-words.ts";
import type { StatusIconName, StatusView, Tone } from "./Status.tsx";

export type { StatusIconName, StatusView, Tone };

/** The facts of a document that determine its status; `veredito` is null where the server omits it. */
export type StatusFacts = {
  veredito: Veredito | null;
  nfeStatus: string | null;
  sefazStatus: string | null;
  divergente: boolean | null;
  quarentena: boolean;
  aguardandoCertificado: boolean;
  tipoNota: TipoNota;
  /** Whether SEFAZ confirmed this exact content; absent in lists, which use SEFAZ's status instead. */
  confirmadaSefaz?: boolean;
};

/** Every status for an unknown key uses the words of this one. */
const UNKNOWN_CSTAT = "217";

const IN_QUARENTENA: StatusView = { icon: "quarentena", tone: "aviso", word: statusWords.emQuarentena };
const RELEASED: StatusView = { icon: "liberada", tone: "neutro", word: statusWords.liberada };
const NOT_VALIDATED: StatusView = { icon: "neutro", tone: "neutro", word: otherStatusTexts.outro };
const WAITING_FOR_CERTIFICADO: StatusView = {
  icon: "certificado",
  tone: "aviso",
  word: statusWords.aguardandoCertificado,
};

/** Icon and colour of each veredito: valid is plain, unproven or suspicious is amber, failed is red. */
const VEREDITO_LOOK: Record<Veredito, Pick<StatusView, "icon" | "tone">> = {
  autentica: { icon: "autentica", tone: "ok" },
  integra: { icon: "integra", tone: "ok" },
  "sem-protocolo": { icon: "protocolo", tone: "aviso" },
  "nao-autorizada": { icon: "recusada", tone: "aviso" },
  "assinatura-invalida": { icon: "assinatura", tone: "ruim" },
  suspeita: { icon: "suspeita", tone: "aviso" },
  ilegivel: { icon: "ilegivel", tone: "ruim" },
};

const REFUTED: ReadonlySet<Veredito> = new Set(["assinatura-invalida", "suspeita", "ilegivel"]);

/**
 * Whether the file differs from what its sender signed or shows signs of fraud: its content is
 * unreliable.
 */
export function isRefuted({ veredito }: Pick<StatusFacts, "veredito">): boolean {
  return veredito !== null && REFUTED.has(veredito);
}

/** Whether the document was released from quarantine: a refuted one is outside it only after a release. */
export function isReleased(facts: Pick<StatusFacts, "veredito" | "quarentena">): boolean {
  return !facts.quarentena && isRefuted(facts);
}

/** Whether SEFAZ has authorized the chave; the file itself may still differ from the authorized one. */
export function isAuthorizedAtSefaz({ sefazStatus }: Pick<StatusFacts, "sefazStatus">): boolean {
  return isAuthorized(sefazStatus);
}

/** Whether SEFAZ answered that it has no such document. */
export function isUnknownAtSefaz({ sefazStatus }: Pick<StatusFacts, "sefazStatus">): boolean {
  return isNonexistent(sefazStatus);
}

/** The label of a cStat (spec §4); a value outside the table is 'Não validado'. */
export function statusLabel(cStat: string | null): string {
  return (cStat === null ? undefined : nfeStatusLabels[cStat]) ?? otherStatusTexts.outro;
}

/** Words for cStats, and the one for any other. */
export type CStatWords = { palavras: Readonly<Record<string, string>>; outro: string };
/** The words in the language of the screen. */
export const SCREEN_CSTATS: CStatWords = { palavras: cStatWords, outro: otherStatusTexts.outro };

/** The word for a cStat inside a sentence; covers more codes than the labels. */
export function statusWord(cStat: string | null, words = SCREEN_CSTATS): string {
  const known = isNonexistent(cStat) ? UNKNOWN_CSTAT : cStat;
  return (known === null ? undefined : words.palavras[known]) ?? words.outro;
}

/** The status of a cStat, whatever its source. */
export function statusOfCstat(cStat: string | null): StatusView {
  if (cStat === null || cStatWords[cStat] === undefined) return NOT_VALIDATED;
  const words = { word: statusLabel(cStat), ...detailOf(cStat) };
  if (isAuthorized(cStat) || cStat === CLOSED_CSTAT) {
    // The specification has no word for some of them: a tick beside 'Não validado' would deny it.
    return nfeStatusLabels[cStat] === undefined
      ? { ...NOT_VALIDATED, ...words }
      : { icon: "autorizada", tone: "ok", ...words };
  }
  if (DENIED_CSTATS.includes(cStat)) return { icon: "denegada", tone: "ruim", ...words };
  return { icon: "cancelada", tone: "ruim", ...words };
}

function detailOf(cStat: string): Pick<StatusView, "detail"> {
  const detail = statusDetails[cStat];
  return detail === undefined ? {} : { detail };
}

/**
 * The column "Status NF-e": the document's own status, unless it is in quarantine or was released from it.
 */
export function statusOfNfe(facts: StatusFacts): StatusView {
  if (facts.quarentena) return IN_QUARENTENA;
  if (isReleased(facts)) return RELEASED;
  return statusOfCstat(facts.nfeStatus);
}

/** The column "SEFAZ": the document's status at SEFAZ. */
export function statusOfSefaz(facts: StatusFacts, long = false): StatusView {
  const { sefazStatus, quarentena } = facts;
  if (sefazStatus === null) return facts.aguardandoCertificado ? WAITING_FOR_CERTIFICADO : NOT_VALIDATED;
  if (facts.divergente) return divergentStatus(sefazStatus);
  if (isAuthorizedAtSefaz(facts)) {
    // SEFAZ answers about the key; this file is not the one it authorized.
    if (quarentena || isRefuted(facts))
      return { icon: "neutro", tone: "neutro", word: statusWords.chaveAutorizada };
    const word = long ? statusWords.confirmadaSefaz : statusWords.confirmada;
    return { icon: "confirmada", tone: "ok", word, ...detailOf(sefazStatus) };
  }
  return statusOfCstat(sefazStatus);
}

/** A single status for a document: the one that most needs attention. */
export function summaryStatus(facts: StatusFacts): StatusView {
  const { veredito } = facts;
  if (facts.quarentena) return IN_QUARENTENA;
  if (veredito !== null && isRefuted(facts)) return releasedStatus(veredito);
  if (facts.sefazStatus !== null) return statusOfSefaz(facts, true);
  const nfe = statusOfCstat(facts.nfeStatus);
  if (nfe.tone === "ruim") return nfe;
  const withoutAnswer = statusOfSefaz(facts);
  if (veredito === null || withoutAnswer.tone === "aviso") return withoutAnswer;
  const seal = statusOfVeredito(veredito);
  return seal.tone === "ok" ? withoutAnswer : seal;
}

/** The status of the veredito on the XML. */
export function statusOfVeredito(veredito: Veredito): StatusView {
  return { ...VEREDITO_LOOK[veredito], word: vereditoLabels[veredito] };
}

/**
 * The seal of a document in a list: neutral when SEFAZ confirms one without protocolo, never green when
 * unknown there.
 */
export function sealStatus(facts: StatusFacts & { veredito: Veredito }): StatusView {
  const seal = statusOfVeredito(facts.veredito);
  const quiet =
    facts.veredito === "sem-protocolo"
      ? (facts.confirmadaSefaz ?? (isAuthorizedAtSefaz(facts) && !facts.divergente))
      : seal.tone === "ok" && isUnknownAtSefaz(facts);
  return quiet ? { ...seal, tone: "neutro" } : seal;
}

/** SEFAZ confirmed this exact content. */
export const CONFIRMED_STATUS: StatusView = {
  icon: "confirmada",
  tone: "ok",
  word: statusWords.confirmadaSefaz,
};
/** A document restored to the content its sender signed. */
export const REPAIRED_STATUS: StatusView = {
  icon: "reparada",
  tone: "neutro",
  word: statusWords.reparada,
};

/** The word for a cStat inside a sentence: only the first letter is lowercased, acronyms stay. */
export function lowercaseStatusWord(cStat: string | null, words = SCREEN_CSTATS): string {
  const word = statusWord(cStat, words);
  return word.charAt(0).toLocaleLowerCase("pt-BR") + word.slice(1);
}

/** The status at SEFAZ for its own column, whose header already names SEFAZ. */
export function shortStatusOfSefaz(facts: StatusFacts): StatusView {
  const status = statusOfSefaz(facts);
  return { ...status, word: withoutEnd(status.word, otherStatusTexts.naSefaz) };
}

function withoutEnd(word: string, end: string): string {
  return word.endsWith(end) ? word.slice(0, -end.length) : word;
}

function releasedStatus(veredito: Veredito): StatusView {
  const reason = vereditoLabels[veredito].toLocaleLowerCase("pt-BR");
  return { ...RELEASED, tone: "aviso", word: `${statusWords.liberada}: ${reason}` };
}

function divergentStatus(sefazStatus: string): StatusView {
  const reason = lowercaseStatusWord(sefazStatus);
  return { icon: "divergente", tone: "aviso", word: `${statusWords.divergente}: ${reason}` };
}
