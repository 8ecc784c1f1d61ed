import {
  CHART_MAX_BYTES,
  CHART_SCALE,
  CHART_SCALE_MAX,
  CHART_TYPES,
  CHART_WIDTH_MAX,
  type ChartType,
  formatMessage,
} from "@malote/contract";
import { formatSize } from "@malote/syntax";
import { type Response, Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { runInTurn } from "../../pace/run-in-turn.ts";
import { cleanSvg, type Drawing } from "../../services/chart/clean-svg.ts";
import { drawChart, fitsChart } from "../../services/chart/draw-chart.ts";
import { ATTACHMENT_CSP, cleanFileName, writeDisposition } from "../files/attachment.ts";
import { admitFileOrCookie } from "../files/files-router.ts";
import { refuseVerb } from "../json-rpc/json-rpc-router.ts";
import { readUpload } from "./read-upload.ts";
import { answerAndClose, errorEnvelope } from "./upload-envelope.ts";

const FORM = {
  campos: ["filename", "type", "width", "scale", "svg"],
  arquivoMax: 0,
  campoMax: CHART_MAX_BYTES,
  prazoMs: 20_000,
};
const EXTENSION: Record<ChartType, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
};
const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;
const RETRY_S = 5;

/**
 * `POST /Services/exportChart` (spec §7): a form with a chart as SVG, answered with its picture. It
 * stores nothing. The file cookie is accepted too, so that a plain form of our page works.
 */
export function createExportChartRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.post("/exportChart", async (req, res) => {
    const admitted = await admitFileOrCookie(app, req, "exportChart");
    if (admitted.kind === "sem-sessao")
      return answerAndClose(res, 401, errorEnvelope(formatMessage("arquivoSemSessao")));
    if (admitted.kind === "recusado") return answerAndClose(res, 200, errorEnvelope(admitted.mensagem));
    const form = await readUpload(req, FORM);
    if (form.kind !== "ok") return answerAndClose(res, STATUS[form.kind], refuseForm(form.kind));
    try {
      const chartRequest = readChartRequest(form.campos);
      await runInTurn(admitted.ctx, () => send(app, res, chartRequest));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      res.status(400).json(errorEnvelope(error.message, error.campo));
    }
  });
  router.all("/exportChart", refuseVerb("POST"));
  return router;
}

/** width: width of the picture, in pixels. */
type ChartRequest = { name: string; tipo: ChartType; desenho: Drawing; largura: number };

/** @throws {Refusal} graficoTipo, graficoMedidas, graficoIlegivel, graficoGrande */
function readChartRequest(campos: ReadonlyMap<string, string>): ChartRequest {
  const asked = campos.get("type") || CHART_TYPES[0];
  const tipo = CHART_TYPES.find((one) => one === asked);
  if (tipo === undefined) throw new Refusal("graficoTipo", { campo: "type" });
  const width = readMeasure(campos, "width", { max: CHART_WIDTH_MAX, absent: 0 });
  const scale = readMeasure(campos, "scale", { max: CHART_SCALE_MAX, absent: CHART_SCALE });
  const desenho = cleanSvg(campos.get("svg") ?? "");
  if (desenho === null) throw new Refusal("graficoIlegivel", { campo: "svg" });
  const largura = (width || desenho.width) * scale;
  if (!fitsChart({ drawing: desenho, width: largura })) throw refuseMeasures("scale");
  const name = cleanFileName(campos.get("filename") ?? "", "grafico").replace(/\.(?:png|jpe?g|svg)$/i, "");
  return { name: `${name}.${EXTENSION[tipo]}`, tipo, desenho, largura };
}

/** A number from 1 to `max`; `absent` when the field is absent, empty or 0. */
function readMeasure(
  campos: ReadonlyMap<string, string>,
  campo: "width" | "scale",
  { max, absent }: { max: number; absent: number },
): number {
  const text = campos.get(campo)?.trim() ?? "";
  if (text === "" || text === "0") return absent;
  const number = /^\d{1,4}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw refuseMeasures(campo);
  return number;
}

function refuseMeasures(campo: string): Refusal {
  const values = { largura: CHART_WIDTH_MAX, escala: CHART_SCALE_MAX };
  return new Refusal("graficoMedidas", { campo, values });
}

async function send(
  { drawGrafico: drawBeside }: AppContext,
  res: Response,
  chartRequest: ChartRequest,
): Promise<void> {
  const { name, tipo, desenho, largura } = chartRequest;
  const picture =
    tipo === "image/svg+xml"
      ? Buffer.from(desenho.svg)
      : await (drawBeside ?? drawChart)({ drawing: desenho, type: tipo, width: largura });
  if (picture === null) throw new Refusal("graficoIlegivel", { campo: "svg" });
  if (picture === "ocupado" || picture === "falhou") {
    const messageKey = picture === "ocupado" ? "graficosDemais" : "graficoFalhou";
    res
      .set("Retry-After", String(RETRY_S))
      .status(503)
      .json(errorEnvelope(formatMessage(messageKey)));
    return;
  }
  res.set({
    "Content-Type": tipo,
    "Content-Disposition": writeDisposition(name),
    "Content-Security-Policy": ATTACHMENT_CSP,
    "X-Content-Type-Options": "nosniff",
    "Content-Length": String(picture.length),
  });
  res.end(picture);
}

function refuseForm(kind: keyof typeof STATUS): ReturnType<typeof errorEnvelope> {
  if (kind !== "grande") return errorEnvelope(formatMessage("graficoIlegivel"));
  return errorEnvelope(formatMessage("graficoGrande", { limite: formatSize(CHART_MAX_BYTES) }), "svg");
}
