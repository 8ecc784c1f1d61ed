import type { NotaLinha } from "../../rpc/queries.ts";

const DIA_MS = 86_400_000;
/** With so many days left or fewer the term is shown as a warning. */
const DIAS_DE_AVISO = 15;

/**
 * What is left of the recipient's term: "tacita" once silence confirms, "encerrado" once it is
 * over, else whole days.
 */
export type Restante =
  | { kind: "tacita"; desde: Date }
  | { kind: "encerrado"; ate: Date }
  | { kind: "corre"; ate: Date; dias: number; perto: boolean };

/** Where the recipient's term is at an instant; null where no conclusive word is missing. */
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
