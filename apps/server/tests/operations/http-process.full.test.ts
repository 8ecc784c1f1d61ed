import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Wire } from "../setup/wire.ts";
import { createWire, get } from "../setup/wire.ts";

/** The process that `npm start` runs, built by scripts/test.mjs. */
const HTTP = path.resolve(import.meta.dirname, "../../dist/http.mjs");
const ROOT = path.resolve(import.meta.dirname, "../../../..");

let wire: Wire;
let dist: string;

beforeAll(async () => {
  dist = await fs.mkdtemp(path.join(os.tmpdir(), "malote-dist-"));
  await fs.mkdir(path.join(dist, "assets"));
  await fs.writeFile(path.join(dist, "index.html"), "<!doctype html><title>Malote</title>");
  await fs.writeFile(path.join(dist, "assets", "index-abc123.js"), "export {};");
  await fs.writeFile(path.join(dist, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await fs.writeFile(path.join(dist, "..", "malote-segredo.txt"), "segredo");
  wire = await createWire({}, dist);
});
afterAll(async () => {
  await wire.dispose();
  await fs.rm(dist, { recursive: true, force: true });
  await fs.rm(path.join(dist, "..", "malote-segredo.txt"), { force: true });
});

test.each(["/", "/login", "/nota/1?type=E", "/dfe_recebidos", "/services/x"])(
  "the page %s is the SPA, revalidated on each request",
  async (page) => {
    const response = await get(wire, page, { accept: "text/html" });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("<title>Malote")]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'self';script-src 'self';/);
  },
);

test("assets are immutable, and a missing asset is 404 instead of the page", async () => {
  const asset = await get(wire, "/assets/index-abc123.js");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-type")).toMatch(/javascript/);
  const old = await get(wire, "/assets/index-old.js");
  expect([old.status, old.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
  expect((await get(wire, "/favicon.svg")).headers.get("content-type")).toBe("image/svg+xml");
});

test.each([
  "/assets/..%2f..%2fmalote-segredo.txt",
  "/..%2fmalote-segredo.txt",
  "/%2e%2e/malote-segredo.txt",
  "/%zz",
  "/%00",
])("the path %s does not leave the folder of the SPA", async (address) => {
  const response = await get(wire, address, { accept: "text/html" });
  expect(await response.text()).not.toContain("segredo");
  expect(response.status).toBeLessThan(500);
});

test("pages accept only GET and HEAD", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const response = await fetch(`${wire.server.url}/login`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
});

type StartedProcess = { child: ChildProcess; said: () => string; gone: Promise<unknown[]> };

function start(env: Record<string, string>): StartedProcess {
  const child = spawn(process.execPath, ["--enable-source-maps", HTTP], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: wire.config.databaseUrl,
      DATA_DIR: wire.config.dataDir,
      MALOTE_KEY: wire.config.chave.toString("base64"),
      ...env,
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  return { child, said: () => text, gone: once(child, "exit") };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the http process reports when it is ready, answers, and exits with 0 on SIGTERM", async () => {
  const port = await freePort();
  const { child, gone: ended, said: output } = start({ PORT: String(port) });
  await Promise.race([
    once(child, "message"),
    ended.then(() => {
      throw new Error(output());
    }),
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/saude`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("the http process exits when its parent disconnects", async () => {
  const { child, gone: ended } = start({ PORT: String(await freePort()) });
  await once(child, "message");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

test.each([
  ["a busy port", async () => ({ PORT: String(wire.server.port) }), /A porta \d+ já está em uso/],
  ["an address of another machine", async () => ({ HOST: "192.0.2.1" }), /não é desta máquina/],
  [
    "a database that is away",
    async () => ({ DATABASE_URL: "postgresql://a@127.0.0.1:1/x" }),
    /banco de dados não respondeu/,
  ],
  ["proxies nobody named", async () => ({ TRUST_PROXY: "true" }), /TRUST_PROXY=true não serve/],
])(
  "with %s the http process prints a Portuguese error message and exits with 1",
  async (_name, env, sentence) => {
    const { gone: ended, said: output } = start({ PORT: "0", ...(await env()) } as Record<string, string>);
    expect(await ended).toEqual([1, null]);
    expect(output()).toMatch(sentence);
    expect(output()).not.toMatch(/\n\s+at /);
  },
);
