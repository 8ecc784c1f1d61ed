import { formatDecimal, formatInteiro, formatTipoNota, TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import type { Estatistica } from "../../rpc/painel.ts";
import { painel as textos } from "../../textos/painel.ts";
import { countDias, type Filtro, type Intervalo } from "./filtro.ts";
import { emailsHref, notasHref, TIPOS_DO_ERP } from "./links.ts";

const { kpis: t } = textos;

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

const TOTAL: Record<TipoNota, keyof Estatistica & `total${string}`> = {
  NFe: "totalNFe",
  CTe: "totalCTe",
  CTeOS: "totalCTeOS",
  MDFe: "totalMDFe",
  NFCe: "totalNFCe",
};

/** The nine numbers of a range. Those of the range before are undefined until known. */
export function kpisOf(
  dados: Estatistica,
  antes: Estatistica | undefined,
  { filtro, range }: { filtro: Filtro; range: Intervalo },
): Kpi[] {
  const { papel, empresa, empresaId } = filtro;
  const dias = countDias(range);
  const alvo = { papel, range, empresa, empresaId };
  const dosDfe = (parte: number): string =>
    dados.totalDFe === 0 ? t.nenhum : t.dosDfe(formatParte(parte, dados.totalDFe));
  return [
    {
      chave: "emails",
      nome: t.emails,
      numero: formatInteiro(dados.totalEmails),
      nota: compare(dados.totalEmails, antes?.totalEmails, dias),
      to: emailsHref(range, empresaId),
    },
    {
      chave: "dfe",
      nome: t.dfe,
      numero: formatInteiro(dados.totalDFe),
      nota: compare(dados.totalDFe, antes?.totalDFe, dias),
      to: notasHref(alvo),
    },
    ...TIPOS_NOTA.map((tipo, at) => {
      const total = Number(dados[TOTAL[tipo]]);
      return {
        chave: tipo,
        nome: formatTipoNota(tipo),
        numero: formatInteiro(total),
        nota: dados.totalDFe === 0 ? "–" : formatParte(total, dados.totalDFe),
        to: notasHref({ ...alvo, tipos: [tipo] }),
        cor: at + 1,
      };
    }),
    {
      chave: "divergencias",
      nome: t.divergencias,
      numero: formatInteiro(dados.totalDivergenciaDFe),
      nota: dosDfe(dados.totalDivergenciaDFe),
      to: notasHref({ ...alvo, so: "divergentes" }),
      atencao: dados.totalDivergenciaDFe > 0,
    },
    {
      chave: "abertas",
      nome: t.abertas,
      numero: formatInteiro(dados.totalNaoIntegradosERP),
      nota: dosDfe(dados.totalNaoIntegradosERP),
      to: notasHref({ ...alvo, so: "abertas", tipos: TIPOS_DO_ERP }),
      atencao: dados.totalNaoIntegradosERP > 0,
    },
  ];
}

/** A part of a whole in percent: "71,4 %", "< 0,1 %". */
export function formatParte(parte: number, todo: number): string {
  if (todo === 0 || parte === 0) return "0 %";
  const percent = (parte * 100) / todo;
  return percent < 0.1 ? "< 0,1 %" : `${formatDecimal(percent.toFixed(1))} %`;
}

function compare(agora: number, antes: number | undefined, dias: number): string {
  if (antes === undefined) return "";
  const { que, nenhum } = dias === 7 ? t.antes.semana : dias === 1 ? t.antes.dia : t.antes.dias(dias);
  if (antes === 0) return agora === 0 ? "" : t.semBase(nenhum);
  const percent = Math.round(((agora - antes) * 100) / antes);
  if (percent === 0) return t.igual(que);
  return t.variacao(`${percent > 0 ? "+" : "−"}${formatInteiro(Math.abs(percent))} %`, que);
}
