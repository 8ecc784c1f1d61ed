import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, MENSAGENS_DAS_TELAS } from "@malote/contract";
import type { Nota } from "../../rpc/queries.ts";
import { manifestacao as textos } from "../../textos/manifestacao.ts";
import { countMotivo } from "./motivo.ts";

/** What can be said to SEFAZ of an operation, in the order of the choice. */
export const ESCOLHAS = [1, 4, 2, 3] as const;
export type Escolha = (typeof ESCOLHAS)[number];

/** What a person chose, and why where a reason is asked. */
export type Pedido = { status: Escolha; justificativa: string };

/** What stands in the dialog: nothing is chosen until a person does. */
export type Rascunho = { status: Escolha | null; justificativa: string };

/** Why a choice cannot be sent for a document that stands at `atual`; null when it can. */
export function impedimentoDe(status: Escolha, atual: Nota["manifestacao"]): "atual" | "conclusiva" | null {
  if (status === atual) return "atual";
  return status === 4 && atual !== 0 ? "conclusiva" : null;
}

/** What is wrong with the reason; null when it may go. */
export function checkJustificativa({ status, justificativa }: Pedido): string | null {
  if (status !== 3) return null;
  const length = countMotivo(justificativa);
  const good = length >= JUSTIFICATIVA_MIN && length <= JUSTIFICATIVA_MAX;
  return good ? null : textos.dialogo.curta(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX);
}

/** The newest wish, when there is something to tell of it: it is under way, or came to nothing. */
export function ultimaOf({
  manifestacoes,
}: Pick<Nota, "manifestacoes">): Nota["manifestacoes"][number] | null {
  const [last] = manifestacoes;
  return last === undefined || last.estado === "registrada" ? null : last;
}

/**
 * What the toast says once a manifestação that was pending on screen has ended; null while none
 * has. `pendente`: the id of that one.
 */
export function fimOf(
  pendente: string | null,
  [last]: Nota["manifestacoes"],
): { feita: string } | { falha: { titulo: string; texto: string } } | null {
  if (!last || last.estado === "pendente" || last.id !== pendente) return null;
  if (last.estado === "registrada") return { feita: textos.registrada(textos.status[last.status]) };
  return { falha: { titulo: MENSAGENS_DAS_TELAS.falhaManifestacao, texto: last.mensagem ?? "" } };
}

/** Until when a choice may be sent; null where no time limit is known. */
export function prazoOf(
  { prazosManifestacao }: Pick<Nota, "prazosManifestacao">,
  status: Escolha,
): { ate: Date | null; vencido: boolean } | null {
  return prazosManifestacao.find((prazo) => prazo.status === status) ?? null;
}
