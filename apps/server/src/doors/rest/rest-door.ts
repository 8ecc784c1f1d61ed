import {
  getMethodRow,
  getRestRow,
  paramsLimitOf,
  type RestRow,
  ROTAS,
  type RotaName,
} from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { Router } from "express";
import type { AppContext } from "../../app-context.ts";
import { describeAway } from "../../espera.ts";
import { enterAs } from "../../rpc/act-as.ts";
import type { Entrada } from "../../rpc/admit.ts";
import { LIMITES_API, type LimitesApi } from "../../services/api-token/limite-api.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { readBearer, readVisit } from "../visit.ts";
import { answerRota } from "./answer-rota.ts";
import { Problema, sendProblema, toProblema } from "./problema.ts";
import { createLeitura, hasBody, readBounded, readJsonBody } from "./read-entrada.ts";
import { serveReferencia } from "./referencia-door.ts";
import { settleCorpo } from "./settle-corpo.ts";
import { tellLimite } from "./tell-limite.ts";

/** Limits of REST; others only in tests. */
export type RestOptions = { limitesRest?: LimitesApi };

/** `/Services/rest/v1`: one route per entry of REST, ordered so that none hides another. */
export function createRestDoor(app: AppContext, { limitesRest = LIMITES_API }: RestOptions = {}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [caminho, names] of byCaminho()) {
    const address = caminho.replace(/\{(\w+)\}/g, ":$1");
    for (const name of names) serve(router, address, createRota(app, name, limitesRest));
    router.all(address, refuseVerbo(names));
  }
  serveReferencia(router, app);
  router.use(() => {
    throw new Problema(404, "restEndereco");
  });
  router.use(concludeProblema(app));
  return router;
}

type Medida = NonNullable<Entrada["medida"]>;
type Rota = { name: RotaName; verbo: string; handle: RequestHandler };

function serve(router: Router, address: string, { verbo, handle }: Rota): void {
  if (verbo === "GET") router.get(address, handle);
  else if (verbo === "PUT") router.put(address, handle);
  else if (verbo === "POST") router.post(address, handle);
  else router.delete(address, handle);
}

/** Paths with their routes; fixed words before params, so that /notas/abertas is not an id. */
function byCaminho(): [string, RotaName[]][] {
  const paths = new Map<string, RotaName[]>();
  for (const name of ROTAS) {
    const caminho = name.slice(name.indexOf(" ") + 1);
    paths.set(caminho, [...(paths.get(caminho) ?? []), name]);
  }
  const rank = (caminho: string): string => caminho.replaceAll("{", "~");
  return [...paths].toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

function createRota(app: AppContext, name: RotaName, limites: LimitesApi): Rota {
  const row = getRestRow(name);
  const read = createLeitura(row);
  const verbo = name.slice(0, name.indexOf(" "));
  const isArquivo = row.responde.tipo === "arquivo";
  const handle: RequestHandler = async (req, res) => {
    tellChamada(app, res, name);
    const medida = { isArquivo, limites, tell: tellLimite(res), todos: true };
    const ctx = await enter(app, { req, res }, { name, row, medida });
    const zona = zonaOfUf(ctx.caller.contaUf);
    const entrada = read(req, { zona });
    if (row.formulario === undefined) {
      const body = await readBody(row, req, res);
      const settled = await settleCorpo(ctx, row, { body, caminho: entrada.caminho });
      entrada.corpo = readCorpo(row, settled, zona);
    }
    await answerRota({ req, res }, { name, row, ctx, entrada });
  };
  return { name, verbo, handle };
}

/** Counts a call and names it in the request's log line. */
function tellChamada({ medidas }: AppContext, res: Response, name: RotaName): void {
  const began = performance.now();
  res.locals.metodos = [name];
  res.once("close", () => {
    medidas.chamada({ metodo: name, fim: fimOf(res.statusCode), ms: performance.now() - began });
  });
}

/** Admits the caller of a route.   @throws {Unauthorized}   @throws {Refusal} */
async function enter(
  app: AppContext,
  { req, res }: { req: Request; res: Response },
  { name, row, medida }: { name: RotaName; row: RestRow; medida: Medida },
): Promise<SignedInContext> {
  const visit = readVisit(req, res, app.config);
  const gemeo = row.gemeo === null ? null : getMethodRow(row.gemeo);
  return await enterAs(
    { ...app, visit },
    {
      token: readBearer(req),
      nome: name,
      access: gemeo?.access ?? row.acesso ?? "manager",
      escopo: row.escopo,
      medida,
      recente: gemeo?.recente,
      ...(gemeo?.person === true ? { person: true } : {}),
    },
  );
}

async function readBody(row: RestRow, req: Request, res: Response): Promise<unknown> {
  if (row.corpo === undefined) {
    if (hasBody(req)) throw new Problema(400, "restComCorpo", { headers: { Connection: "close" } });
    return null;
  }
  const body = await readJsonBody(req, res);
  if (body === undefined) throw new Problema(400, "restSemCorpo");
  return body;
}

function readCorpo(row: RestRow, body: unknown, zona: string): unknown {
  return row.corpo === undefined ? null : readBounded(row.corpo, body, { limit: paramsLimitOf(row), zona });
}

function refuseVerbo(names: readonly RotaName[]): RequestHandler {
  const verbos = names.map((name) => name.slice(0, name.indexOf(" ")));
  const allow = verbos.flatMap((verbo) => (verbo === "GET" ? ["GET", "HEAD"] : [verbo])).join(", ");
  return () => {
    throw new Problema(405, "restVerbo", {
      values: { verbos: allow },
      headers: { Allow: allow, Connection: "close" },
    });
  };
}

/** Express recognizes an error handler by its four parameters. */
function concludeProblema({ log }: AppContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const { problema, bug } = toProblema(error, req.get("authorization") !== undefined);
    const where = { requestId: res.locals.requestId, rotas: res.locals.metodos, err: error };
    if (bug) log.error(where, "erro interno");
    else if (problema.status === 503) log.warn(where, describeAway(error));
    sendProblema(res, problema);
  };
}

function fimOf(status: number) {
  if (status < 400) return "ok";
  if (status === 401) return "sem-sessao";
  if (status === 400 || status === 422) return "parametros";
  if (status === 503) return "indisponivel";
  return status === 500 ? "erro" : "recusada";
}
