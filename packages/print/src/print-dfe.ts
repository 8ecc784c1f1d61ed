import type { PrintedNfe } from "@malote/dfe";
import type { ModeloOf } from "@malote/syntax";
import { drawDacte } from "./dacte/draw-dacte.ts";
import { drawDamdfe } from "./damdfe/draw-damdfe.ts";
import { drawDanfe } from "./danfe/draw-danfe.ts";
import { drawEvento } from "./evento/draw-evento.ts";
import { drawNfce } from "./nfce/draw-nfce.ts";
import type { Drawing } from "./page/page-set.ts";
import type { PrintedPdf, PrintRequest } from "./print-request.ts";
import { writeSvg } from "./svg/write-svg.ts";
import { toPdf } from "./to-pdf.ts";

type DrawNfe = (request: PrintRequest & { form: PrintedNfe }) => Drawing;
const NFE_FORMS: Readonly<Record<ModeloOf<"nfe">, DrawNfe>> = { "55": drawDanfe, "65": drawNfce };

/** Prints a document or evento. No content makes it throw: what does not fit continues on the next page. */
export function printDfe(spec: PrintRequest): PrintedPdf {
  return toPdf(drawDfe(spec));
}

/** The same drawing as one SVG, for a page that shows it (`writeSvg`). */
export function printDfeSvg(spec: PrintRequest): string {
  return writeSvg(drawDfe(spec).pages);
}

function drawDfe(spec: PrintRequest): Drawing {
  const { situacao } = spec;
  const isSaid = spec.form.isCancelado === true && (situacao === undefined || situacao === "normal");
  const known = isSaid ? { ...spec, situacao: "cancelamento-informado" as const } : spec;
  // A logo would suggest that the company confirms an unverified document.
  const request = situacao === "nao-conferida" ? { ...known, logo: null } : known;
  const { form } = request;
  switch (form.kind) {
    case "nfe":
      return NFE_FORMS[form.modelo]({ ...request, form });
    case "mdfe":
      return drawDamdfe({ ...request, form });
    case "evento":
      return drawEvento({ ...request, form });
    case "cte":
      return drawDacte({ ...request, form });
  }
}
