import { type CampoDoItemEnviado, PEDE_DO_EVENTO, type TipoEventoEnviado } from "@malote/contract";
import { call } from "../../rpc/call.ts";
import { queryClient } from "../../rpc/client.ts";
import type { Nota } from "../../rpc/queries.ts";
import { sentenceOf } from "./manifestar.ts";

/** Fields of one item as typed, with a decimal comma. */
export type ItemDigitado = Partial<Record<CampoDoItemEnviado, string>>;

/** State of the form; nothing is preselected. */
export type RascunhoEvento = {
  tpEvento: TipoEventoEnviado | null;
  justificativa: string;
  aceita: boolean | null;
  eventoId: string | null;
  /** The key is the number of the item. */
  itens: Readonly<Record<string, ItemDigitado>>;
};

export const RASCUNHO: RascunhoEvento = {
  tpEvento: null,
  justificativa: "",
  aceita: null,
  eventoId: null,
  itens: {},
};

const CODIGOS: ReadonlySet<CampoDoItemEnviado> = new Set(["codigoIBS", "codigoCBS", "unidade"]);

/** A decimal in the server's notation: "1.234,50" becomes "1234.50". */
export function toDecimal(texto: string): string {
  const limpo = texto.trim();
  return limpo.includes(",") ? limpo.replaceAll(".", "").replace(",", ".") : limpo;
}

/** Initial fields of an item: quantity and unit of the document, if the evento has these fields. */
export function startItem(item: Nota["itens"][number], campos: readonly CampoDoItemEnviado[]): ItemDigitado {
  const quantidade = item.quantidade.replace(/(\.\d{4})\d+$/, "$1").replace(".", ",");
  return {
    ...(campos.includes("quantidade") ? { quantidade } : {}),
    ...(campos.includes("unidade") ? { unidade: item.unidade.slice(0, 6) } : {}),
  };
}

/** Parameters of the call: only the fields of the chosen evento. */
export function toParams(rascunho: RascunhoEvento, tpEvento: TipoEventoEnviado) {
  const pede = PEDE_DO_EVENTO[tpEvento];
  if (pede.kind === "justificativa") return { tpEvento, justificativa: rascunho.justificativa.trim() };
  if (pede.kind === "aceita") return { tpEvento, aceita: rascunho.aceita };
  if (pede.kind === "evento") return { tpEvento, eventoId: rascunho.eventoId };
  if (pede.kind === "nada") return { tpEvento };
  const itens = Object.entries(rascunho.itens).map(([numero, digitado]) => ({
    nItem: Number(numero),
    ...Object.fromEntries(
      pede.campos.map((campo) => {
        const valor = digitado[campo] ?? "";
        return [campo, CODIGOS.has(campo) ? valor.trim() : toDecimal(valor)];
      }),
    ),
  }));
  return { tpEvento, itens };
}

/** Requests an evento. @returns the refusal as a sentence; null if it was accepted */
export async function enviarEvento(id: string, params: ReturnType<typeof toParams>): Promise<string | null> {
  try {
    await call("Nota.sendEvento", { id, ...params });
  } catch (error) {
    return sentenceOf(error);
  }
  await queryClient.invalidateQueries({ queryKey: ["nota"] });
  return null;
}

/** The newest request if it is pending, refused or failed; null otherwise. */
export function ultimoOf({
  eventosPedidos,
}: Pick<Nota, "eventosPedidos">): Nota["eventosPedidos"][number] | null {
  const [last] = eventosPedidos;
  return last === undefined || last.estado === "registrada" ? null : last;
}
