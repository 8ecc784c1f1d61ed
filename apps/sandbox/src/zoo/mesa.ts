import { createHash } from "node:crypto";
import type { ParChaves } from "../papelaria/certificados.ts";
import type { Papelaria } from "../papelaria/papelaria.ts";
import type { SorteioComSemente } from "../papelaria/producao/sorteio-semente.ts";
import type { Pedaco, Sina } from "./gabarito.ts";

/** What one message is made with. */
export type Mesa = {
  papelaria: Papelaria;
  sorteio: SorteioComSemente;
  /** Emissions count back from here. */
  agora: Date;
  /** Address of the box. */
  destino: string;
  /** Who signs S/MIME. */
  assinante: ParChaves;
  indice: number;
  /** Answers a number that no other message of the zoo uses. */
  next(): number;
};

/** A file, before it is decided how it travels. */
export type Anexo = {
  nome: string | null;
  tipo: string;
  bytes: Buffer;
  /** Content-ID of a picture of the HTML body. */
  cid?: string;
};

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function pedacoOf({ nome, bytes }: Pick<Anexo, "nome" | "bytes">, ...aceita: Sina[]): Pedaco {
  return { nome, sha256: sha256Of(bytes), aceita };
}

/** So many characters out of an alphabet. */
export function drawText(sorteio: Mesa["sorteio"], length: number, alphabet = "0123456789abcdef"): string {
  return Array.from({ length }, () => alphabet.charAt(sorteio.integer(0, alphabet.length - 1))).join("");
}
