import { CONSULTA_MAX_DIAS } from "@malote/contract";
import type { Nota } from "../../rpc/queries.ts";

const DAY_MS = 86_400_000;

/** Why a document has no consulta: it is too old for SEFAZ, or of terceiros. Null if it has. */
export function semConsultaOf(
  { sefazStatus, terceiros, dataEmissao }: Pick<Nota, "sefazStatus" | "terceiros" | "dataEmissao">,
  agora: Date,
): "prazo" | "terceiros" | null {
  if (sefazStatus !== null) return null;
  if (terceiros) return "terceiros";
  const age = dataEmissao === null ? 0 : agora.getTime() - dataEmissao.getTime();
  return age > CONSULTA_MAX_DIAS * DAY_MS ? "prazo" : null;
}
