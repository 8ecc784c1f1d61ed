import { formatMessage, RPC_ERROR } from "@malote/contract";
import type { ErrorRequestHandler, Express, RequestHandler } from "express";
import express from "express";
import type { AppContext } from "../app-context.ts";
import { isRetryable } from "../errors.ts";
import { createProbes } from "../health/probes.ts";
import { replyError } from "../rpc/dialects.ts";
import { internalError, refuseCall, unavailable } from "../rpc/outcome.ts";
import { type ChangeWatch, createChangeWatch } from "../services/live/change-watch.ts";
import { describeOutage } from "../wait-reason.ts";
import { createCaptchaRouter } from "./captcha-router.ts";
import { clientErrorStatusOf } from "./client-fault.ts";
import { createFilesRouter } from "./files/files-router.ts";
import { createPublicDownloadRouter } from "./files/public-download-router.ts";
import { createJsonRpcRouter, refuseVerb } from "./json-rpc/json-rpc-router.ts";
import { createLiveRouter } from "./live-router.ts";
import { doorOf, logRequests } from "./log-requests.ts";
import { createProbeHandler } from "./probe-handler.ts";
import { isHttps, stampRequest } from "./read-visit.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";
import { createRestRouter, type RestOptions } from "./rest/rest-router.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { createSoapRouter, SOAP_PATH } from "./soap/soap-router.ts";
import { RELEASE_HEADER, readRelease } from "./spa/read-release.ts";
import type { Site } from "./spa/render-page.ts";
import { createSpaRouter, WEB_DIST } from "./spa/spa-router.ts";
import { createCertificadoRouter } from "./uploads/certificado-router.ts";
import { createExportChartRouter } from "./uploads/export-chart-router.ts";
import { createImportRouter, type ImportOptions } from "./uploads/import-router.ts";
import { createLogoRouter } from "./uploads/logo-router.ts";

/** Health paths of other systems: the SPA's page there would always answer 200 to a monitor. */
const OTHER_PROBES = ["/health", "/healthz", "/livez", "/readyz"];

/**
 * Creates the whole HTTP application.
 * @param o dist: folder of the built SPA; uploadMs: of createCertificadoRouter; isStopping: whether the
 * process is ending; changes: what open pages follow, for a process that ends them; the rest: of
 * createImportRouter and createRestRouter
 */
export function createHttpApp(
  app: AppContext,
  o: {
    dist?: string;
    uploadMs?: number;
    isStopping?: () => boolean;
    changes?: ChangeWatch;
  } & ImportOptions &
    RestOptions = {},
): Express {
  const http = express();
  const dist = o.dist ?? WEB_DIST;
  const probes = createProbes(app, "http", o.isStopping ?? (() => false));
  http.disable("x-powered-by");
  http.disable("etag");
  http.enable("case sensitive routing");
  http.set("query parser", "simple");
  http.set("trust proxy", app.config.trustProxy ?? false);
  http.use(createSecurityHeaders({ https: isHttps(app.config) }));
  http.use(logRequests(app));
  http.use(["/saude", "/prontidao"], neverStored);
  http.get("/saude", createProbeHandler(probes.isAlive));
  http.all("/saude", refuseVerb("GET, HEAD"));
  http.get("/prontidao", createProbeHandler(probes.isReady));
  http.all("/prontidao", refuseVerb("GET, HEAD"));
  http.all(OTHER_PROBES, refuseUnknownPath);
  http.use("/Services", neverStored, refuseForeignOrigin(app), describeServer(app, dist));
  http.use("/Services/rest/v1", createRestRouter(app, o));
  http.use(SOAP_PATH, createSoapRouter(app));
  http.use("/Services", createFilesRouter(app));
  http.use(
    "/Services",
    createPublicDownloadRouter(app),
    createCaptchaRouter(app),
    createExportChartRouter(app),
    createLiveRouter(app, o.changes ?? createChangeWatch(app)),
  );
  const uploads = [createCertificadoRouter(app, o), createLogoRouter(app), createImportRouter(app, o)];
  http.use("/Services", ...uploads, createJsonRpcRouter(app), refuseUnknownPath);
  http.use(createSpaRouter(dist, siteOf(app.config)));
  http.use(concludeError(app));
  return http;
}

const siteOf = ({ publicUrl, customers, sandbox }: AppContext["config"]): Site => ({
  publicUrl,
  customers,
  isDemo: sandbox !== null,
});

const neverStored: RequestHandler = (_req, res, next) => {
  stampRequest(res);
  res.set("Cache-Control", "no-store");
  next();
};

/** Tells open pages the time here, which in the sandbox may be another day, and the interface served now. */
function describeServer({ clock }: AppContext, dist: string): RequestHandler {
  const release = readRelease(dist);
  return (_req, res, next) => {
    res.set("Malote-Agora", clock.now().toISOString());
    if (release !== null) res.set(RELEASE_HEADER, release);
    next();
  };
}

const refuseUnknownPath: RequestHandler = (_req, res) => {
  const data = { mensagem: formatMessage("enderecoNaoEncontrado") };
  res.status(404).json(replyError(refuseCall(RPC_ERROR.methodNotFound, "Not found", data), 404).body);
};

/**
 * Handles errors that no route has answered. Express recognizes an error handler by its four parameters.
 */
function concludeError({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const requestId = stampRequest(res);
    const status = clientErrorStatusOf(error);
    if (status !== null) return void res.status(status).type("text/plain; charset=utf-8").end();
    const where = { requestId, porta: doorOf(req.path), err: error };
    const isUnavailable = isRetryable(error);
    if (isUnavailable) log.warn(where, describeOutage(error));
    else log.error(where, "erro interno");
    const outcome = isUnavailable ? unavailable(requestId) : internalError(requestId);
    res.status(isUnavailable ? 503 : 500).json(replyError(outcome, 500).body);
  };
}
