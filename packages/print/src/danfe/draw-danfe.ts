import type { PapelNfe } from "@malote/dfe";
import type { Impressao, Impresso } from "../impressao.ts";
import { drawA4 } from "./draw-a4.ts";

/** Draws the DANFE of an NF-e, in the format that the document asks for; on A4 upright when it asks for none.
 * @source MOC NF-e 7.0, Anexo II */
export function drawDanfe({
  papel,
  situacao = "normal",
  logo = null,
}: Impressao & { papel: PapelNfe }): Impresso {
  const danfe = { papel, situacao, logo };
  return drawA4(danfe, papel.formatoImpressao === "2");
}
