import { percentOf } from "./conta.rules.ts";
import type { UsageRow } from "./usage.rows.ts";

const MONTH_LENGTH = "yyyy-MM".length;

/** A month of usage as shown, compared with the current plan. */
export function writeUsage({ mes, documentos, emails, bytes }: UsageRow, limite: number) {
  const percentual = percentOf(documentos, limite);
  return { mes: mes.slice(0, MONTH_LENGTH), documentos, emails, bytes, limite, percentual };
}
