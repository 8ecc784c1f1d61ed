import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpApp } from "../../src/http/create-app.ts";
import { listen } from "../../src/http/listen.ts";
import { createChangeWatch } from "../../src/services/live/change-watch.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, get, post, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const PATH = "/Services/novidades/fluxo";

let wire: Wire;
let ana: SignedInUser;
let bia: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  bia = await signInNewUser(wire);
});
afterAll(async () => await wire.dispose());

const ends: (() => void)[] = [];

/** Opens the stream of a user, on a connection of its own, and collects what it says. */
async function follow(user: SignedInUser, url = wire.server.url) {
  const stream = { status: 0, said: "", ended: false, leave: () => void request.destroy() };
  const request = http.get(url + PATH, { headers: { authorization: `Bearer ${user.token}` }, agent: false });
  request.on("error", () => undefined);
  request.on("response", (response) => {
    stream.status = response.statusCode ?? 0;
    response.on("data", (bytes: Buffer) => (stream.said += bytes.toString()));
    response.on("error", () => undefined);
    response.on("end", () => (stream.ended = true));
  });
  ends.push(stream.leave);
  await expect.poll(() => stream.said).not.toBe("");
  return stream;
}

const changesOf = ({ said }: { said: string }): number => said.split("event: mudou").length - 1;

test("an open page learns that documents of its conta changed, without any data, and no page of another conta does", async () => {
  const [ofAna, ofBia] = [await follow(ana), await follow(bia)];
  // The first look only learns what is there.
  await sleep(1_500);
  await insertNotas(wire, ana.contaId, [inventNota()]);
  await expect.poll(() => changesOf(ofAna)).toBe(1);
  await sleep(2_500);
  expect([changesOf(ofAna), changesOf(ofBia)]).toEqual([1, 0]);
  expect(ofAna.said.replaceAll(": aqui\n\n", "")).toBe("event: mudou\ndata:\n\n");
  for (const end of ends.splice(0)) end();
});

test("the stream needs the session of a person", async () => {
  expect((await get(wire, PATH)).status).toBe(401);
  expect((await get(wire, PATH, { authorization: "Bearer nada" })).status).toBe(401);
  const apiToken = { nome: "ERP", escopos: ["notas:ler" as const], empresas: null };
  const { object } = await ana.call("ApiToken.saveApiToken", { apiToken });
  const { token } = object as { token: string };
  expect((await get(wire, PATH, { authorization: `Bearer ${token}` })).status).toBe(403);
  expect((await post(wire, {}, { path: PATH })).status).toBe(405);
});

test("one user follows with at most eight pages; a page that leaves makes room", async () => {
  const streams = [];
  for (let n = 0; n < 8; n++) streams.push(await follow(ana));
  const refused = await get(wire, PATH, { authorization: `Bearer ${ana.token}` });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  streams[0]?.leave();
  await expect
    .poll(async () => {
      return (await follow(ana)).status;
    })
    .toBe(200);
  for (const end of ends.splice(0)) end();
});

test("a process that stops ends its streams, so that it need not wait for them", async () => {
  const changes = createChangeWatch(wire.ctx);
  const server = await listen(createHttpApp(wire.ctx, { changes }), { host: "127.0.0.1", port: 0 });
  const stream = await follow(bia, server.url);
  changes.stop();
  await expect.poll(() => stream.ended).toBe(true);
  await server.stop();
});
