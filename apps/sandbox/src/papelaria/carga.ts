import type { Centavos } from "./decimal.ts";

/** The load of a transport. */
export type Carga = {
  descricao: string;
  ncm: string;
  valor: Centavos;
  /** Kilograms, decimal text with four places. */
  pesoKg: string;
  volumes: number;
};
