import type { Cents } from "../xml/cents.ts";

/** The load of a transport. */
export type Carga = {
  descricao: string;
  ncm: string;
  valor: Cents;
  /** Kilograms, decimal text with four places. */
  pesoKg: string;
  volumes: number;
};
