import { AGRUPA_DIA_MAX, AGRUPA_MES_MAX, AGRUPA_SEMANA_MAX, PERIODO_PAINEL_DIAS } from "@malote/contract";
import { cleanDocumento, type Dia, formatData, isDia } from "@malote/syntax";
import type { Agrupamento, PainelPedido } from "../../rpc/painel.ts";
import type { Papel } from "../../rpc/queries.ts";
import { painel as textos } from "../../textos/painel.ts";
import { diaBefore } from "../../ui/quando.ts";

/** Tabs of the painel (spec §2); the first is the default. */
export const ABAS = ["page1", "page2", "page3"] as const;
export type Aba = (typeof ABAS)[number];

/** Periods relative to today. */
export const PRESETS = ["hoje", "7d", "30d", "90d", "mes", "mes-passado", "365d"] as const;
export type Preset = (typeof PRESETS)[number];
/** A period as the URL holds it. */
export type Periodo = Preset | `${Dia}..${Dia}`;

/** A range of days, both ends included. */
export type Intervalo = { de: Dia; ate: Dia };

/**
 * `empresa`: CNPJ. `empresaId`: its id for links to lists, set once the companies are loaded; never
 * in the URL.
 */
export type Filtro = {
  papel: Papel;
  periodo: Periodo;
  empresa: string;
  empresaId?: string | undefined;
};

const PADRAO: Periodo = "7d";
const DIAS: Partial<Record<Preset, number>> = {
  hoje: 1,
  "7d": PERIODO_PAINEL_DIAS,
  "30d": 30,
  "90d": 90,
  "365d": 365,
};
const DIA_MS = 86_400_000;

/** The filter of a URL; invalid values are ignored. */
export function readFiltro(params: URLSearchParams): Filtro {
  return {
    papel: params.get("papel") === "S" ? "S" : "E",
    periodo: readPeriodo(params.get("periodo") ?? "") ?? PADRAO,
    empresa: cleanDocumento(params.get("empresa") ?? ""),
  };
}

/** Writes a filter into the URL parameters: only values other than the default. */
export function writeFiltro(params: URLSearchParams, { papel, periodo, empresa }: Filtro): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, absent: string): void => {
    if (value === absent) next.delete(name);
    else next.set(name, value);
  };
  put("papel", papel, "E");
  put("periodo", periodo, PADRAO);
  put("empresa", empresa, "");
  return next;
}

export function readAba(params: URLSearchParams): Aba {
  return ABAS.find((aba) => aba === params.get("tab")) ?? "page1";
}

/** URL of a tab with the current filter. */
export function abaHref(params: URLSearchParams, aba: Aba): string {
  const next = new URLSearchParams(params);
  next.delete("ordem");
  if (aba === "page1") next.delete("tab");
  else next.set("tab", aba);
  const search = next.toString();
  return search === "" ? "/painel" : `/painel?${search}`;
}

function readPeriodo(text: string): Periodo | null {
  const preset = PRESETS.find((known) => known === text);
  if (preset) return preset;
  const [de = "", ate = "", ...rest] = text.split("..");
  return rest.length === 0 && isDia(de) && isDia(ate) && de <= ate ? `${de}..${ate}` : null;
}

/** The days of a period; today is in the time zone of the conta. */
export function rangeOf(periodo: Periodo, hoje: Dia): Intervalo {
  if (periodo === "mes") return { de: `${hoje.slice(0, 8)}01`, ate: hoje };
  if (periodo === "mes-passado") {
    const ate = diaBefore(`${hoje.slice(0, 8)}01`, 1);
    return { de: `${ate.slice(0, 8)}01`, ate };
  }
  const dias = DIAS[periodo as Preset];
  if (dias !== undefined) return { de: diaBefore(hoje, dias - 1), ate: hoje };
  const [de = hoje, ate = hoje] = periodo.split("..");
  return { de, ate };
}

/** Number of days in a range. */
export function countDias({ de, ate }: Intervalo): number {
  return Math.round((Date.parse(`${ate}T00:00:00Z`) - Date.parse(`${de}T00:00:00Z`)) / DIA_MS) + 1;
}

/** The range of the same length directly before a range. */
export function rangeBefore(range: Intervalo): Intervalo {
  const ate = diaBefore(range.de, 1);
  return { de: diaBefore(ate, countDias(range) - 1), ate };
}

/** Grouping of a range with so many days, used until the server returns its own (spec §9). */
export function grupoOf(dias: number): Agrupamento {
  if (dias <= AGRUPA_DIA_MAX) return "dia";
  if (dias <= AGRUPA_SEMANA_MAX) return "semana";
  return dias <= AGRUPA_MES_MAX ? "mes" : "ano";
}

/** "14/11/2026 – 20/11/2026". */
export function formatRange({ de, ate }: Intervalo): string {
  return textos.periodo.de_ate(formatData(de), formatData(ate));
}

/** The parameters of the server call. */
export function toPedido({ papel, empresa }: Filtro, range: Intervalo): PainelPedido {
  return {
    searchTipoAnalise: papel,
    searchDateRange: range,
    ...(empresa ? { searchCnpjCpfEmpresa: empresa } : {}),
  };
}
