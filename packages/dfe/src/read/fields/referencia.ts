import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import type { ParsedReferencia } from "../../reading.ts";

/** A document by its key; an invalid key becomes a description, so that nothing is lost. */
export function referenciaOf(chave: string | null): ParsedReferencia[] {
  if (chave === null) return [];
  return CHAVE_ACESSO_PATTERN.test(chave)
    ? [{ chaveAcesso: chave, descricao: null }]
    : [{ chaveAcesso: null, descricao: chave }];
}
