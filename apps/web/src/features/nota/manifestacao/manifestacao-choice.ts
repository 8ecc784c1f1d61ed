import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN } from "@malote/contract";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { screenMessages } from "../../../texts/names/screen-messages.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { countReason } from "../quarentena/release-rules.ts";

/** The manifestações that can be sent, in the order of the dialog. */
export const CHOICES = [1, 4, 2, 3] as const;
export type Choice = (typeof CHOICES)[number];

/** The chosen manifestação, and its justificativa if one is required. */
export type ManifestacaoRequest = { status: Choice; justificativa: string };

/** State of the dialog; nothing is preselected. */
export type ManifestacaoDraft = { status: Choice | null; justificativa: string };

/** Why a choice cannot be sent for a document with the given manifestação; null if it can. */
export function choiceObstacleOf(
  status: Choice,
  current: Nota["manifestacao"],
): "atual" | "conclusiva" | null {
  if (status === current) return "atual";
  return status === 4 && current !== 0 ? "conclusiva" : null;
}

/** The error of the justificativa; null if it is valid. */
export function checkJustificativa({ status, justificativa }: ManifestacaoRequest): string | null {
  if (status !== 3) return null;
  const length = countReason(justificativa);
  const good = length >= JUSTIFICATIVA_MIN && length <= JUSTIFICATIVA_MAX;
  return good ? null : texts.dialogo.curta(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX);
}

/** The newest request if it is pending, refused or failed; null otherwise. */
export function lastManifestacaoOf({
  manifestacoes,
}: Pick<Nota, "manifestacoes">): Nota["manifestacoes"][number] | null {
  const [last] = manifestacoes;
  return last === undefined || last.estado === "registrada" ? null : last;
}

/**
 * The toast for the manifestação with the id `pendente`, which was pending on screen; null until it
 * has ended.
 */
export function outcomeToastOf(
  pendente: string | null,
  [last]: Nota["manifestacoes"],
): { feita: string } | { falha: { titulo: string; texto: string } } | null {
  if (!last || last.estado === "pendente" || last.id !== pendente) return null;
  if (last.estado === "registrada") return { feita: texts.registrada(texts.status[last.status]) };
  return { falha: { titulo: screenMessages.falhaManifestacao, texto: last.mensagem ?? "" } };
}

/** Deadline of a choice; null if none is known. */
export function deadlineOf(
  { prazosManifestacao }: Pick<Nota, "prazosManifestacao">,
  status: Choice,
): { ate: Date | null; vencido: boolean } | null {
  return prazosManifestacao.find((prazo) => prazo.status === status) ?? null;
}
