import type { Centavos } from "./decimal.ts";

/** What is carried. */
export type Carga = {
  descricao: string;
  ncm: string;
  valor: Centavos;
  /** Kilograms, decimal text with four places. */
  pesoKg: string;
  volumes: number;
};
