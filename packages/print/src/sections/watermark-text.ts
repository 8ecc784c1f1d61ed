import { drawWatermark } from "../page/marks.ts";
import type { Page } from "../page/page.ts";
import {
  REPORTED_CANCELLATION_WATERMARK,
  UNAUTHORIZED_WATERMARK,
  UNVERIFIED_WATERMARK,
} from "../page/status-texts.ts";
import type { PrintSituacao } from "../print-request.ts";
import { isUnauthorized, type Veredito } from "./sefaz-response.ts";

/** The watermark of a document without legal value; the most important one wins. */
export function watermarkOf({
  situacao,
  ambiente,
  veredito,
}: {
  situacao?: PrintSituacao;
  ambiente: string | null;
  /** The verdict on SEFAZ's response; null if the document is valid without one. */
  veredito: Veredito | null;
}): string | null {
  if (situacao === "nao-conferida") return UNVERIFIED_WATERMARK;
  if (situacao === "cancelada" || veredito === "cancelada") return "CANCELADA";
  if (situacao === "cancelamento-informado") return REPORTED_CANCELLATION_WATERMARK;
  if (situacao === "denegada" || veredito === "denegada") return "DENEGADA";
  if (veredito !== null && isUnauthorized(veredito)) return UNAUTHORIZED_WATERMARK;
  return ambiente === "2" ? "SEM VALOR FISCAL" : null;
}

export function drawWatermarkOf(page: Page, watermark: string | null): void {
  if (watermark !== null) drawWatermark(page, watermark);
}
