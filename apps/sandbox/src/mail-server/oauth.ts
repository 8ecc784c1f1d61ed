import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { HOUR_MS } from "@malote/syntax";
import { closeServer, LOOPBACK, listenNear } from "../listen.ts";
import type { OauthSecrets, Tokens } from "./oauth-tokens.ts";
import type { TlsKeyPair } from "./protocol-server.ts";

/** Faults of the token endpoint: refuse the client, be unavailable (503), or send no answer. */
export const OAUTH_FAULTS = ["nenhuma", "recusar", "fora-do-ar", "sem-resposta"] as const;
export type OauthFault = (typeof OAUTH_FAULTS)[number];

/** The OAuth settings of a caixa. */
export type OauthClientSettings = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  escopo: string;
};

/** The token endpoint of the demo mail provider. */
export type Oauth = {
  readonly porta: number;
  readonly client: OauthClientSettings;
  fault: OauthFault;
  /** Lifetime of tokens issued from now on, in ms. */
  validadeMs: number;
  /** Issues a token as the endpoint does. */
  issueToken(): string;
  readonly counters: { emitidos: number; recusados: number };
  stop(): Promise<void>;
};

type OauthReply = { status: number; body: Record<string, unknown> };

const CLIENT_ID = "malote-demonstracao";
const ESCOPO = "https://correio.casa.example/.default offline_access";
const TOKEN_LIFETIME_MS = HOUR_MS;
const BODY_MAX = 16_384;
const TOKEN_PATH = "/token";

/** @source RFC 6749 §4.4 (client_credentials), §5 (answers), §6 (refresh_token) */
export async function startOauth(o: {
  secrets: OauthSecrets;
  tokens: Tokens;
  certificado: TlsKeyPair;
  porta: number;
}): Promise<Oauth> {
  const { secrets, tokens } = o;
  const { chavePem: key, certificadoPem: cert } = o.certificado;
  const counters = { emitidos: 0, recusados: 0 };
  const server = createServer({ key, cert, minVersion: "TLSv1.2" }, (request, response) => {
    if (oauth.fault === "sem-resposta") return;
    readForm(request).then(
      (form) => {
        const reply = answer(request, form, oauth);
        if (reply.status === 200) counters.emitidos += 1;
        else counters.recusados += 1;
        write(response, reply);
      },
      () => request.destroy(),
    );
  });
  server.on("tlsClientError", () => undefined);
  const porta = await listenNear(server, o.porta);
  const { clientSecret, refreshToken } = secrets;
  const tokenUrl = `https://${LOOPBACK}:${porta}${TOKEN_PATH}`;
  const oauth: Oauth = {
    porta,
    client: { tokenUrl, clientId: CLIENT_ID, clientSecret, refreshToken, escopo: ESCOPO },
    fault: "nenhuma",
    validadeMs: TOKEN_LIFETIME_MS,
    issueToken: () => tokens.issue(oauth.validadeMs),
    counters,
    stop: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
  return oauth;
}

function answer(request: IncomingMessage, form: URLSearchParams, oauth: Oauth): OauthReply {
  if (oauth.fault === "fora-do-ar") return refuse(503, "temporarily_unavailable");
  if (request.method !== "POST" || request.url !== TOKEN_PATH) return refuse(404, "invalid_request");
  const { clientId, clientSecret, refreshToken, escopo } = oauth.client;
  const cliente = readClient(request, form);
  if (cliente.id !== clientId || cliente.secret !== clientSecret) return refuse(401, "invalid_client");
  if (oauth.fault === "recusar") return refuse(400, "invalid_grant");
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
function readClient(request: IncomingMessage, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic === undefined)
    return { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
  const [id = "", ...secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return { id: decodeForm(id), secret: decodeForm(secret.join(":")) };
}

function decodeForm(text: string): string {
  return new URLSearchParams(`v=${text}`).get("v") ?? "";
}

function refuse(status: number, error: string): OauthReply {
  return { status, body: { error, error_description: "Recusado pelo provedor de demonstração." } };
}

function write(response: ServerResponse, { status, body }: OauthReply): void {
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
