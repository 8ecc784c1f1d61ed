import { createHash } from "node:crypto";

/** An act in the chain; `elo`: the link stored in its row. */
export type ChainLink = {
  contaId: string;
  ordem: number;
  id: string;
  quando: Date;
  usuarioId: string | null;
  usuario: string;
  acao: string;
  alvo: string;
  detalhe: string | null;
  elo: Uint8Array;
};

/** The predecessor of a conta's first act. */
export const CHAIN_START: Uint8Array = new Uint8Array(0);

/**
 * The link of an act: SHA-256 of the previous link and of all its fields. @source db/portaria/registro.sql
 */
export function computeLink(previous: Uint8Array, act: ChainLink): Buffer {
  const { contaId, ordem, id, quando, usuarioId, usuario, acao, alvo, detalhe } = act;
  const fields = [
    contaId,
    String(ordem),
    id,
    String(quando.getTime()),
    usuarioId,
    usuario,
    acao,
    alvo,
    detalhe,
  ];
  return createHash("sha256").update(previous).update(fields.map(encodeField).join(""), "utf8").digest();
}

/** Prefixed by its length, so that the encoding is injective. */
function encodeField(text: string | null): string {
  return text === null ? "-" : `${Buffer.byteLength(text, "utf8")}:${text}`;
}
