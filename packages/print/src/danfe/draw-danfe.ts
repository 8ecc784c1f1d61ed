import type { PapelNfe } from "@malote/dfe";
import type { Impressao, Impresso } from "../impressao.ts";
import { drawA4 } from "./draw-a4.ts";
import { drawEtiqueta } from "./draw-etiqueta.ts";
import { drawTipo2 } from "./draw-tipo2.ts";

/** Draws the DANFE of an NF-e in the format of the document; without one, on A4 in portrait.
 * @source MOC NF-e 7.0, Anexo II */
export function drawDanfe(impressao: Impressao & { papel: PapelNfe }): Impresso {
  const { papel, situacao = "normal", logo = null } = impressao;
  const danfe = { papel, situacao, logo };
  switch (papel.formatoImpressao) {
    case "2":
      return drawA4(danfe, true);
    case "3":
      return drawEtiqueta(danfe);
    case "6":
      return drawTipo2(danfe);
    default:
      return drawA4(danfe, false);
  }
}
