import type { Casa } from "./casa.ts";
import type { Linha } from "./exercitar.ts";
import { restaurar } from "./retorno-restaurado.ts";
import { retroceder } from "./retorno-retrocesso.ts";

/** A drill that replaces the database, on an installation of its own. */
export type Retorno = { nome: string; play(casa: Casa): Promise<Linha> };

export const RETORNOS: readonly Retorno[] = [restaurar, retroceder];
