import type { PrintedNfe } from "@malote/dfe";
import type { Drawing } from "../page/page-set.ts";
import type { PrintRequest } from "../print-request.ts";
import { drawA4 } from "./a4/draw-a4.ts";
import { drawLabel } from "./draw-label.ts";
import { drawTipo2 } from "./draw-tipo2.ts";

/** Draws the DANFE of an NF-e in the format of the document; without one, on A4 in portrait.
 * @source MOC NF-e 7.0, Anexo II */
export function drawDanfe(request: PrintRequest & { form: PrintedNfe }): Drawing {
  const { form, situacao = "normal", logo = null } = request;
  const danfe = { form, situacao, logo };
  switch (form.formatoImpressao) {
    case "2":
      return drawA4(danfe, true);
    case "3":
      return drawLabel(danfe);
    case "6":
      return drawTipo2(danfe);
    default:
      return drawA4(danfe, false);
  }
}
