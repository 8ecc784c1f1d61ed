import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { closeServer, LOOPBACK, listenNear } from "../listen.ts";
import type { SegredosOauth, Tokens } from "./oauth-tokens.ts";
import type { ParTls } from "./servidor.ts";

/** Faults of the token endpoint: refuse the client, be unavailable (503), or send no answer. */
export const FALHAS_OAUTH = ["nenhuma", "recusar", "fora-do-ar", "sem-resposta"] as const;
export type FalhaOauth = (typeof FALHAS_OAUTH)[number];

/** The OAuth settings of a caixa. */
export type ClienteOauth = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  escopo: string;
};

/** The token endpoint of the demo mail provider. */
export type Oauth = {
  readonly porta: number;
  readonly cliente: ClienteOauth;
  falha: FalhaOauth;
  /** Lifetime of tokens issued from now on, in ms. */
  validadeMs: number;
  /** Issues a token as the endpoint does. */
  issueToken(): string;
  readonly contadores: { emitidos: number; recusados: number };
  stop(): Promise<void>;
};

type Resultado = { status: number; body: Record<string, unknown> };

const CLIENT_ID = "malote-demonstracao";
const ESCOPO = "https://correio.casa.example/.default offline_access";
const VALIDADE_MS = 3_600_000;
const BODY_MAX = 16_384;
const CAMINHO = "/token";

/** @source RFC 6749 §4.4 (client_credentials), §5 (answers), §6 (refresh_token) */
export async function startOauth(o: {
  segredos: SegredosOauth;
  tokens: Tokens;
  certificado: ParTls;
  porta: number;
}): Promise<Oauth> {
  const { segredos, tokens } = o;
  const { chavePem: key, certificadoPem: cert } = o.certificado;
  const contadores = { emitidos: 0, recusados: 0 };
  const server = createServer({ key, cert, minVersion: "TLSv1.2" }, (request, response) => {
    if (oauth.falha === "sem-resposta") return;
    readForm(request).then(
      (form) => {
        const resultado = answer(request, form, oauth);
        if (resultado.status === 200) contadores.emitidos += 1;
        else contadores.recusados += 1;
        write(response, resultado);
      },
      () => request.destroy(),
    );
  });
  server.on("tlsClientError", () => undefined);
  const porta = await listenNear(server, o.porta);
  const { clientSecret, refreshToken } = segredos;
  const tokenUrl = `https://${LOOPBACK}:${porta}${CAMINHO}`;
  const oauth: Oauth = {
    porta,
    cliente: { tokenUrl, clientId: CLIENT_ID, clientSecret, refreshToken, escopo: ESCOPO },
    falha: "nenhuma",
    validadeMs: VALIDADE_MS,
    issueToken: () => tokens.issue(oauth.validadeMs),
    contadores,
    stop: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
  return oauth;
}

function answer(request: IncomingMessage, form: URLSearchParams, oauth: Oauth): Resultado {
  if (oauth.falha === "fora-do-ar") return refuse(503, "temporarily_unavailable");
  if (request.method !== "POST" || request.url !== CAMINHO) return refuse(404, "invalid_request");
  const { clientId, clientSecret, refreshToken, escopo } = oauth.cliente;
  const cliente = readCliente(request, form);
  if (cliente.id !== clientId || cliente.secret !== clientSecret) return refuse(401, "invalid_client");
  if (oauth.falha === "recusar") return refuse(400, "invalid_grant");
  const grant = form.get("grant_type");
  const issued = {
    token_type: "Bearer",
    access_token: oauth.issueToken(),
    expires_in: Math.round(oauth.validadeMs / 1000),
    scope: escopo,
  };
  if (grant === "client_credentials") return { status: 200, body: issued };
  if (grant !== "refresh_token") return refuse(400, "unsupported_grant_type");
  if (form.get("refresh_token") !== refreshToken) return refuse(400, "invalid_grant");
  return { status: 200, body: { ...issued, refresh_token: refreshToken } };
}

/** Client credentials from HTTP Basic or from the form.   @source RFC 6749 §2.3.1 */
function readCliente(request: IncomingMessage, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic === undefined)
    return { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
  const [id = "", ...secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return { id: decodeForm(id), secret: decodeForm(secret.join(":")) };
}

function decodeForm(text: string): string {
  return new URLSearchParams(`v=${text}`).get("v") ?? "";
}

function refuse(status: number, error: string): Resultado {
  return { status, body: { error, error_description: "Recusado pelo provedor de demonstração." } };
}

function write(response: ServerResponse, { status, body }: Resultado): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_MAX) throw new RangeError("form too large");
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
