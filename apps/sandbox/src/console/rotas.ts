import { type ErrorRequestHandler, type Express, json, type RequestHandler, raw } from "express";
import { FALHAS_CORREIO } from "../correio/falhas.ts";
import { UnknownCenarioError } from "../scenarios/scenarios.ts";
import { FALHAS_SEFAZ } from "../sefaz/falhas.ts";
import { describeEstado, type Mundo } from "./estado.ts";

export type Acoes = Mundo & {
  playCenario(nome: string): Promise<{ chaves: string[] }>;
  putEmail(raw: Uint8Array): void;
};

const EMAIL_MAX = "50mb";
const SHIFT_MAX_MS = 366 * 86_400_000;

/** The console's own small wire: JSON out, a Portuguese `mensagem` when something is refused. */
export function addRotas(app: Express, acoes: Acoes): void {
  app.get("/estado", (_request, response) => {
    response.json(describeEstado(acoes));
  });
  app.get("/enviados/:id", readEnviado(acoes));
  app.post("/cenarios/:nome", async (request, response) => {
    response.json(await acoes.playCenario(request.params.nome));
  });
  app.post("/emails", raw({ type: () => true, limit: EMAIL_MAX }), putEmail(acoes));
  app.post("/sefaz/falha", json(), setFalhaSefaz(acoes));
  app.post("/correio/falha", json(), setFalhaCorreio(acoes));
  app.post("/relogio", json(), moveRelogio(acoes));
  app.use((_request, response) => {
    response.status(404).json({ mensagem: "Não há nada neste endereço do console." });
  });
  app.use(answerError);
}

function readEnviado({ correio }: Acoes): RequestHandler<{ id: string }> {
  return (request, response) => {
    const enviado = correio.enviados.find(Number(request.params.id));
    if (!enviado) {
      response.status(404).json({ mensagem: "Este e-mail já não está guardado." });
      return;
    }
    const { raw: bytes, ...rest } = enviado;
    response.json({ ...rest, original: bytes.toString("utf8") });
  };
}

function putEmail({ putEmail: put }: Acoes): RequestHandler {
  return (request, response) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body) || body.length === 0) {
      response.status(400).json({ mensagem: "Envie no corpo a mensagem crua (message/rfc822)." });
      return;
    }
    put(body);
    response.status(201).json({ tamanho: body.length });
  };
}

function setFalhaSefaz({ sefaz }: Acoes): RequestHandler {
  return (request, response) => {
    const falha = FALHAS_SEFAZ.find((candidate) => candidate === readField(request.body, "falha"));
    if (!falha) return refuseFalha(response);
    sefaz.setFalha(falha);
    response.json({ falha });
  };
}

function setFalhaCorreio({ correio }: Acoes): RequestHandler {
  return async (request, response) => {
    const falha = FALHAS_CORREIO.find((candidate) => candidate === readField(request.body, "falha"));
    if (!falha) return refuseFalha(response);
    await correio.setFalha(falha);
    response.json({ falha });
  };
}

function moveRelogio({ clock }: Acoes): RequestHandler {
  return (request, response) => {
    const ms = readField(request.body, "avancarMs");
    if (ms === null) clock.reset();
    else if (typeof ms === "number" && Math.abs(ms) <= SHIFT_MAX_MS) clock.advance(ms);
    else {
      response
        .status(400)
        .json({ mensagem: "Diga em avancarMs quantos milissegundos avançar (null volta à hora certa)." });
      return;
    }
    response.json({ agora: clock.now().toISOString(), deslocamentoMs: clock.deslocamentoMs });
  };
}

function refuseFalha(response: Parameters<RequestHandler>[1]): void {
  response.status(400).json({ mensagem: "Esta falha não existe." });
}

function readField(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  return Object.entries(body).find(([key]) => key === name)?.[1];
}

const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (error instanceof UnknownCenarioError) {
    response.status(404).json({ mensagem: `Não há cenário com o nome “${error.message}”.` });
    return;
  }
  const status: unknown = error?.status;
  if (status === 413) response.status(413).json({ mensagem: "A mensagem passa de 50 MB." });
  else if (typeof status === "number" && status < 500)
    response.status(status).json({ mensagem: "Pedido malfeito." });
  else {
    process.stderr.write(
      `Erro no console do sandbox: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    response.status(500).json({ mensagem: "Erro interno do console." });
  }
};
