import { formatDate, formatReais } from "@malote/syntax";
import type { Tops } from "../../../rpc/documents/painel.ts";
import { painelTopTexts as texts } from "../../../texts/lists/painel-tops.ts";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { dueHref, notasHref } from "../list-links.ts";

/** A row with a bar. share: of the largest amount, 0 to 1. to: the list of its documents; null = none. */
export type TopRow = {
  key: string;
  name: string;
  note: string;
  valor: string;
  share: number;
  to: string | null;
  attention: boolean;
};

type Scope = { filter: PainelFilter; range: DayRange };

/** The other parties with most value, linked to their documents of the range. */
export function partyRowsOf({ partes }: Tops, { filter, range }: Scope): TopRow[] {
  const share = shareOf(partes);
  return partes.map(({ cnpjCpf, nome, quantidade, valor }) => ({
    key: cnpjCpf,
    name: nome,
    note: texts.documentos(quantidade),
    valor: formatReais(valor),
    share: share(valor),
    to: notasHref({ ...filter, range, parte: cnpjCpf }),
    attention: false,
  }));
}

/** The weeks in which instalments fall due, linked to their documents. */
export function dueRowsOf({ vencimentos }: Tops, filter: PainelFilter): TopRow[] {
  const share = shareOf(vencimentos);
  return vencimentos.map(({ de, ate, quantidade, valor }, at) => ({
    key: `${de}..${ate}`,
    name: nameOfWeek({ de, ate }, at),
    note: texts.notas(quantidade),
    valor: formatReais(valor),
    share: share(valor),
    to: quantidade === 0 ? null : dueHref(filter, { de, ate }),
    attention: de === null && quantidade > 0,
  }));
}

/** The second row is the week that begins today. */
function nameOfWeek({ de, ate }: { de: string | null; ate: string | null }, at: number): string {
  if (de === null) return texts.vencidas;
  if (ate === null) return texts.depois(formatShortDay(de));
  return at === 1
    ? texts.estaSemana(formatShortDay(ate))
    : texts.semana(formatShortDay(de), formatShortDay(ate));
}

/** dd/MM. */
function formatShortDay(day: string): string {
  return formatDate(day).slice(0, 5);
}

function shareOf(rows: readonly { valor: string }[]): (valor: string) => number {
  const largest = Math.max(...rows.map(({ valor }) => Number(valor)), 0);
  return (valor) => (largest === 0 ? 0 : Number(valor) / largest);
}
