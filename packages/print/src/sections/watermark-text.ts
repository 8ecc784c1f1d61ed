import { drawWatermark } from "../page/marks.ts";
import {
  MARCA_CANCELAMENTO_INFORMADO,
  MARCA_NAO_CONFERIDA,
  MARCA_SEM_AUTORIZACAO,
} from "../page/status-texts.ts";
import type { Page } from "../pdf/page.ts";
import type { Situacao } from "../print-request.ts";
import { isSemAutorizacao, type Veredito } from "./sefaz-response.ts";

/** The watermark of a document without legal value; the most important one wins. */
export function watermarkOf({
  situacao,
  ambiente,
  veredito,
}: {
  situacao?: Situacao;
  ambiente: string | null;
  /** The verdict on SEFAZ's response; null if the document is valid without one. */
  veredito: Veredito | null;
}): string | null {
  if (situacao === "nao-conferida") return MARCA_NAO_CONFERIDA;
  if (situacao === "cancelada" || veredito === "cancelada") return "CANCELADA";
  if (situacao === "cancelamento-informado") return MARCA_CANCELAMENTO_INFORMADO;
  if (situacao === "denegada" || veredito === "denegada") return "DENEGADA";
  if (veredito !== null && isSemAutorizacao(veredito)) return MARCA_SEM_AUTORIZACAO;
  return ambiente === "2" ? "SEM VALOR FISCAL" : null;
}

export function drawWatermarkOf(page: Page, watermark: string | null): void {
  if (watermark !== null) drawWatermark(page, watermark);
}
