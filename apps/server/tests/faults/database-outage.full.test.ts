import net from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isUnavailable } from "../../src/errors.ts";
import { createTestContext } from "../setup/context.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { get, openWire, post, rpc, signIn, signInNewUser } from "../setup/wire.ts";

/** A proxy to the database whose connections a test can cut. */
type DatabaseProxy = { port: number; cut(): Promise<void>; mend(): Promise<void> };

let databaseProxy: DatabaseProxy;
let wire: Wire;
let ana: SignedInUser;
const lines: string[] = [];

beforeAll(async () => {
  const direct = process.env.TEST_DATABASE_URL ?? "";
  databaseProxy = await openDatabaseProxy(new URL(direct));
  const through = new URL(direct);
  through.host = `127.0.0.1:${databaseProxy.port}`;
  process.env.TEST_DATABASE_URL = through.href;
  const context = await createTestContext();
  process.env.TEST_DATABASE_URL = direct;
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  wire = await openWire({ ...context, ctx: { ...context.ctx, log: pino({ level: "trace" }, sink) } });
  ana = await signInNewUser(wire);
});
afterAll(async () => {
  await wire.dispose();
  await databaseProxy.cut();
});

async function openDatabaseProxy(to: URL): Promise<DatabaseProxy> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((clientSocket) => {
    const serverSocket = net.connect(Number(to.port || 5432), to.hostname);
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        clientSocket.destroy();
        serverSocket.destroy();
        sockets.delete(socket);
      });
    }
    clientSocket.pipe(serverSocket).pipe(clientSocket);
  });
  const open = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  await open(0);
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    mend: () => open(port),
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function atLevel(level: number): Record<string, unknown>[] {
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.level === level);
}

test("a bug answers Internal error with only the request id, and is logged once under that id", async () => {
  await insertNotas(wire, ana.contaId, [inventNota()]);
  await wire.asOwner("ALTER TABLE nota RENAME TO nota_de_ontem");
  lines.length = 0;
  try {
    const call = { id: 4, method: "Nota.getListNota", params: {}, authToken: ana.token };
    const response = await post(wire, call);
    const requestId = response.headers.get("x-request-id");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      id: 4,
      result: null,
      error: { code: -32603, message: "Internal error", data: { requestId } },
    });
    expect(atLevel(50)).toMatchObject([{ requestId, method: "Nota.getListNota", err: { code: "42P01" } }]);
    const file = await get(wire, "/Services/downloadDFe?id=01a1f883-9227-7237-a8c2-d4d895a8d711", {
      authorization: `Bearer ${ana.token}`,
    });
    expect(file.status).toBe(500);
    expect(await file.text()).not.toMatch(/nota_|relation|SELECT|\.ts/);
    const batch = await post(wire, [
      { jsonrpc: "2.0", ...call },
      { jsonrpc: "2.0", ...call, id: 5, method: "Usuario.getUsuarioAtual" },
    ]);
    expect([batch.status, await batch.json()]).toMatchObject([
      200,
      [
        { id: 4, error: { code: -32603 } },
        { id: 5, result: { sucesso: true } },
      ],
    ]);
  } finally {
    await wire.asOwner("ALTER TABLE nota_de_ontem RENAME TO nota");
  }
  expect((await ana.call("Nota.getListNota", {})).totalCount).toBe(1);
});

test("during a database outage every API answers 503 in its own format, and works again afterwards", async () => {
  await databaseProxy.cut();
  lines.length = 0;
  const call = { id: 1, method: "Nota.getListNota", params: {}, authToken: ana.token };
  const response = await post(wire, call);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    id: 1,
    result: null,
    error: { code: -32603, message: "Service unavailable", data: { requestId: expect.any(String) } },
  });
  const login = await signIn(wire, {
    identificador: ana.identificador,
    nomeUsuario: "admin",
    senha: TEST_SENHA,
  });
  expect(login.status).toBe(503);
  const file = await get(wire, "/Services/downloadDFe?id=01a1f883-9227-7237-a8c2-d4d895a8d711", {
    cookie: ana.cookie,
  });
  expect(file.status).toBe(503);
  const health = await get(wire, "/saude");
  expect([health.status, await health.json()]).toEqual([503, { ok: false }]);
  const { database } = wire.ctx;
  const query = database.withConta(ana.contaId, (db) => db.selectFrom("usuario").select("id").execute());
  expect(isUnavailable(await query.catch((error: unknown) => error))).toBe(true);
  expect(atLevel(50)).toEqual([]);
  await databaseProxy.mend();
  expect((await get(wire, "/saude")).status).toBe(200);
  expect((await ana.call("Nota.getListNota", {})).totalCount).toBe(1);
});

test("no log line contains a password, a session token or the file cookie", async () => {
  lines.length = 0;
  const senha = "canario-Senha-1";
  await signIn(wire, { identificador: ana.identificador, nomeUsuario: "admin", senha });
  await post(wire, { id: senha, method: "Auth.sair", params: { senha }, authToken: ana.token });
  await post(wire, `{"authToken":"${ana.token}"`);
  await post(wire, { id: 1, method: senha, authToken: ana.token });
  await get(wire, `/Services/?method=Nota.getListNota&authToken=${ana.token}`, { cookie: ana.cookie });
  await get(wire, `/Services/downloadDFe?id=${ana.token}`, { cookie: ana.cookie });
  await databaseProxy.cut();
  await rpc(wire, { id: 1, method: "Nota.getListNota", params: {}, authToken: ana.token });
  await signIn(wire, { identificador: ana.identificador, nomeUsuario: "admin", senha });
  await databaseProxy.mend();
  expect(lines.length).toBeGreaterThan(2);
  for (const secret of [senha, ana.token, ana.cookie.split("=")[1] ?? "?"]) {
    expect(lines.join("")).not.toContain(secret);
  }
});
