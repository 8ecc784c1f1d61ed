import { MENSAGENS_DAS_TELAS } from "@malote/contract";
import type { Nota } from "../../rpc/queries.ts";

/** Why a document cannot be released from quarantine; null if an administrator may release it. */
export function impedimentoOf(nota: Pick<Nota, "achados" | "digVal" | "sefazDigVal">): string | null {
  const { digVal, sefazDigVal } = nota;
  const found = (codigo: string): boolean => nota.achados.some((achado) => achado.codigo === codigo);
  if (found("ambiente-homologacao")) return MENSAGENS_DAS_TELAS.notaDeHomologacao;
  const contradita = (sefazDigVal !== null && sefazDigVal !== digVal) || found("sefaz-digest-divergente");
  return contradita ? MENSAGENS_DAS_TELAS.notaContraditaPelaSefaz : null;
}
