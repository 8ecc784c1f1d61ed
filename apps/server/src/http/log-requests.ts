import type { RequestHandler, Response } from "express";
import type { AppContext } from "../app-context.ts";
import { inRequest } from "../log.ts";
import type { OpenSpan, Tracing } from "../tracing/tracing.ts";
import { withinTrace } from "../tracing/tracing.ts";
import { stampRequest } from "./read-visit.ts";

const SERVICES = "/Services/";
const DOWNLOAD = /^download[A-Za-z]+$/;
const UPLOADS = ["certif", "logo", "import", "exportChart"];
/** The feed in SEFAZ's format, on its own port: our path, and SEFAZ's. */
const FEED = /^\/(?:Services\/soap\/)?NFeDistribuicaoDFe(?:\/|$)/i;
const PROBES = ["/saude", "/prontidao"];

/**
 * Label of a path for logs and metrics. Paths themselves may contain ids, names and single-use links.
 */
export function doorOf(address: string): string {
  if (PROBES.includes(address)) return address.slice(1);
  if (FEED.test(address)) return "feed";
  if (address !== "/Services" && !address.startsWith(SERVICES)) return "pagina";
  const name = address.slice(SERVICES.length);
  if (name.startsWith("rest/")) return "rest";
  if (name.startsWith("soap/")) return "soap";
  if (DOWNLOAD.test(name)) return "arquivo";
  if (UPLOADS.includes(name)) return "envio";
  if (name === "novidades/fluxo") return "fluxo";
  return name === "captcha" ? "captcha" : "rpc";
}

function nameOf(door: string, res: Response): string {
  const { metodos: methods } = res.locals;
  return Array.isArray(methods) ? `${door} ${methods.join(", ")}` : door;
}

/**
 * Gives each request its id, counts it and logs one line;
 * pages and probes, which are many, at debug level only.
 */
export function logRequests({ log, metrics, tracing }: AppContext): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const requestId = stampRequest(res);
    const door = doorOf(req.path);
    const verb = req.method;
    const span = startSpan(tracing, { door, verb, traceparent: req.get("traceparent") });
    const endRunning = metrics.running.begin(() => nameOf(door, res));
    res.once("close", () => {
      endRunning();
      const ms = performance.now() - began;
      // 499: the client left before the answer.
      const status = res.writableFinished ? res.statusCode : 499;
      metrics.recordRequest({ porta: door, verbo: verb, status, ms });
      endSpan(span, `${verb} ${nameOf(door, res)}`, status);
      const { metodos: methods } = res.locals;
      const line = {
        requestId,
        porta: door,
        verbo: verb,
        ...(Array.isArray(methods) ? { metodos: methods } : {}),
        status,
      };
      const level = door === "pagina" || PROBES.includes(req.path) ? "debug" : "info";
      log[level]({ ...line, ms: Math.round(ms) }, "pedido");
    });
    inRequest(requestId, () => withinTrace(span?.context, next));
  };
}

/** Trace header of another program.   @source W3C Trace Context, version 00 */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

type TracedRequest = { door: string; verb: string; traceparent: string | undefined };

/**
 * A request begins its own trace: an incoming `traceparent` only
 * becomes a link and decides nothing. Probes are not traced.
 */
function startSpan(tracing: Tracing, { door, verb, traceparent = "" }: TracedRequest): OpenSpan | null {
  if (!tracing.isOn || PROBES.includes(`/${door}`)) return null;
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent) ?? [];
  const link = traceId === undefined || spanId === undefined ? null : { traceId, spanId, sampled: false };
  const attributes = { "http.request.method": verb, "http.route": door };
  return tracing.start(`${verb} ${door}`, { kind: "server", place: { isRoot: true }, attributes, link });
}

function endSpan(span: OpenSpan | null, name: string, status: number): void {
  if (span === null) return;
  span.rename(name);
  span.set({ "http.response.status_code": status });
  if (status >= 500) span.fail(String(status));
  span.end();
}
