import { formatDateTime } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { holdTexts } from "../../../texts/nota/release.ts";
import { assessmentTexts as texts, vereditoTexts } from "../../../texts/nota/veredito.ts";
import {
  CONFIRMED_STATUS,
  isAuthorizedAtSefaz,
  isRefuted,
  isReleased,
  isUnknownAtSefaz,
  type StatusView,
  sealStatus,
  statusOfSefaz,
} from "../../../ui/documento/documento-status.ts";
import { type AchadoGroup, groupAchados } from "../achados/group-achados.ts";
import { isHeldByUser } from "../quarentena/release-rules.ts";

/** The assessment of a document: badges, their meaning, and the findings behind them. */
export type NotaAssessment = {
  selos: StatusView[];
  texto: string;
  /** The damage that the repair undid; null for an undamaged file. */
  reparo: { texto: string; emailHref: string | null } | null;
  grupos: AchadoGroup[];
  liberada: { texto: string; motivo: string } | null;
  /** The act of a user that put it into quarantine. */
  colocada: { texto: string; motivo: string } | null;
};

export function assessNota(nota: Nota, timeZone: string): NotaAssessment {
  return {
    // The header of the card already shows the verdict of a released document.
    selos: [
      ...(isReleased(nota) ? [] : [sealStatus(nota)]),
      ...(isStillConfirmed(nota) ? [CONFIRMED_STATUS] : []),
    ],
    texto: [
      vereditoSentenceOf(nota),
      authorizationWarningOf(nota) ?? "",
      needsConfirmationSentence(nota) ? confirmationSentenceOf(nota) : "",
    ]
      .filter(Boolean)
      .join(" "),
    reparo:
      nota.reparo === null
        ? null
        : { texto: repairSentenceOf(nota.reparo), emailHref: receivedFileHref(nota) },
    // `reparo` already describes the repair.
    grupos: groupAchados(
      nota.achados.filter(({ codigo }) => codigo !== "reparada"),
      nota.confirmadaSefaz,
    ),
    liberada: releaseOf(nota, timeZone),
    colocada: holdOf(nota, timeZone),
  };
}

/** The meaning of the verdict, unless SEFAZ knows more about the same document. */
export function vereditoSentenceOf(nota: Nota): string {
  const { veredito } = nota;
  if (veredito === "sem-protocolo" && nota.confirmadaSefaz) return texts.semProtocoloConfirmada;
  if (!isUnknownAtSefaz(nota)) return vereditoTexts[veredito];
  if (veredito === "autentica") return texts.autenticaDesconhecida;
  return veredito === "integra" ? texts.integraDesconhecida : vereditoTexts[veredito];
}

/** A warning if SEFAZ authorized the chave but the file cannot be trusted; null otherwise. */
export function authorizationWarningOf(nota: Nota): string | null {
  if (!isAuthorizedAtSefaz(nota) || nota.confirmadaSefaz || !isRefuted(nota)) return null;
  const other = nota.sefazDigVal !== null && nota.sefazDigVal !== nota.digVal;
  return other || nota.veredito === "assinatura-invalida" ? texts.naoEOAutorizado : texts.soAChave;
}

/** SEFAZ's answer in one sentence that claims no more than the answer. */
export function answerSentenceOf(nota: Nota): string {
  if (isUnknownAtSefaz(nota)) return texts.respostaDesconhecida;
  return authorizationWarningOf(nota) ?? texts.resposta(statusOfSefaz(nota, true).word);
}

/** Whether SEFAZ confirmed the content and its current status does not contradict that. */
function isStillConfirmed(nota: Nota): boolean {
  return nota.confirmadaSefaz && (nota.sefazStatus === null || isAuthorizedAtSefaz(nota) || !nota.divergente);
}

/** Sentence about the confirmation: a confirmed document may have been cancelled since. */
function confirmationSentenceOf(nota: Nota): string {
  return isStillConfirmed(nota) ? texts.confirmada : texts.confirmadaAntes;
}

/** Whether SEFAZ confirmed the content and the sentence of the verdict does not mention it. */
function needsConfirmationSentence({ veredito, confirmadaSefaz }: Nota): boolean {
  return confirmadaSefaz && veredito !== "sem-protocolo";
}

function repairSentenceOf(names: readonly string[]): string {
  const damages = names.map(texts.dano);
  const last = damages.at(-1) ?? texts.dano("");
  const head = damages.slice(0, -1).join(", ");
  return texts.reparada(head === "" ? last : `${head}${texts.e}${last}`);
}

/** Link to the e-mail part with the file as received; null if it was only imported. */
function receivedFileHref({ origens }: Nota): string | null {
  const received = origens.filter(({ importado }) => !importado);
  const origem = received.find(({ destino }) => destino === "nota") ?? received[0];
  return origem ? `/email/${origem.emailId}?parte=${origem.anexoId}` : null;
}

function releaseOf(nota: Nota, timeZone: string): NotaAssessment["liberada"] {
  const { quarentenaLiberadaEm: em, quarentenaLiberadaPor: por, quarentenaMotivo: motivo } = nota;
  if (em === null) return null;
  return { texto: texts.liberada(por ?? texts.alguem, formatDateTime(em, timeZone)), motivo: motivo ?? "" };
}

function holdOf(nota: Nota, timeZone: string): NotaAssessment["colocada"] {
  const act = isHeldByUser(nota) ? nota.atosQuarentena?.at(-1) : undefined;
  if (!act) return null;
  const when = act.quando ? formatDateTime(act.quando, timeZone) : "";
  return { texto: holdTexts.colocada(act.quem, when), motivo: act.motivo ?? "" };
}
