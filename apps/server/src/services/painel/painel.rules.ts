import {
  AGRUPA_DIA_MAX,
  AGRUPA_MES_MAX,
  AGRUPA_SEMANA_MAX,
  type AGRUPAMENTOS,
  PAINEL_LINHAS_MAX,
  PERIODO_PAINEL_MAX_DIAS,
} from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** How a range is grouped. */
export type Agrupamento = (typeof AGRUPAMENTOS)[number];

/** A range of days, both ends included. */
export type Periodo = { de: string; ate: string };

const DIA_MS = 86_400_000;
const DIAS_DA_SEMANA = 7;
const MESES = 12;

/** Reads a range and its grouping. @throws {Refusal} periodoInvertido, periodoLongo */
export function readCorte(
  { de, ate }: Periodo,
  dateGroup: Agrupamento | null | undefined,
): { periodo: Periodo; grupo: Agrupamento } {
  if (de > ate) throw new Refusal("periodoInvertido", { campo: "searchDateRange.ate" });
  const dias = (toMs(ate) - toMs(de)) / DIA_MS + 1;
  if (dias > PERIODO_PAINEL_MAX_DIAS) {
    const values = { dias: formatInteiro(PERIODO_PAINEL_MAX_DIAS) };
    throw new Refusal("periodoLongo", { campo: "searchDateRange.ate", values });
  }
  return { periodo: { de, ate }, grupo: dateGroup ?? grupoOf(dias) };
}

function grupoOf(dias: number): Agrupamento {
  if (dias <= AGRUPA_DIA_MAX) return "dia";
  if (dias <= AGRUPA_SEMANA_MAX) return "semana";
  return dias <= AGRUPA_MES_MAX ? "mes" : "ano";
}

/** The days, weeks (from Monday), months or years of a range, in order; the first and last may be partial. */
export function listPeriodos({ de, ate }: Periodo, grupo: Agrupamento): Periodo[] {
  const periodos: Periodo[] = [];
  const fim = toMs(ate);
  for (let at = toMs(de); at <= fim; ) {
    const next = startOfNext(at, grupo);
    periodos.push({ de: toDia(at), ate: toDia(Math.min(next - DIA_MS, fim)) });
    at = next;
  }
  return periodos;
}

function startOfNext(ms: number, grupo: Agrupamento): number {
  const at = new Date(ms);
  if (grupo === "dia") return ms + DIA_MS;
  if (grupo === "semana") return ms + (DIAS_DA_SEMANA - ((at.getUTCDay() + 6) % DIAS_DA_SEMANA)) * DIA_MS;
  if (grupo === "mes") return at.setUTCMonth(at.getUTCMonth() + 1, 1);
  return at.setUTCMonth(MESES, 1);
}

/** Days to add to whole months (1), or to subtract from them (-1). */
export type Borda = Periodo & { sinal: 1 | -1 };

/**
 * Splits a range into whole months and days to add or subtract: for a partial month, whichever is fewer.
 * meses: first days of the first and the last month; null = no whole month.
 */
export function splitMeses({ de, ate }: Periodo): { meses: Periodo | null; bordas: Borda[] } {
  const meses = listPeriodos({ de, ate }, "mes").map((parte) => ({ parte, ...splitMes(parte) }));
  const inteiros = meses.filter(({ inteiro }) => inteiro).map(({ parte }) => startOfMes(parte.de));
  const [primeiro, ultimo] = [inteiros[0], inteiros.at(-1)];
  const some = primeiro !== undefined && ultimo !== undefined ? { de: primeiro, ate: ultimo } : null;
  return { meses: some, bordas: meses.flatMap(({ bordas }) => bordas) };
}

function splitMes(parte: Periodo): { inteiro: boolean; bordas: Borda[] } {
  const de = startOfMes(parte.de);
  const ate = toDia(startOfNext(toMs(de), "mes") - DIA_MS);
  const fora: Borda[] = [
    { de, ate: toDia(toMs(parte.de) - DIA_MS), sinal: -1 },
    { de: toDia(toMs(parte.ate) + DIA_MS), ate, sinal: -1 },
  ];
  const dias = (periodo: Periodo): number => (toMs(periodo.ate) - toMs(periodo.de)) / DIA_MS + 1;
  const foraDias = fora.reduce((sum, borda) => sum + dias(borda), 0);
  if (foraDias > dias(parte)) return { inteiro: false, bordas: [{ ...parte, sinal: 1 }] };
  return { inteiro: true, bordas: fora.filter((borda) => dias(borda) > 0) };
}

function startOfMes(dia: string): string {
  return `${dia.slice(0, 8)}01`;
}

function toMs(dia: string): number {
  return Date.parse(`${dia}T00:00:00Z`);
}

function toDia(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Refuses more detail rows than one answer may have. @throws {Refusal} painelLinhasDemais */
export function refuseLinhas(linhas: number): void {
  if (linhas <= PAINEL_LINHAS_MAX) return;
  throw new Refusal("painelLinhasDemais", { values: { limite: formatInteiro(PAINEL_LINHAS_MAX) } });
}
