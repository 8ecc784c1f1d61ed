import type { Motivo } from "@malote/contract";
import type { Sorte } from "../services/documento/merito.rules.ts";

/** One piece of an e-mail: the body ("0"), a part ("2"), a file in a package ("2/1"). */
export type Parte = {
  caminho: string;
  nome: string | null;
  tipo: string;
  embutida: boolean;
  contentId: string | null;
  bytes: Uint8Array;
};

/** A part with its bytes, and its outcome if opening already decided it; otherwise reading decides. */
export type Arquivo = Parte & { sorte: Sorte | null };

/** An outcome with its reason. */
export function sorte(
  destino: Sorte["destino"],
  motivo: Motivo | null,
  detalhe: string | null = null,
): Sorte {
  return { destino, motivo, detalhe };
}

export { hexOf } from "../services/documento/to-documento.ts";
