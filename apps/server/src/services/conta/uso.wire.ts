import { percentualOf } from "./conta.rules.ts";
import type { UsoRow } from "./uso.rows.ts";

const MES_LENGTH = "yyyy-MM".length;

/** A month of usage as shown, compared with the current plan. */
export function writeUso({ mes, documentos, emails, bytes }: UsoRow, limite: number) {
  const percentual = percentualOf(documentos, limite);
  return { mes: mes.slice(0, MES_LENGTH), documentos, emails, bytes, limite, percentual };
}
