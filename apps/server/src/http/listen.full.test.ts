import net from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "./listen.ts";

const REQUEST_MS = 200;
/** Node's own limit is five minutes. */
const NODE_REQUEST_MS = 30_000;

let server: Listening;
beforeAll(async () => {
  const app = express();
  app.get("/lento", async (_req, res) => {
    await sleep(2 * REQUEST_MS);
    res.send("pronto");
  });
  app.post("/meio", (req, res) => {
    res.write("meia resposta");
    req.resume();
  });
  app.use(express.text(), (req, res) => void res.send(`ouvi ${req.body}`));
  server = await listen(app, { host: "127.0.0.1", port: 0 }, { requestMs: REQUEST_MS });
});
afterAll(() => server.stop());

/**
 * Sends a request whose rest follows later, or never.
 * @returns the response and after how many ms it came
 */
async function speak(first: string, later: { rest: string; ms: number } | null = null) {
  const socket = net.connect(server.port, "127.0.0.1");
  const began = performance.now();
  socket.write(`${first.split("\n").join("\r\n")}`);
  socket.on("error", () => {});
  if (later !== null) setTimeout(() => socket.write(later.rest), later.ms);
  const answer = await text(socket).catch(() => "");
  return { answer, ms: performance.now() - began };
}

const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\nHost: malote\nConnection: close\nContent-Type: text/plain\nContent-Length: 8\n\n${body}`;

test("an incomplete request gets 408 in time, and its connection is closed", async () => {
  const { answer, ms } = await speak(post("/Services/rpc", "abc"));
  expect(answer).toContain("408 Request Timeout");
  expect(ms).toBeGreaterThanOrEqual(REQUEST_MS - 5);
  expect(ms).toBeLessThan(NODE_REQUEST_MS);
});

test("an incomplete request whose answer has begun is closed too", async () => {
  const { answer, ms } = await speak(post("/meio", "abc"));
  expect(answer).toContain("meia resposta");
  expect(ms).toBeLessThan(NODE_REQUEST_MS);
});

test("a complete request is answered, however long that takes", async () => {
  const { answer } = await speak("GET /lento HTTP/1.1\nHost: malote\nConnection: close\n\n");
  expect(answer).toContain("pronto");
  const [whole, body] = [await speak(post("/x", "abcdefgh")), "ouvi abcdefgh"];
  expect(whole.answer).toContain(body);
});

test("a file upload may take longer than another request", async () => {
  const later = { rest: "defgh", ms: 2 * REQUEST_MS };
  expect((await speak(post("/Services/import", "abc"), later)).answer).toContain("ouvi abcdefgh");
  expect((await speak(post("/Services/certif", "abc"), later)).answer).toContain("408 Request Timeout");
});
