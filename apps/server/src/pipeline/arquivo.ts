import { createHash } from "node:crypto";
import type { Motivo } from "@malote/contract";
import type { Sorte } from "../services/documento/documento.rules.ts";

/** One piece of an e-mail on the road: the body ("0"), a part ("2"), a file in a package ("2/1"). */
export type Parte = {
  caminho: string;
  nome: string | null;
  tipo: string;
  embutida: boolean;
  contentId: string | null;
  bytes: Uint8Array;
};

/** A part whose bytes are kept, with its fate where opening already settled it; the reader decides the others. */
export type Arquivo = Parte & { sorte: Sorte | null };

/** A fate with its reason. */
export function sorte(
  destino: Sorte["destino"],
  motivo: Motivo | null,
  detalhe: string | null = null,
): Sorte {
  return { destino, motivo, detalhe };
}

/** Hex digest of some bytes. */
export function hexOf(algorithm: "sha1" | "sha256", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}
