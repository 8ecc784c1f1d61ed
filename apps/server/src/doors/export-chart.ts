import {
  formatMensagem,
  GRAFICO_ESCALA,
  GRAFICO_ESCALA_MAX,
  GRAFICO_LARGURA_MAX,
  GRAFICO_MAX_BYTES,
  GRAFICO_TIPOS,
  type GraficoTipo,
} from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import { type Response, Router } from "express";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { runInTurn } from "../pace/run-in-turn.ts";
import { cleanSvg, type Desenho } from "../services/grafico/clean-svg.ts";
import { drawGrafico, fitsGrafico } from "../services/grafico/draw-grafico.ts";
import { ATTACHMENT_CSP, cleanFileName, writeDisposition } from "./attachment.ts";
import { enterFile } from "./files.ts";
import { refuseVerb } from "./json-rpc.ts";
import { readUpload } from "./upload.ts";
import { leave, sayNo } from "./upload-answer.ts";

const FORM = {
  campos: ["filename", "type", "width", "scale", "svg"],
  arquivoMax: 0,
  campoMax: GRAFICO_MAX_BYTES,
  prazoMs: 20_000,
};
const FIM: Record<GraficoTipo, string> = { "image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg" };
const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;
const VOLTE_S = 5;

/**
 * `POST /Services/exportChart` (spec §7): a form with a chart as SVG, answered with its picture. It
 * stores nothing. The file cookie is accepted too, so that a plain form of our page works.
 */
export function createExportChartDoor(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.post("/exportChart", async (req, res) => {
    const entrou = await enterFile(app, req, "exportChart");
    if (entrou.kind === "sem-sessao") return leave(res, 401, sayNo(formatMensagem("arquivoSemSessao")));
    if (entrou.kind === "recusado") return leave(res, 200, sayNo(entrou.mensagem));
    const form = await readUpload(req, FORM);
    if (form.kind !== "ok") return leave(res, STATUS[form.kind], refuseForm(form.kind));
    try {
      const pedido = readPedido(form.campos);
      await runInTurn(entrou.ctx, () => send(app, res, pedido));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      res.status(400).json(sayNo(error.message, error.campo));
    }
  });
  router.all("/exportChart", refuseVerb("POST"));
  return router;
}

/** largura: width of the picture, in pixels. */
type Pedido = { nome: string; tipo: GraficoTipo; desenho: Desenho; largura: number };

/** @throws {Refusal} graficoTipo, graficoMedidas, graficoIlegivel, graficoGrande */
function readPedido(campos: ReadonlyMap<string, string>): Pedido {
  const asked = campos.get("type") || GRAFICO_TIPOS[0];
  const tipo = GRAFICO_TIPOS.find((one) => one === asked);
  if (tipo === undefined) throw new Refusal("graficoTipo", { campo: "type" });
  const width = readMedida(campos, "width", { max: GRAFICO_LARGURA_MAX, ausente: 0 });
  const scale = readMedida(campos, "scale", { max: GRAFICO_ESCALA_MAX, ausente: GRAFICO_ESCALA });
  const desenho = cleanSvg(campos.get("svg") ?? "");
  if (desenho === null) throw new Refusal("graficoIlegivel", { campo: "svg" });
  const largura = (width || desenho.largura) * scale;
  if (!fitsGrafico({ desenho, largura })) throw refuseMedidas("scale");
  const nome = cleanFileName(campos.get("filename") ?? "", "grafico").replace(/\.(?:png|jpe?g|svg)$/i, "");
  return { nome: `${nome}.${FIM[tipo]}`, tipo, desenho, largura };
}

/** A number from 1 to `max`; `ausente` when the field is absent, empty or 0. */
function readMedida(
  campos: ReadonlyMap<string, string>,
  campo: "width" | "scale",
  { max, ausente }: { max: number; ausente: number },
): number {
  const text = campos.get(campo)?.trim() ?? "";
  if (text === "" || text === "0") return ausente;
  const number = /^\d{1,4}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw refuseMedidas(campo);
  return number;
}

function refuseMedidas(campo: string): Refusal {
  const values = { largura: GRAFICO_LARGURA_MAX, escala: GRAFICO_ESCALA_MAX };
  return new Refusal("graficoMedidas", { campo, values });
}

async function send({ drawGrafico: drawBeside }: AppContext, res: Response, pedido: Pedido): Promise<void> {
  const { nome, tipo, desenho, largura } = pedido;
  const picture =
    tipo === "image/svg+xml"
      ? Buffer.from(desenho.svg)
      : await (drawBeside ?? drawGrafico)({ desenho, tipo, largura });
  if (picture === null) throw new Refusal("graficoIlegivel", { campo: "svg" });
  if (picture === "ocupado" || picture === "falhou") {
    const mensagem = picture === "ocupado" ? "graficosDemais" : "graficoFalhou";
    res
      .set("Retry-After", String(VOLTE_S))
      .status(503)
      .json(sayNo(formatMensagem(mensagem)));
    return;
  }
  res.set({
    "Content-Type": tipo,
    "Content-Disposition": writeDisposition(nome),
    "Content-Security-Policy": ATTACHMENT_CSP,
    "X-Content-Type-Options": "nosniff",
    "Content-Length": String(picture.length),
  });
  res.end(picture);
}

function refuseForm(kind: keyof typeof STATUS): ReturnType<typeof sayNo> {
  if (kind !== "grande") return sayNo(formatMensagem("graficoIlegivel"));
  return sayNo(formatMensagem("graficoGrande", { limite: formatTamanho(GRAFICO_MAX_BYTES) }), "svg");
}
