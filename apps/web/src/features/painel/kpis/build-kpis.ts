import { formatDecimal, formatInteger, formatReais, formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import type { CountedSum, Statistics } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { countDays, type DayRange, type PainelFilter } from "../filters/painel-filter.ts";
import { emailsHref, notasHref, type OpenKind, openHref } from "../list-links.ts";
import { formatFittingReais, formatShortReais } from "../short-reais.ts";

const { kpis: t } = texts;

/**
 * One number of the row, linked to the list of what it counts. `nota`: its second line, short enough to
 * fit; `inteira`: the same in full. `cor`: index in the chart palette.
 */
export type Kpi = {
  chave: string;
  nome: string;
  numero: string;
  nota: string;
  inteira?: string;
  to: string;
  cor?: number;
  atencao?: boolean;
};

/** What is still to be done, whatever the period; undefined where it could not be counted. */
export type OpenSums = Record<OpenKind, CountedSum | undefined>;

/** The nine numbers of a range. Those of the range before are undefined until known. */
export function buildKpis(
  data: Statistics,
  { before, open }: { before: Statistics | undefined; open: OpenSums },
  { filtro, range }: { filtro: PainelFilter; range: DayRange },
): Kpi[] {
  const { papel, empresa, empresaId } = filtro;
  const scope = { papel, range, empresa, empresaId };
  return [
    {
      chave: "emails",
      nome: t.emails,
      numero: formatInteger(data.totalEmails),
      nota: compareWithBefore(data.totalEmails, before?.totalEmails, countDays(range)),
      to: emailsHref(range, empresaId),
    },
    {
      chave: "dfe",
      nome: t.dfe,
      numero: formatInteger(data.totalDFe),
      nota: formatReais(data.valorTotal),
      to: notasHref(scope),
    },
    ...TIPOS_NOTA.map((tipo, at) => ({
      chave: tipo,
      nome: formatTipoNota(tipo),
      numero: formatInteger(data[`total${tipo}`]),
      ...moneyNoteOf(data[`total${tipo}`], data.valores?.[tipo], formatShortReais),
      to: notasHref({ ...scope, tipos: [tipo] }),
      cor: at + 1,
    })),
    openKpi("divergencias", open, filtro),
    openKpi("abertas", open, filtro),
  ];
}

function openKpi(kind: OpenKind, open: OpenSums, filtro: PainelFilter): Kpi {
  const { total, soma = null } = open[kind] ?? {};
  return {
    chave: kind,
    nome: t[kind],
    numero: total === undefined ? "–" : formatInteger(total),
    ...moneyNoteOf(total ?? 0, soma ?? undefined, formatFittingReais),
    to: openHref(kind, filtro),
    atencao: (total ?? 0) > 0,
  };
}

/** The money behind a count; "" where it is unknown. */
function moneyNoteOf(
  count: number,
  amount: string | undefined,
  format: (amount: string) => string,
): Pick<Kpi, "nota" | "inteira"> {
  if (count === 0) return { nota: "–" };
  if (amount === undefined) return { nota: "" };
  return Number(amount) === 0 ? { nota: t.semValor } : { nota: format(amount), inteira: formatReais(amount) };
}

/** A part of a whole in percent: "71,4 %", "< 0,1 %". */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  const percent = (part * 100) / whole;
  return percent < 0.1 ? "< 0,1 %" : `${formatDecimal(percent.toFixed(1))} %`;
}

function compareWithBefore(now: number, before: number | undefined, days: number): string {
  if (before === undefined) return "";
  if (before === 0) return now === 0 ? "" : t.semBase;
  const percent = Math.round(((now - before) * 100) / before);
  const change = percent === 0 ? t.igual : `${percent > 0 ? "+" : "−"}${formatInteger(Math.abs(percent))} %`;
  return t.variacao(change, texts.periodo.duracao(days));
}
