import { CONSULTA_MAX_DAYS } from "@malote/contract";
import type { Nota } from "../../../rpc/documents/queries.ts";

const DAY_MS = 86_400_000;

/** Why a document has no consulta: it is too old for SEFAZ, or of terceiros. Null if it has. */
export function consultaExclusionOf(
  { sefazStatus, terceiros, dataEmissao }: Pick<Nota, "sefazStatus" | "terceiros" | "dataEmissao">,
  now: Date,
): "prazo" | "terceiros" | null {
  if (sefazStatus !== null) return null;
  if (terceiros) return "terceiros";
  const age = dataEmissao === null ? 0 : now.getTime() - dataEmissao.getTime();
  return age > CONSULTA_MAX_DAYS * DAY_MS ? "prazo" : null;
}
