import { foldNome } from "@malote/syntax";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { formatQuando } from "../../ui/quando.ts";
import type { Tom } from "../../ui/situacao.ts";

/** The states of a mailbox, from healthy to stopped. */
export const ESTADOS = ["coletando", "primeira", "silenciosa", "falhou", "parada"] as const;
export type Estado = (typeof ESTADOS)[number];

const TONS: Record<Estado, Tom> = {
  coletando: "ok",
  primeira: "neutro",
  silenciosa: "aviso",
  falhou: "aviso",
  parada: "ruim",
};

/** One failure may be transient; a second one in a row means that the mailbox does not collect. */
export function estadoOf(caixa: Caixa): Estado {
  if (isFalhando(caixa)) return caixa.falhasSeguidas > 1 || caixa.ultimaColeta === null ? "parada" : "falhou";
  if (caixa.silenciosaDesde !== null) return "silenciosa";
  return caixa.ultimaColeta === null ? "primeira" : "coletando";
}

export function tomOf(estado: Estado): Tom {
  return TONS[estado];
}

/** Whether the last finished collection failed, even while the next one runs. */
export function isFalhando(caixa: Caixa): boolean {
  return caixa.ultimoErro !== null;
}

/** Since when a silent mailbox has been silent, in words; null for any other. */
export function silencioOf(caixa: Caixa, agora: Date, zona: string): string | null {
  if (estadoOf(caixa) !== "silenciosa" || caixa.silenciosaDesde === null) return null;
  return textos.silencio(bareQuando(formatQuando(caixa.silenciosaDesde, agora, zona)));
}

/** Removes the leading "em" from a date, for use after "desde". */
export function bareQuando(quando: string): string {
  return quando.replace(/^em /, "");
}

/** The display name of a mailbox. */
export function nomeOf({ descricao, usuario }: Pick<Caixa, "descricao" | "usuario">): string {
  return descricao || usuario;
}

/** The number of mailboxes by state, as sentences of the summary. */
export function summarise(caixas: readonly Caixa[]): { estado: Estado; texto: string }[] {
  const estados = caixas.map(estadoOf);
  return ESTADOS.flatMap((estado) => {
    const n = estados.filter((each) => each === estado).length;
    return n === 0 ? [] : [{ estado, texto: textos.resumo[estado](n) }];
  });
}

/** Sort orders of the list (spec §9). */
export const ORDENS = ["descricao", "tipo", "servidor"] as const;
export type Ordem = (typeof ORDENS)[number];

/** Sorts by the given order; ties by name. */
export function sortCaixas(caixas: readonly Caixa[], ordem: Ordem): Caixa[] {
  const keyOf = (caixa: Caixa): string => foldNome(ordem === "descricao" ? nomeOf(caixa) : caixa[ordem]);
  return caixas.toSorted(
    (a, b) => compare(keyOf(a), keyOf(b)) || compare(foldNome(nomeOf(a)), foldNome(nomeOf(b))),
  );
}

// Not `localeCompare`: its order depends on the machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
