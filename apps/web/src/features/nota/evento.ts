import { type CampoDoItemEnviado, PEDE_DO_EVENTO, type TipoEventoEnviado } from "@malote/contract";
import { call } from "../../rpc/call.ts";
import { queryClient } from "../../rpc/client.ts";
import type { Nota } from "../../rpc/queries.ts";
import { sentenceOf } from "./manifestar.ts";

/** Fields of one item as a person types them, with a decimal comma. */
export type ItemDigitado = Partial<Record<CampoDoItemEnviado, string>>;

/** What is in the form: nothing is chosen until a person does. */
export type RascunhoEvento = {
  tpEvento: TipoEventoEnviado | null;
  justificativa: string;
  aceita: boolean | null;
  eventoId: string | null;
  /** By the number of the item. */
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

/** A decimal as the server reads it: "1.234,50" is 1234.50. */
export function toDecimal(texto: string): string {
  const limpo = texto.trim();
  return limpo.includes(",") ? limpo.replaceAll(".", "").replace(",", ".") : limpo;
}

/** What an item starts with: the quantity and unit of the document, where the evento asks for them. */
export function startItem(item: Nota["itens"][number], campos: readonly CampoDoItemEnviado[]): ItemDigitado {
  const quantidade = item.quantidade.replace(/(\.\d{4})\d+$/, "$1").replace(".", ",");
  return {
    ...(campos.includes("quantidade") ? { quantidade } : {}),
    ...(campos.includes("unidade") ? { unidade: item.unidade.slice(0, 6) } : {}),
  };
}

/** Only what the chosen evento asks for. */
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

/** Sends it. @returns what was refused, in a sentence; null when it was taken */
export async function enviarEvento(id: string, params: ReturnType<typeof toParams>): Promise<string | null> {
  try {
    await call("Nota.sendEvento", { id, ...params });
  } catch (error) {
    return sentenceOf(error);
  }
  await queryClient.invalidateQueries({ queryKey: ["nota"] });
  return null;
}

/** The newest request while it is pending, or when it failed; null otherwise. */
export function ultimoOf({
  eventosPedidos,
}: Pick<Nota, "eventosPedidos">): Nota["eventosPedidos"][number] | null {
  const [last] = eventosPedidos;
  return last === undefined || last.estado === "registrada" ? null : last;
}
