import { formatDecimal, formatInteger, formatTipoNota, TIPOS_NO_BADGE, TIPOS_NOTA } from "@malote/syntax";
import type { Statistics } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { countDays, type DayRange, type PainelFilter } from "../filters/painel-filter.ts";
import { emailsHref, notasHref } from "../list-links.ts";

const { kpis: t } = texts;

/**
 * One number of the row, linked to the list of what it counts. `cor`: index in the chart palette.
 */
export type Kpi = {
  chave: string;
  nome: string;
  numero: string;
  nota: string;
  to: string;
  cor?: number;
  atencao?: boolean;
};

/** The nine numbers of a range. Those of the range before are undefined until known. */
export function buildKpis(
  data: Statistics,
  before: Statistics | undefined,
  { filtro, range }: { filtro: PainelFilter; range: DayRange },
): Kpi[] {
  const { papel, empresa, empresaId } = filtro;
  const days = countDays(range);
  const scope = { papel, range, empresa, empresaId };
  const shareOfDfe = (part: number): string =>
    data.totalDFe === 0 ? t.nenhum : t.dosDfe(formatShare(part, data.totalDFe));
  return [
    {
      chave: "emails",
      nome: t.emails,
      numero: formatInteger(data.totalEmails),
      nota: compareWithBefore(data.totalEmails, before?.totalEmails, days),
      to: emailsHref(range, empresaId),
    },
    {
      chave: "dfe",
      nome: t.dfe,
      numero: formatInteger(data.totalDFe),
      nota: compareWithBefore(data.totalDFe, before?.totalDFe, days),
      to: notasHref(scope),
    },
    ...TIPOS_NOTA.map((tipo, at) => {
      const total = data[`total${tipo}`];
      return {
        chave: tipo,
        nome: formatTipoNota(tipo),
        numero: formatInteger(total),
        nota: data.totalDFe === 0 ? "–" : formatShare(total, data.totalDFe),
        to: notasHref({ ...scope, tipos: [tipo] }),
        cor: at + 1,
      };
    }),
    {
      chave: "divergencias",
      nome: t.divergencias,
      numero: formatInteger(data.totalDivergenciaDFe),
      nota: shareOfDfe(data.totalDivergenciaDFe),
      to: notasHref({ ...scope, so: "divergentes" }),
      atencao: data.totalDivergenciaDFe > 0,
    },
    {
      chave: "abertas",
      nome: t.abertas,
      numero: formatInteger(data.totalNaoIntegradosERP),
      nota: shareOfDfe(data.totalNaoIntegradosERP),
      to: notasHref({ ...scope, so: "abertas", tipos: TIPOS_NO_BADGE }),
      atencao: data.totalNaoIntegradosERP > 0,
    },
  ];
}

/** A part of a whole in percent: "71,4 %", "< 0,1 %". */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  const percent = (part * 100) / whole;
  return percent < 0.1 ? "< 0,1 %" : `${formatDecimal(percent.toFixed(1))} %`;
}

function compareWithBefore(now: number, before: number | undefined, days: number): string {
  if (before === undefined) return "";
  const { que, nenhum } = days === 7 ? t.antes.semana : days === 1 ? t.antes.dia : t.antes.dias(days);
  if (before === 0) return now === 0 ? "" : t.semBase(nenhum);
  const percent = Math.round(((now - before) * 100) / before);
  if (percent === 0) return t.igual(que);
  return t.variacao(`${percent > 0 ? "+" : "−"}${formatInteger(Math.abs(percent))} %`, que);
}
