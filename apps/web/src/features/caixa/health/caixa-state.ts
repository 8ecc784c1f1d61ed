import { compareText, foldName } from "@malote/syntax";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import type { Tone } from "../../../ui/documento/documento-status.ts";
import { formatNearInstant } from "../../../ui/format/relative-time.ts";

/** The states of a mailbox, from healthy to stopped. */
export const CAIXA_STATES = ["coletando", "primeira", "silenciosa", "falhou", "parada"] as const;
export type CaixaState = (typeof CAIXA_STATES)[number];

const TONES: Record<CaixaState, Tone> = {
  coletando: "ok",
  primeira: "neutro",
  silenciosa: "aviso",
  falhou: "aviso",
  parada: "ruim",
};

/** One failure may be transient; a second one in a row means that the mailbox does not collect. */
export function caixaStateOf(caixa: Caixa): CaixaState {
  if (isFailing(caixa)) return caixa.falhasSeguidas > 1 || caixa.ultimaColeta === null ? "parada" : "falhou";
  if (caixa.silenciosaDesde !== null) return "silenciosa";
  return caixa.ultimaColeta === null ? "primeira" : "coletando";
}

export function toneOf(state: CaixaState): Tone {
  return TONES[state];
}

/** Whether the last finished collection failed, even while the next one runs. */
export function isFailing(caixa: Caixa): boolean {
  return caixa.ultimoErro !== null;
}

/** Since when a silent mailbox has been silent, in words; null for any other. */
export function silenceTextOf(caixa: Caixa, now: Date, timeZone: string): string | null {
  if (caixaStateOf(caixa) !== "silenciosa" || caixa.silenciosaDesde === null) return null;
  return texts.silencio(formatNearInstant(caixa.silenciosaDesde, now, timeZone));
}

/** The display name of a mailbox. */
export function caixaNameOf({ descricao, usuario }: Pick<Caixa, "descricao" | "usuario">): string {
  return descricao || usuario;
}

/** The number of mailboxes by state, as sentences of the summary. */
export function summarise(caixas: readonly Caixa[]): { state: CaixaState; text: string }[] {
  const states = caixas.map(caixaStateOf);
  return CAIXA_STATES.flatMap((state) => {
    const count = states.filter((each) => each === state).length;
    return count === 0 ? [] : [{ state, text: texts.resumo[state](count) }];
  });
}

/** Sort orders of the list (spec §9). */
export const SORT_ORDERS = ["descricao", "tipo", "servidor"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Sorts by the given order; ties by name. */
export function sortCaixas(caixas: readonly Caixa[], sortOrder: SortOrder): Caixa[] {
  const keyOf = (caixa: Caixa): string =>
    foldName(sortOrder === "descricao" ? caixaNameOf(caixa) : caixa[sortOrder]);
  return caixas.toSorted(
    (a, b) =>
      compareText(keyOf(a), keyOf(b)) || compareText(foldName(caixaNameOf(a)), foldName(caixaNameOf(b))),
  );
}
