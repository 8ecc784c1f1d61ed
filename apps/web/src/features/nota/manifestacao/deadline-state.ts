import type { NotaRow } from "../../../rpc/documents/queries.ts";

const DAY_MS = 86_400_000;
/** With fewer whole days left, the deadline is shown as a warning. */
const WARNING_DAYS = 15;

/** State of the recipient's deadline: tacitly confirmed, over, or running with whole days left. */
export type DeadlineState =
  | { kind: "tacita"; desde: Date }
  | { kind: "encerrado"; ate: Date }
  | { kind: "corre"; ate: Date; dias: number; perto: boolean };

/**
 * State of the recipient's deadline at an instant; null if no conclusive manifestação is missing.
 */
export function deadlineStateOf(
  nota: Pick<NotaRow, "prazoManifestacao" | "confirmadaTacitamenteEm">,
  now: Date,
): DeadlineState | null {
  const { prazoManifestacao: ate, confirmadaTacitamenteEm: since } = nota;
  if (since) return { kind: "tacita", desde: since };
  if (!ate) return null;
  const days = Math.floor((ate.getTime() - now.getTime()) / DAY_MS);
  return days < 0
    ? { kind: "encerrado", ate }
    : { kind: "corre", ate, dias: days, perto: days < WARNING_DAYS };
}
