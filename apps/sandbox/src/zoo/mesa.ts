import { createHash } from "node:crypto";
import type { ParChaves } from "../papelaria/certificados.ts";
import type { Papelaria } from "../papelaria/papelaria.ts";
import type { SorteioComSemente } from "../papelaria/producao/sorteio-semente.ts";
import type { Pedaco, Sina } from "./gabarito.ts";

/** The inputs for one message. */
export type Mesa = {
  papelaria: Papelaria;
  sorteio: SorteioComSemente;
  /** All documents are issued before this instant. */
  agora: Date;
  /** Address of the mailbox. */
  destino: string;
  /** The S/MIME signer. */
  assinante: ParChaves;
  indice: number;
  /** Returns a document number that no other message uses. */
  next(): number;
};

/** A file without transfer properties. */
export type Anexo = {
  nome: string | null;
  tipo: string;
  bytes: Buffer;
  /** Content-ID of an image in the HTML body. */
  cid?: string;
};

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function pedacoOf({ nome, bytes }: Pick<Anexo, "nome" | "bytes">, ...aceita: Sina[]): Pedaco {
  return { nome, sha256: sha256Of(bytes), aceita };
}

/** Draws a text of this length from an alphabet. */
export function drawText(sorteio: Mesa["sorteio"], length: number, alphabet = "0123456789abcdef"): string {
  return Array.from({ length }, () => alphabet.charAt(sorteio.integer(0, alphabet.length - 1))).join("");
}
