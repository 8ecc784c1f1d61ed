import type { NotaLinha } from "../../rpc/queries.ts";

const DIA_MS = 86_400_000;
/** With fewer whole days left, the deadline is shown as a warning. */
const DIAS_DE_AVISO = 15;

/** State of the recipient's deadline: tacitly confirmed, over, or running with whole days left. */
export type Restante =
  | { kind: "tacita"; desde: Date }
  | { kind: "encerrado"; ate: Date }
  | { kind: "corre"; ate: Date; dias: number; perto: boolean };

/**
 * State of the recipient's deadline at an instant; null if no conclusive manifestação is missing.
 */
export function restanteOf(
  nota: Pick<NotaLinha, "prazoManifestacao" | "confirmadaTacitamenteEm">,
  agora: Date,
): Restante | null {
  const { prazoManifestacao: ate, confirmadaTacitamenteEm: desde } = nota;
  if (desde) return { kind: "tacita", desde };
  if (!ate) return null;
  const dias = Math.floor((ate.getTime() - agora.getTime()) / DIA_MS);
  return dias < 0 ? { kind: "encerrado", ate } : { kind: "corre", ate, dias, perto: dias < DIAS_DE_AVISO };
}
