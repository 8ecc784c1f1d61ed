import { type Express, json, type RequestHandler } from "express";
import type { Correio } from "../correio/correio.ts";
import { FALHAS_CORREIO, type Falha } from "../correio/falhas.ts";
import { FALHAS_OAUTH } from "../correio/oauth.ts";
import { LOOPBACK } from "../listen.ts";
import { readField, refuse } from "./pedido.ts";

type Mundo = { correio: Correio; credencial: { usuario: string; senha: string } };

const PROTOCOLOS = ["pop3", "imap"] as const;
const VEZES_MAX = 1_000;
const VALIDADE_MIN_MS = 1_000;
const VALIDADE_MAX_MS = 86_400_000;

/**
 * CSP of a shown e-mail: a frame without scripts, network or same origin; its links open elsewhere.
 */
const POLITICA_DA_CARTA = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The mail routes of the console. */
export function addRotasCorreio(app: Express, { correio, credencial }: Mundo): void {
  app.get("/conexoes", (_request, response) => {
    response.json(describeConexoes(correio, credencial));
  });
  app.get("/enviados/:id", readEnviado(correio));
  app.get("/enviados/:id/html", showEnviado(correio));
  app.post("/correio/falha", json(), setFalha(correio));
  app.post("/correio/reconstruir", (_request, response) => {
    for (const { caixa } of correio.pastas) caixa.rebuild();
    response.json({ uidValidity: correio.caixa.uidValidity });
  });
  app.post("/oauth", json(), setOauth(correio));
}

/**
 * The settings to connect the demo mailbox, secrets included: returned on request, never polled.
 */
function describeConexoes(
  { pop3, imap, oauth, impressao, pastas }: Correio,
  credencial: Mundo["credencial"],
) {
  const { clara, tls, autoAssinada } = pop3.portas;
  const doImap = imap.portas;
  return {
    servidor: LOOPBACK,
    ...credencial,
    pastas: pastas.map(({ nome }) => nome),
    portas: [
      { tipo: "pop3", porta: clara, protecao: "nenhuma" },
      { tipo: "pop3-starttls", porta: clara, protecao: "certificado" },
      { tipo: "spop3", porta: tls, protecao: "certificado" },
      { tipo: "spop3", porta: autoAssinada, protecao: "auto-assinado" },
      { tipo: "imap", porta: doImap.clara, protecao: "nenhuma" },
      { tipo: "imap-starttls", porta: doImap.clara, protecao: "certificado" },
      { tipo: "imaps", porta: doImap.tls, protecao: "certificado" },
      { tipo: "imaps", porta: doImap.autoAssinada, protecao: "auto-assinado" },
    ],
    impressao,
    oauth: oauth.cliente,
  };
}

function readEnviado({ enviados }: Correio): RequestHandler<{ id: string }> {
  return (request, response) => {
    const enviado = enviados.find(Number(request.params.id));
    if (!enviado) return refuse(response, 404, "Este e-mail não está mais guardado.");
    const { raw, html, ...rest } = enviado;
    response.json({ ...rest, temHtml: html !== null, original: raw.toString("utf8") });
  };
}

function showEnviado({ enviados }: Correio): RequestHandler<{ id: string }> {
  return (request, response) => {
    const html = enviados.find(Number(request.params.id))?.html;
    if (!html) return refuse(response, 404, "Este e-mail não tem HTML.");
    response.set({ "Content-Security-Policy": POLITICA_DA_CARTA, "X-Frame-Options": "SAMEORIGIN" });
    response.type("html").send(`<!doctype html><meta charset="utf-8"><base target="_blank">${html}`);
  };
}

/**
 * `{ falha, protocolo?: "pop3" | "imap", byte?: number | "acaso", vezes?: number }`; without
 * protocolo, both.
 */
function setFalha(correio: Correio): RequestHandler {
  return async (request, response) => {
    const nome = FALHAS_CORREIO.find((candidate) => candidate === readField(request.body, "falha"));
    const escolhido = readField(request.body, "protocolo");
    const protocolos = PROTOCOLOS.filter((protocolo) => escolhido === undefined || escolhido === protocolo);
    const byte = readField(request.body, "byte");
    const vezes = readField(request.body, "vezes");
    if (!nome || protocolos.length === 0) return refuse(response, 400, "Esta falha não existe.");
    if (byte !== undefined && byte !== "acaso" && !isCount(byte, 0, Number.MAX_SAFE_INTEGER))
      return refuse(response, 400, "O byte do corte é um número, ou “acaso”.");
    if (vezes !== undefined && !isCount(vezes, 1, VEZES_MAX))
      return refuse(response, 400, `As vezes vão de 1 a ${VEZES_MAX}.`);
    const falha: Falha = {
      nome,
      ...(byte === undefined ? {} : { byte }),
      ...(vezes === undefined ? {} : { vezes }),
    };
    for (const protocolo of protocolos) await correio[protocolo].setFalha(falha);
    response.json({ falha: nome });
  };
}

/** `{ falha?, validadeMs? }` of the token endpoint. */
function setOauth({ oauth }: Correio): RequestHandler {
  return (request, response) => {
    const wanted = readField(request.body, "falha") ?? oauth.falha;
    const validadeMs = readField(request.body, "validadeMs") ?? oauth.validadeMs;
    const falha = FALHAS_OAUTH.find((candidate) => candidate === wanted);
    if (!falha) return refuse(response, 400, "Esta falha não existe.");
    if (!isCount(validadeMs, VALIDADE_MIN_MS, VALIDADE_MAX_MS))
      return refuse(response, 400, "Um token vale de 1 segundo a 1 dia.");
    oauth.falha = falha;
    oauth.validadeMs = validadeMs;
    response.json({ falha, validadeMs });
  };
}

function isCount(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}
