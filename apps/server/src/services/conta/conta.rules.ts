import { PLAN_WARNINGS } from "@malote/contract";
import { dayInZone, zoneOfUf } from "@malote/syntax";

/** The editable fields of a conta. */
export type ContaProfile = { identificador: string; tipoPessoa: "Física" | "Jurídica"; uf: string };

/** The same with the switch of the public download, which is on in a new conta. */
export type EditableConta = ContaProfile & { downloadPublico: boolean };

/** The fields as stored; the name is lower case, because names are compared without case. */
export function normalizeProfile({ identificador, tipoPessoa, uf }: ContaProfile): ContaProfile {
  return { identificador: normalizeIdentificador(identificador), tipoPessoa, uf };
}

/** The name of a conta as it is stored and compared. */
export function normalizeIdentificador(identificador: string): string {
  return identificador.trim().toLowerCase();
}

const LABELS = {
  identificador: "identificador",
  tipoPessoa: "tipo de pessoa",
  uf: "UF",
  downloadPublico: "download público",
} as const;

/** Describes a change for the registro ("UF: SP → AM"); null if nothing changed. */
export function describeChange(before: EditableConta, after: EditableConta): string | null {
  const fields = ["identificador", "tipoPessoa", "uf", "downloadPublico"] as const;
  const changed = fields.filter((campo) => before[campo] !== after[campo]);
  if (changed.length === 0) return null;
  return changed
    .map((campo) => `${LABELS[campo]}: ${show(before[campo])} → ${show(after[campo])}`)
    .join("; ");
}

function show(value: string | boolean): string {
  if (typeof value === "boolean") return value ? "sim" : "não";
  return value;
}

/** The first day of the month of an instant in a state's time zone, yyyy-MM-dd. */
export function monthOf(instant: Date, uf: string): string {
  return `${dayInZone(instant, zoneOfUf(uf)).slice(0, 7)}-01`;
}

/** The first days of the last `count` months up to `month`, newest first. */
export function listMonths(month: string, count: number): string[] {
  const [year = 0, numero = 1] = month.split("-").map(Number);
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(year, numero - 1 - n, 1)).toISOString().slice(0, 10),
  );
}

/** The used share of a plan, in whole percent, rounded down. */
export function percentOf(documentos: number, plano: number): number {
  return Math.floor((documentos * 100) / plano);
}

/**
 * The threshold of the plan, in percent, to alert about now; null if already sent. avisado: the last
 * one sent.
 */
export function findAlert(usage: { documentos: number; avisado: number }, plano: number): number | null {
  const passed = PLAN_WARNINGS.filter((parte) => percentOf(usage.documentos, plano) >= parte);
  const parte = passed.at(-1);
  return parte === undefined || parte <= usage.avisado ? null : parte;
}

/** The task that recomputes the issue days of a conta's notas after its UF changed. */
export const ISSUE_DAYS_TASK = { tipo: "empresa", alvo: "dias" } as const;
