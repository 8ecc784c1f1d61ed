import type { RequestHandler, Response } from "express";
import type { AppContext } from "../app-context.ts";
import { inRequest } from "../log.ts";
import { stampRequest } from "./visit.ts";

const SERVICES = "/Services/";
const ARQUIVO = /^download[A-Za-z]+$/;
const ENVIO = ["certif", "logo", "import", "exportChart"];
/** The SEFAZ-shaped feed, at its own port: under our name, and under SEFAZ's. */
const FEED = /^\/(?:Services\/soap\/)?NFeDistribuicaoDFe(?:\/|$)/i;
const SONDAS = ["/saude", "/prontidao"];

/** The door of an address: one of a few words, for logs and measures. Addresses themselves carry ids, names and links to be used once. */
export function portaOf(address: string): string {
  if (SONDAS.includes(address)) return address.slice(1);
  if (FEED.test(address)) return "feed";
  if (address !== "/Services" && !address.startsWith(SERVICES)) return "pagina";
  const name = address.slice(SERVICES.length);
  if (name.startsWith("rest/")) return "rest";
  if (name.startsWith("soap/")) return "soap";
  if (ARQUIVO.test(name)) return "arquivo";
  if (ENVIO.includes(name)) return "envio";
  return name === "captcha" ? "captcha" : "rpc";
}

function nameOf(porta: string, res: Response): string {
  const { metodos } = res.locals;
  return Array.isArray(metodos) ? `${porta} ${metodos.join(", ")}` : porta;
}

/** Gives each request its id, counts it and logs one line of it: pages and probes, of which there are many, only for who debugs. */
export function tellRequests({ log, medidas }: AppContext): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const requestId = stampRequest(res);
    const porta = portaOf(req.path);
    const verbo = req.method;
    const endRunning = medidas.running.begin(() => nameOf(porta, res));
    res.once("close", () => {
      endRunning();
      const ms = performance.now() - began;
      // 499: they were gone before the answer.
      const status = res.writableFinished ? res.statusCode : 499;
      medidas.pedido({ porta, verbo, status, ms });
      const { metodos } = res.locals;
      const line = { requestId, porta, verbo, ...(Array.isArray(metodos) ? { metodos } : {}), status };
      const level = porta === "pagina" || SONDAS.includes(req.path) ? "debug" : "info";
      log[level]({ ...line, ms: Math.round(ms) }, "pedido");
    });
    inRequest(requestId, next);
  };
}
