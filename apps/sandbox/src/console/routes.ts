import { DAY_MS } from "@malote/syntax";
import { type ErrorRequestHandler, type Express, json, type RequestHandler, raw } from "express";
import { UnknownScenarioError } from "../scenarios/scenarios.ts";
import { addMailRoutes } from "./mail-routes.ts";
import { readField, refuse } from "./request.ts";
import { addSefazRoutes } from "./sefaz-routes.ts";
import { type ConsoleContext, describeState } from "./state.ts";

export type ConsoleActions = ConsoleContext & {
  playScenario(nome: string): Promise<{ chaves: string[] }>;
};

const EMAIL_MAX = "50mb";
const SHIFT_MAX_MS = 366 * DAY_MS;

/** The HTTP API of the console: JSON, with a Portuguese `mensagem` on refusal. */
export function addRoutes(app: Express, consoleActions: ConsoleActions): void {
  app.get("/estado", (_request, response) => {
    response.json(describeState(consoleActions));
  });
  app.post("/cenarios/:nome", async (request, response) => {
    response.json(await consoleActions.playScenario(request.params.nome));
  });
  app.post("/emails", raw({ type: () => true, limit: EMAIL_MAX }), putEmail(consoleActions));
  app.post("/correio-vivo", json(), turnLiveMail(consoleActions));
  app.post("/relogio", json(), moveClock(consoleActions));
  addMailRoutes(app, consoleActions);
  addSefazRoutes(app, consoleActions);
  app.use((_request, response) => {
    response.status(404).json({ mensagem: "Não há nada neste endereço do console." });
  });
  app.use(answerError);
}

/** Delivers to INBOX, or to the folder in `?pasta=`. */
function putEmail({ correio: mail }: ConsoleActions): RequestHandler {
  return (request, response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body) || body.length === 0)
      return refuse(response, 400, "Envie no corpo a mensagem completa (message/rfc822).");
    const { pasta: folder = mail.folders[0]?.nome } = request.query;
    const chosen = mail.folders.find(({ nome }) => nome === folder);
    if (!chosen) return refuse(response, 404, "A caixa não tem esta pasta.");
    chosen.caixa.put(body);
    response.status(201).json({ tamanho: body.length });
  };
}

/** `{ ligado: boolean }` */
function turnLiveMail({ liveMail }: ConsoleActions): RequestHandler {
  return (request, response) => {
    const on = readField(request.body, "ligado");
    if (typeof on !== "boolean") return refuse(response, 400, "Informe em ligado true ou false.");
    liveMail.turn(on);
    response.json({ ligado: liveMail.isOn, enviados: liveMail.sent });
  };
}

function moveClock({ clock }: ConsoleActions): RequestHandler {
  return (request, response) => {
    const ms = readField(request.body, "avancarMs");
    if (ms === null) clock.reset();
    else if (typeof ms === "number" && Math.abs(ms) <= SHIFT_MAX_MS) clock.advance(ms);
    else
      return refuse(
        response,
        400,
        "Informe em avancarMs quantos milissegundos avançar (null volta à hora atual).",
      );
    response.json({ agora: clock.now().toISOString(), deslocamentoMs: clock.deslocamentoMs });
  };
}

const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (error instanceof UnknownScenarioError) {
    response.status(404).json({ mensagem: `Não há cenário com o nome “${error.message}”.` });
    return;
  }
  const status: unknown = error?.status;
  if (status === 413) response.status(413).json({ mensagem: "A mensagem passa de 50 MB." });
  else if (typeof status === "number" && status < 500)
    response.status(status).json({ mensagem: "Pedido inválido." });
  else {
    process.stderr.write(
      `Erro no console do sandbox: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    response.status(500).json({ mensagem: "Erro interno do console." });
  }
};
