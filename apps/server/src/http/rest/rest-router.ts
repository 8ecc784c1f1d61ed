import {
  getMethodRow,
  getRestRow,
  paramsLimitOf,
  type RestRow,
  ROUTES,
  type RouteName,
} from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import type { Admission } from "../../rpc/admit.ts";
import { admitToContext } from "../../rpc/caller-context.ts";
import { API_LIMITS, type ApiLimits } from "../../services/api-token/count-api-call.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { describeOutage } from "../../wait-reason.ts";
import { readBearer, readVisit } from "../read-visit.ts";
import { answerRoute } from "./answer-route.ts";
import { Problem, sendProblem, toProblem } from "./problem.ts";
import { setRateLimitHeaders } from "./rate-limit-headers.ts";
import { createInputReader, hasBody, readBounded, readJsonBody } from "./read-input.ts";
import { serveReference } from "./reference-routes.ts";
import { stripReadOnlyBody } from "./strip-read-only-body.ts";

/** Limits of REST; others only in tests. */
export type RestOptions = { limitesRest?: ApiLimits };

/** `/Services/rest/v1`: one route per entry of REST, ordered so that none hides another. */
export function createRestRouter(app: AppContext, { limitesRest = API_LIMITS }: RestOptions = {}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, names] of routesByPath()) {
    const address = path.replace(/\{(\w+)\}/g, ":$1");
    for (const name of names) serve(router, address, createRoute(app, name, limitesRest));
    router.all(address, refuseVerb(names));
  }
  serveReference(router, app);
  router.use(() => {
    throw new Problem(404, "restEndereco");
  });
  router.use(concludeWithProblem(app));
  return router;
}

type Counting = NonNullable<Admission["counting"]>;
type RestRoute = { name: RouteName; verbo: string; handle: RequestHandler };

function serve(router: Router, address: string, { verbo: verb, handle }: RestRoute): void {
  if (verb === "GET") router.get(address, handle);
  else if (verb === "PUT") router.put(address, handle);
  else if (verb === "POST") router.post(address, handle);
  else router.delete(address, handle);
}

/** Paths with their routes; fixed words before params, so that /notas/abertas is not an id. */
function routesByPath(): [string, RouteName[]][] {
  const paths = new Map<string, RouteName[]>();
  for (const name of ROUTES) {
    const path = name.slice(name.indexOf(" ") + 1);
    paths.set(path, [...(paths.get(path) ?? []), name]);
  }
  const rank = (path: string): string => path.replaceAll("{", "~");
  return [...paths].toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

function createRoute(app: AppContext, name: RouteName, limites: ApiLimits): RestRoute {
  const row = getRestRow(name);
  const read = createInputReader(row);
  const verb = name.slice(0, name.indexOf(" "));
  const isArquivo = row.responde.tipo === "arquivo";
  const handle: RequestHandler = async (req, res) => {
    countCall(app, res, name);
    const medida = { isArquivo, limites, tell: setRateLimitHeaders(res), todos: true };
    const ctx = await admitRoute(app, { req, res }, { name, row, medida });
    const zona = zoneOfUf(ctx.caller.contaUf);
    const entrada = read(req, { zona });
    if (row.formulario === undefined) {
      const body = await readBody(row, req, res);
      const settled = await stripReadOnlyBody(ctx, row, { body, caminho: entrada.caminho });
      entrada.corpo = parseBody(row, settled, zona);
    }
    await answerRoute({ req, res }, { name, row, ctx, entrada });
  };
  return { name, verbo: verb, handle };
}

/** Counts a call and names it in the request's log line. */
function countCall({ metrics }: AppContext, res: Response, name: RouteName): void {
  const began = performance.now();
  res.locals.metodos = [name];
  res.once("close", () => {
    metrics.recordCall({ metodo: name, fim: metricResultOf(res.statusCode), ms: performance.now() - began });
  });
}

/** Admits the caller of a route.   @throws {Unauthorized}   @throws {Refusal} */
async function admitRoute(
  app: AppContext,
  { req, res }: { req: Request; res: Response },
  { name, row, medida }: { name: RouteName; row: RestRow; medida: Counting },
): Promise<SignedInContext> {
  const visit = readVisit(req, res, app.config);
  const method = row.gemeo === null ? null : getMethodRow(row.gemeo);
  return await admitToContext(
    { ...app, visit },
    {
      token: readBearer(req),
      name: name,
      access: method?.access ?? row.acesso ?? "manager",
      scope: row.escopo,
      counting: medida,
      recent: method?.recente,
      ...(method?.person === true ? { person: true } : {}),
    },
  );
}

async function readBody(row: RestRow, req: Request, res: Response): Promise<unknown> {
  if (row.corpo === undefined) {
    if (hasBody(req)) throw new Problem(400, "restComCorpo", { headers: { Connection: "close" } });
    return null;
  }
  const body = await readJsonBody(req, res);
  if (body === undefined) throw new Problem(400, "restSemCorpo");
  return body;
}

function parseBody(row: RestRow, body: unknown, zona: string): unknown {
  return row.corpo === undefined ? null : readBounded(row.corpo, body, { limit: paramsLimitOf(row), zona });
}

function refuseVerb(names: readonly RouteName[]): RequestHandler {
  const verbs = names.map((name) => name.slice(0, name.indexOf(" ")));
  const allow = verbs.flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb])).join(", ");
  return () => {
    throw new Problem(405, "restVerbo", {
      values: { verbos: allow },
      headers: { Allow: allow, Connection: "close" },
    });
  };
}

/** Express recognizes an error handler by its four parameters. */
function concludeWithProblem({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const { problem, bug } = toProblem(error, req.get("authorization") !== undefined);
    const where = { requestId: res.locals.requestId, rotas: res.locals.metodos, err: error };
    if (bug) log.error(where, "erro interno");
    else if (problem.status === 503) log.warn(where, describeOutage(error));
    sendProblem(res, problem);
  };
}

function metricResultOf(status: number) {
  if (status < 400) return "ok";
  if (status === 401) return "sem-sessao";
  if (status === 400 || status === 422) return "parametros";
  if (status === 503) return "indisponivel";
  return status === 500 ? "erro" : "recusada";
}
