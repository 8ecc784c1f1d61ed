import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
/** @import net from "node:net" */
import { afterEach, describe, expect, test } from "vitest";
import { anyPort } from "../run/ports.mjs";
import { openSlowNetwork } from "../testing/slow-network.mjs";

/** @type {(() => unknown)[]} */
const closers = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that returns the body of each request. */
async function openEcho() {
  const server = http.createServer((request, response) => request.pipe(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (server.address()).port}`;
}

const cleanup = { defer: (/** @type {() => unknown} */ step) => void closers.push(step) };
const digest = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes).digest("hex");

describe("a simulated slow network", () => {
  test("the slow network delivers everything unchanged and in order", async () => {
    const url = await openSlowNetwork(cleanup, await openEcho(), 6);
    const bodies = Array.from({ length: 8 }, () => randomBytes(10_000));
    const answers = bodies.map(async (body) => {
      const answer = await fetch(url, { method: "POST", body });
      return digest(Buffer.from(await answer.arrayBuffer()));
    });
    expect(await Promise.all(answers)).toEqual(bodies.map(digest));
  });

  test("the slow network closes the connection when the server is unreachable", async () => {
    const freePort = await anyPort();
    const url = await openSlowNetwork(cleanup, `http://127.0.0.1:${freePort}`, 7);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });
});
