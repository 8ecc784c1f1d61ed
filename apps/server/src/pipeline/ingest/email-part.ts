import type { Reason } from "@malote/contract";
import type { PartOutcome } from "../../services/documento/veredito.rules.ts";

/** One piece of an e-mail: the body ("0"), a part ("2"), a file in a package ("2/1"). */
export type EmailPart = {
  caminho: string;
  nome: string | null;
  tipo: string;
  embutida: boolean;
  contentId: string | null;
  bytes: Uint8Array;
};

/** A part with its bytes, and its outcome if opening already decided it; otherwise reading decides. */
export type EmailFile = EmailPart & { outcome: PartOutcome | null };

/** An outcome with its reason. */
export function outcome(
  destino: PartOutcome["destino"],
  motivo: Reason | null,
  detalhe: string | null = null,
): PartOutcome {
  return { destino, motivo, detalhe };
}

export { hexOf } from "../../services/documento/to-documento.ts";
