import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, MENSAGENS_DAS_TELAS } from "@malote/contract";
import type { Nota } from "../../rpc/queries.ts";
import { manifestacao as textos } from "../../textos/manifestacao.ts";
import { countMotivo } from "./motivo.ts";

/** The manifestações that can be sent, in the order of the dialog. */
export const ESCOLHAS = [1, 4, 2, 3] as const;
export type Escolha = (typeof ESCOLHAS)[number];

/** The chosen manifestação, and its justificativa if one is required. */
export type Pedido = { status: Escolha; justificativa: string };

/** State of the dialog; nothing is preselected. */
export type Rascunho = { status: Escolha | null; justificativa: string };

/** Why a choice cannot be sent for a document with the given manifestação; null if it can. */
export function impedimentoDe(status: Escolha, atual: Nota["manifestacao"]): "atual" | "conclusiva" | null {
  if (status === atual) return "atual";
  return status === 4 && atual !== 0 ? "conclusiva" : null;
}

/** The error of the justificativa; null if it is valid. */
export function checkJustificativa({ status, justificativa }: Pedido): string | null {
  if (status !== 3) return null;
  const length = countMotivo(justificativa);
  const good = length >= JUSTIFICATIVA_MIN && length <= JUSTIFICATIVA_MAX;
  return good ? null : textos.dialogo.curta(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX);
}

/** The newest request if it is pending, refused or failed; null otherwise. */
export function ultimaOf({
  manifestacoes,
}: Pick<Nota, "manifestacoes">): Nota["manifestacoes"][number] | null {
  const [last] = manifestacoes;
  return last === undefined || last.estado === "registrada" ? null : last;
}

/**
 * The toast for the manifestação with the id `pendente`, which was pending on screen; null until it
 * has ended.
 */
export function fimOf(
  pendente: string | null,
  [last]: Nota["manifestacoes"],
): { feita: string } | { falha: { titulo: string; texto: string } } | null {
  if (!last || last.estado === "pendente" || last.id !== pendente) return null;
  if (last.estado === "registrada") return { feita: textos.registrada(textos.status[last.status]) };
  return { falha: { titulo: MENSAGENS_DAS_TELAS.falhaManifestacao, texto: last.mensagem ?? "" } };
}

/** Deadline of a choice; null if none is known. */
export function prazoOf(
  { prazosManifestacao }: Pick<Nota, "prazosManifestacao">,
  status: Escolha,
): { ate: Date | null; vencido: boolean } | null {
  return prazosManifestacao.find((prazo) => prazo.status === status) ?? null;
}
