import type { Palco } from "./palco.ts";

/** A named situation that can be played again and again; each time it makes new documents. */
export type Cenario = {
  nome: string;
  titulo: string;
  /** One line for the console. */
  descricao: string;
  /** Answers the access keys of the documents it made, in the order in which they arrive. */
  play(palco: Palco): Promise<string[]>;
};
