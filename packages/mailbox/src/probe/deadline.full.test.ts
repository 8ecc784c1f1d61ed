import { createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { DEFAULT_NETWORK } from "../network/endpoint.ts";
import { mailboxOf } from "../tests/pop3-server.ts";
import { probeServer } from "./probe.ts";

const NETWORK = { ...DEFAULT_NETWORK, permitirPrivado: true, provaMs: 800 };
/**
 * Far above the deadline of the test, even on a busy machine; far below the time the server would
 * take.
 */
const NEVER_MS = 20_000;

const stopping: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopping.splice(0)) stop();
});

/** Starts a server without UIDL that has 2 000 messages and delays each header. */
async function startLento(pauseMs: number): Promise<number> {
  const lista = `+OK\r\n${Array.from({ length: 2_000 }, (_, n) => `${n + 1} 9\r\n`).join("")}.\r\n`;
  const replies: Record<string, string> = {
    CAPA: "+OK\r\nTOP\r\nUSER\r\n.\r\n",
    UIDL: "-ERR\r\n",
    LIST: lista,
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("+OK\r\n");
    socket.on("data", (data) => {
      const [word = ""] = data.toString("latin1").split(/[ \r]/);
      if (word === "TOP") setTimeout(() => socket.write("+OK\r\nSubject: x\r\n\r\n.\r\n"), pauseMs);
      else socket.write(replies[word] ?? "+OK\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopping.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a test of a mailbox with many slow replies ends at its deadline", async () => {
  const mailbox = mailboxOf(await startLento(20));
  const started = Date.now();
  const proof = await probeServer(mailbox, NETWORK);
  expect(Date.now() - started).toBeLessThan(NEVER_MS);
  expect(proof).toMatchObject({ ok: false, causa: "tempo" });
  expect(proof.passos.at(-1)).toMatchObject({ passo: "listagem", codigo: "listagem-sem-resposta" });
});

test("a test of a mailbox that waits for a token ends at its deadline", async () => {
  const entrada = () => new Promise<never>(() => undefined);
  const started = Date.now();
  const proof = await probeServer({ ...mailboxOf(await startLento(0)), entrada }, NETWORK);
  expect(Date.now() - started).toBeLessThan(NEVER_MS);
  expect(proof.passos.at(-1)).toMatchObject({ passo: "token", ok: false, codigo: "token-sem-resposta" });
});
