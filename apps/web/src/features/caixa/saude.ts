import { foldNome } from "@malote/syntax";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { formatQuando } from "../../ui/quando.ts";
import type { Tom } from "../../ui/situacao.ts";

/** How a mailbox is, from well to stopped. */
export const ESTADOS = ["coletando", "primeira", "silenciosa", "falhou", "parada"] as const;
export type Estado = (typeof ESTADOS)[number];

const TONS: Record<Estado, Tom> = {
  coletando: "ok",
  primeira: "neutro",
  silenciosa: "aviso",
  falhou: "aviso",
  parada: "ruim",
};

/** One failure may be a hiccup; a second one in a row is a mailbox that does not collect. */
export function estadoOf(caixa: Caixa): Estado {
  if (isFalhando(caixa)) return caixa.falhasSeguidas > 1 || caixa.ultimaColeta === null ? "parada" : "falhou";
  if (caixa.silenciosaDesde !== null) return "silenciosa";
  return caixa.ultimaColeta === null ? "primeira" : "coletando";
}

export function tomOf(estado: Estado): Tom {
  return TONS[estado];
}

/** Whether the last collection that ended went wrong, even while the next one runs. */
export function isFalhando(caixa: Caixa): boolean {
  return caixa.ultimoErro !== null;
}

/** Since when a silent mailbox has been still, in words; null for any other. */
export function silencioOf(caixa: Caixa, agora: Date, zona: string): string | null {
  if (estadoOf(caixa) !== "silenciosa" || caixa.silenciosaDesde === null) return null;
  return textos.silencio(bareQuando(formatQuando(caixa.silenciosaDesde, agora, zona)));
}

/** "em 20/11 10:00" after "desde" is "20/11 10:00". */
export function bareQuando(quando: string): string {
  return quando.replace(/^em /, "");
}

/** What a mailbox is called. */
export function nomeOf({ descricao, usuario }: Pick<Caixa, "descricao" | "usuario">): string {
  return descricao || usuario;
}

/** How many are in each state that occurs, in the words of the summary. */
export function summarise(caixas: readonly Caixa[]): { estado: Estado; texto: string }[] {
  const estados = caixas.map(estadoOf);
  return ESTADOS.flatMap((estado) => {
    const n = estados.filter((each) => each === estado).length;
    return n === 0 ? [] : [{ estado, texto: textos.resumo[estado](n) }];
  });
}

/** Orders of the list (spec §9). */
export const ORDENS = ["descricao", "tipo", "servidor"] as const;
export type Ordem = (typeof ORDENS)[number];

/** Sorts by what is asked, equals by their names. */
export function sortCaixas(caixas: readonly Caixa[], ordem: Ordem): Caixa[] {
  const keyOf = (caixa: Caixa): string => foldNome(ordem === "descricao" ? nomeOf(caixa) : caixa[ordem]);
  return caixas.toSorted(
    (a, b) => compare(keyOf(a), keyOf(b)) || compare(foldNome(nomeOf(a)), foldNome(nomeOf(b))),
  );
}

// Not the locale's order, which is another on another machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
