import { formatMensagem, RPC_ERROR } from "@malote/contract";
import type { ErrorRequestHandler, Express, RequestHandler } from "express";
import express from "express";
import type { AppContext } from "../app-context.ts";
import { isForLater } from "../errors.ts";
import { describeAway } from "../espera.ts";
import { createProbes } from "../health/probes.ts";
import { replyError } from "../rpc/dialects.ts";
import { internalError, refuseCall, unavailable } from "../rpc/outcome.ts";
import { createCaptchaDoor } from "./captcha.ts";
import { createCertifDoor } from "./certif.ts";
import { clientFaultOf } from "./client-fault.ts";
import { createDownloadPublicoDoor } from "./download-publico.ts";
import { createExportChartDoor } from "./export-chart.ts";
import { createFilesDoor } from "./files.ts";
import { createProbeDoor } from "./health.ts";
import { createImportDoor, type ImportOptions } from "./import.ts";
import { createJsonRpcDoor, refuseVerb } from "./json-rpc.ts";
import { createLogoDoor } from "./logo.ts";
import { refuseForeign } from "./own-origin.ts";
import { createRestDoor, type RestOptions } from "./rest/rest-door.ts";
import { createSecurity } from "./security.ts";
import { createSoapDoor, SOAP_PATH } from "./soap/soap-door.ts";
import { createSpaDoor, WEB_DIST } from "./spa.ts";
import { portaOf, tellRequests } from "./tell-request.ts";
import { isHttps, stampRequest } from "./visit.ts";

/** Health paths of other systems: the SPA's page there would always answer 200 to a monitor. */
const OTHER_PROBES = ["/health", "/healthz", "/livez", "/readyz"];

/**
 * Creates the whole HTTP application.
 * @param o dist: folder of the built SPA; uploadMs: of createCertifDoor; isStopping: whether the
 * process is ending; the rest: of createImportDoor and createRestDoor
 */
export function createHouse(
  app: AppContext,
  o: { dist?: string; uploadMs?: number; isStopping?: () => boolean } & ImportOptions & RestOptions = {},
): Express {
  const house = express();
  const probes = createProbes(app, "http", o.isStopping ?? (() => false));
  house.disable("x-powered-by");
  house.disable("etag");
  house.enable("case sensitive routing");
  house.set("query parser", "simple");
  house.set("trust proxy", app.config.trustProxy ?? false);
  house.use(createSecurity({ https: isHttps(app.config) }));
  house.use(tellRequests(app));
  house.use(["/saude", "/prontidao"], neverStored);
  house.get("/saude", createProbeDoor(probes.isAlive));
  house.all("/saude", refuseVerb("GET, HEAD"));
  house.get("/prontidao", createProbeDoor(probes.isReady));
  house.all("/prontidao", refuseVerb("GET, HEAD"));
  house.all(OTHER_PROBES, refuseAddress);
  house.use("/Services", neverStored, refuseForeign(app));
  house.use("/Services/rest/v1", createRestDoor(app, o));
  house.use(SOAP_PATH, createSoapDoor(app));
  house.use("/Services", createFilesDoor(app));
  house.use("/Services", createDownloadPublicoDoor(app), createCaptchaDoor(app), createExportChartDoor(app));
  const uploads = [createCertifDoor(app, o), createLogoDoor(app), createImportDoor(app, o)];
  house.use("/Services", ...uploads, createJsonRpcDoor(app), refuseAddress);
  house.use(createSpaDoor(o.dist ?? WEB_DIST, app.config));
  house.use(concludeError(app));
  return house;
}

const neverStored: RequestHandler = (_req, res, next) => {
  stampRequest(res);
  res.set("Cache-Control", "no-store");
  next();
};

const refuseAddress: RequestHandler = (_req, res) => {
  const data = { mensagem: formatMensagem("enderecoNaoEncontrado") };
  res.status(404).json(replyError(refuseCall(RPC_ERROR.methodNotFound, "Not found", data), 404).body);
};

/**
 * Handles errors that no route has answered. Express recognizes an error handler by its four parameters.
 */
function concludeError({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const requestId = stampRequest(res);
    const status = clientFaultOf(error);
    if (status !== null) return void res.status(status).type("text/plain; charset=utf-8").end();
    const where = { requestId, porta: portaOf(req.path), err: error };
    const away = isForLater(error);
    if (away) log.warn(where, describeAway(error));
    else log.error(where, "erro interno");
    const outcome = away ? unavailable(requestId) : internalError(requestId);
    res.status(away ? 503 : 500).json(replyError(outcome, 500).body);
  };
}
