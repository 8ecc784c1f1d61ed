import type { Palco } from "./palco.ts";

/** A named situation that can be played repeatedly; each time it creates new documents. */
export type Cenario = {
  nome: string;
  titulo: string;
  /** One line for the console. */
  descricao: string;
  /** Returns the access keys of the created documents, in order of arrival. */
  play(palco: Palco): Promise<string[]>;
};
