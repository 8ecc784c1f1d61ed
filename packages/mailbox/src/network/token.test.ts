import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { FailureCause } from "../failure/outage.ts";
import { createCertificate } from "../tests/certificates.ts";
import { DEFAULT_NETWORK } from "./endpoint.ts";
import { fetchToken, type OAuthConfig } from "./token.ts";

const SERVER = "login.exemplo.com.br";
const ROOT = createCertificate({ dns: "AC Inventada", ca: true }, null);
const GOOD = createCertificate({ dns: SERVER }, { nome: "AC Inventada", key: ROOT.key });
const NETWORK = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 2000,
  ociosoMs: 400,
  totalMs: 2000,
  trustedCas: [ROOT.cert],
};
const SECRETS = ["segredo-do-cliente", "token-de-renovar"];

type TestResponse = { status?: number; headers?: Record<string, string>; corpo: string };
type RecordedRequest = {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  corpo: URLSearchParams;
};

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

async function start(
  reply: TestResponse | "nunca",
  certificado = GOOD,
): Promise<{ url: string; pedidos: RecordedRequest[] }> {
  const pedidos: RecordedRequest[] = [];
  const server = createServer({ key: certificado.key, cert: certificado.cert }, (incoming, outgoing) => {
    let body = "";
    incoming.on("data", (chunk) => {
      body += String(chunk);
    });
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      pedidos.push({ method, url, headers, corpo: new URLSearchParams(body) });
      if (reply === "nunca") return;
      outgoing.writeHead(reply.status ?? 200, reply.headers);
      outgoing.end(reply.corpo);
    });
  });
  server.on("secureConnection", (socket) => sockets.add(socket));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `https://${SERVER}:${port}/comum/token?v=2`, pedidos };
}

const toLoopback = async (): Promise<string[]> => ["127.0.0.1"];

function oauthAt(tokenUrl: string, extra: Partial<OAuthConfig> = {}): OAuthConfig {
  return {
    tokenUrl,
    clientId: "malote",
    clientSecret: "segredo-do-cliente",
    refreshToken: "token-de-renovar",
    escopo: "correio",
    ...extra,
  };
}

const GOOD_RESPONSE = {
  corpo: JSON.stringify({ access_token: "novo", expires_in: 3599, token_type: "Bearer" }),
};

test("exchanges a refresh token for an access token", async () => {
  const { url, pedidos } = await start(GOOD_RESPONSE);
  const before = Date.now();
  const token = await fetchToken(oauthAt(url), NETWORK, toLoopback);
  expect(token).toMatchObject({ token: "novo", refreshToken: null });
  expect(token.venceEm.getTime() - before).toBeGreaterThan(3_590_000);
  expect(token.venceEm.getTime() - before).toBeLessThan(3_610_000);
  expect(pedidos[0]).toMatchObject({ method: "POST", url: "/comum/token?v=2" });
  expect(Object.fromEntries(pedidos[0]?.corpo ?? [])).toEqual({
    client_id: "malote",
    client_secret: "segredo-do-cliente",
    grant_type: "refresh_token",
    refresh_token: "token-de-renovar",
    scope: "correio",
  });
});

test("returns the new refresh token when the provider changes it", async () => {
  const { url } = await start({ corpo: JSON.stringify({ access_token: "novo", refresh_token: "outro" }) });
  expect((await fetchToken(oauthAt(url), NETWORK, toLoopback)).refreshToken).toBe("outro");
});

test("a mailbox without a refresh token uses client credentials", async () => {
  const { url, pedidos } = await start(GOOD_RESPONSE);
  await fetchToken(oauthAt(url, { refreshToken: null, escopo: "" }), NETWORK, toLoopback);
  expect(Object.fromEntries(pedidos[0]?.corpo ?? [])).toEqual({
    client_id: "malote",
    client_secret: "segredo-do-cliente",
    grant_type: "client_credentials",
  });
});

describe("an invalid response is an outage without secrets", () => {
  const json = (value: unknown): string => JSON.stringify(value);
  test.each<[string, TestResponse | "nunca", FailureCause]>([
    ["a revoked grant", { status: 400, corpo: json({ error: "invalid_grant" }) }, "autorizacao"],
    ["a wrong client", { status: 401, corpo: json({ error: "invalid_client" }) }, "autorizacao"],
    ["401 and no reason", { status: 401, corpo: "" }, "autorizacao"],
    ["a provider failure", { status: 503, corpo: "later" }, "recusada"],
    ["too many requests", { status: 429, corpo: "{}" }, "recusada"],
    ["an echo of the secrets", { status: 400, corpo: json({ error: SECRETS.join() }) }, "protocolo"],
    ["a redirection", { status: 302, headers: { location: "https://10.0.0.1/" }, corpo: "" }, "protocolo"],
    ["an HTML page", { corpo: "<html>entre</html>" }, "protocolo"],
    ["no token", { corpo: json({ token_type: "Bearer" }) }, "protocolo"],
    ["a token that is not a string", { corpo: json({ access_token: 7 }) }, "protocolo"],
    ["JSON that is not an object", { corpo: "null" }, "protocolo"],
    ["an oversized response", { corpo: "x".repeat(100_000) }, "protocolo"],
    ["a truncated response", { headers: { "content-length": "999" }, corpo: "{" }, "interrompida"],
    ["silence", "nunca", "tempo"],
  ])("a token response is an outage without secrets: %s", async (_, reply, causa) => {
    const { url } = await start(reply);
    const error: unknown = await fetchToken(oauthAt(url), NETWORK, toLoopback).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "MailOutage", causa });
    const seen = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ""}`;
    for (const secret of SECRETS) expect(seen).not.toContain(secret);
  });
});

describe("the token endpoint is checked like a mail server", () => {
  test.each([
    "http://login.exemplo.com.br/token",
    "https://ana:segredo@login.exemplo.com.br/token",
    "ftp://login.exemplo.com.br/",
    "login.exemplo.com.br",
    "",
  ])("refuses the token URL %j", async (url) => {
    await expect(fetchToken(oauthAt(url), DEFAULT_NETWORK, toLoopback)).rejects.toMatchObject({
      causa: "autorizacao",
      codigo: "token-estranho",
    });
  });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://localhost/",
    "https://login.exemplo.com.br/",
    "https://8.8.8.8:993/",
  ])("forbids the token URL %s", async (url) => {
    await expect(fetchToken(oauthAt(url), DEFAULT_NETWORK, toLoopback)).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  });

  test("sends nothing to an untrusted certificate", async () => {
    const { url, pedidos } = await start(GOOD_RESPONSE, createCertificate({ dns: SERVER }, null));
    await expect(fetchToken(oauthAt(url), NETWORK, toLoopback)).rejects.toMatchObject({ causa: "tls" });
    expect(pedidos).toEqual([]);
  });

  test("resolves the name of the token endpoint once", async () => {
    const { url } = await start(GOOD_RESPONSE);
    let asked = 0;
    await fetchToken(oauthAt(url), NETWORK, async () => {
      asked++;
      return ["127.0.0.1"];
    });
    expect(asked).toBe(1);
  });
});
