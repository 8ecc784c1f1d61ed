import { afterEach, expect, test } from "vitest";
import { openImapSource } from "../imap/source.ts";
import { fillPort } from "../tests/full-port.ts";
import { CAIXA, NETWORK, outageOf, serve } from "../tests/imap-setup.ts";
import { connectTcp } from "./connection.ts";

const stopping: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stopping.splice(0).map((stop) => stop()));
});

/** Starts a server whose name resolves first to an address that accepts no connection. */
async function startBehindWall(): Promise<{ nome: string; porta: number; enderecos: string[] }> {
  const server = await serve();
  const wall = await fillPort("127.0.0.2", server.porta);
  stopping.push(wall.stop);
  return { nome: CAIXA.servidor, porta: server.porta, enderecos: ["127.0.0.2", "127.0.0.1"] };
}

test("an unresponsive address uses only its share of the deadline", async () => {
  const endpoint = await startBehindWall();
  const started = Date.now();
  const socket = await connectTcp(endpoint, NETWORK);
  expect(socket.remoteAddress).toBe("127.0.0.1");
  expect(Date.now() - started).toBeGreaterThan(NETWORK.conexaoMs / 2 - 50);
  socket.destroy();
});

test("an IMAP connection also continues with the next address", async () => {
  const source = await openImapSource(CAIXA, await startBehindWall(), NETWORK);
  expect((await source.list()).refs).toHaveLength(1);
  await source.close();
});

test("connecting ends at the deadline when no address responds", async () => {
  const endpoint = await startBehindWall();
  const started = Date.now();
  // With 600 ms per address it would take half a minute.
  const all = { ...endpoint, enderecos: Array.from({ length: 50 }, () => "127.0.0.2") };
  expect((await outageOf(connectTcp(all, { ...NETWORK, conexaoMs: 600 }))).causa).toBe("tempo");
  expect(Date.now() - started).toBeLessThan(15_000);
});
