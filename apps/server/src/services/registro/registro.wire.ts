import type { ResultOf } from "@malote/contract";
import type { RegistroRow } from "./registro.rows.ts";
import { sentenceOf } from "./registro.rules.ts";

type Wire = ResultOf<"Registro.getListRegistro">["results"][number];

export function writeRegistro({ id, ordem, quando, usuario, acao, detalhe }: RegistroRow): Wire {
  return { id, ordem, quando, usuario, acao, texto: sentenceOf(acao), detalhe };
}
