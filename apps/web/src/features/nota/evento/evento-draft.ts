import { EVENTO_NEEDS, type SendableEventoType, type SentItemField } from "@malote/contract";
import { call } from "../../../rpc/call/call.ts";
import { queryClient } from "../../../rpc/call/query-client.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { refusalTextOf } from "../manifestacao/send-manifestacao.ts";

/** Fields of one item as typed, with a decimal comma. */
export type TypedItem = Partial<Record<SentItemField, string>>;

/** State of the form; nothing is preselected. */
export type EventoDraft = {
  tpEvento: SendableEventoType | null;
  justificativa: string;
  aceita: boolean | null;
  eventoId: string | null;
  /** The key is the number of the item. */
  itens: Readonly<Record<string, TypedItem>>;
};

export const EMPTY_DRAFT: EventoDraft = {
  tpEvento: null,
  justificativa: "",
  aceita: null,
  eventoId: null,
  itens: {},
};

const TEXT_FIELDS: ReadonlySet<SentItemField> = new Set(["codigoIBS", "codigoCBS", "unidade"]);

/** A decimal in the server's notation: "1.234,50" becomes "1234.50". */
export function toDecimal(text: string): string {
  const trimmed = text.trim();
  return trimmed.includes(",") ? trimmed.replaceAll(".", "").replace(",", ".") : trimmed;
}

/** Initial fields of an item: quantity and unit of the document, if the evento has these fields. */
export function startItem(item: Nota["itens"][number], fields: readonly SentItemField[]): TypedItem {
  const quantidade = item.quantidade.replace(/(\.\d{4})\d+$/, "$1").replace(".", ",");
  return {
    ...(fields.includes("quantidade") ? { quantidade } : {}),
    ...(fields.includes("unidade") ? { unidade: item.unidade.slice(0, 6) } : {}),
  };
}

/** Parameters of the call: only the fields of the chosen evento. */
export function toParams(draft: EventoDraft, tpEvento: SendableEventoType) {
  const requirement = EVENTO_NEEDS[tpEvento];
  if (requirement.kind === "justificativa") return { tpEvento, justificativa: draft.justificativa.trim() };
  if (requirement.kind === "aceita") return { tpEvento, aceita: draft.aceita };
  if (requirement.kind === "evento") return { tpEvento, eventoId: draft.eventoId };
  if (requirement.kind === "nada") return { tpEvento };
  const itens = Object.entries(draft.itens).map(([numero, typed]) => ({
    nItem: Number(numero),
    ...Object.fromEntries(
      requirement.campos.map((field) => {
        const value = typed[field] ?? "";
        return [field, TEXT_FIELDS.has(field) ? value.trim() : toDecimal(value)];
      }),
    ),
  }));
  return { tpEvento, itens };
}

/** Requests an evento. @returns the refusal as a sentence; null if it was accepted */
export async function sendEvento(id: string, params: ReturnType<typeof toParams>): Promise<string | null> {
  try {
    await call("Nota.sendEvento", { id, ...params });
  } catch (error) {
    return refusalTextOf(error);
  }
  await queryClient.invalidateQueries({ queryKey: ["nota"] });
  return null;
}
