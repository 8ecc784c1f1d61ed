import { expect, test } from "vitest";
import type { ScriptedImap } from "../tests/imap-server.ts";
import { CAIXA, IMPATIENT, NETWORK, outageOf, serve } from "../tests/imap-setup.ts";
import { ImapNews } from "./news.ts";
import { type ImapSession, openSession } from "./session.ts";

const RENEW_MS = 60;

async function watch(server: ScriptedImap): Promise<{ news: ImapNews; session: ImapSession }> {
  const endpoint = { nome: CAIXA.servidor, porta: server.porta, enderecos: ["127.0.0.1"] };
  const session = await openSession(CAIXA, endpoint, { ...NETWORK, ...IMPATIENT });
  await session.open("INBOX", true);
  return { news: new ImapNews(session, RENEW_MS), session };
}

test("a long wait is renewed by NOOP, which keeps the connection open", async () => {
  const end = new AbortController();
  let idles = 0;
  const server = await serve({
    responde: ({ nome }) => {
      if (nome === "IDLE" && ++idles === 3) end.abort();
      return undefined;
    },
  });
  const { news, session } = await watch(server);
  await news.refresh();
  await news.wait(end.signal);
  const said = server.commands.map((line) => line.replace(/^[0-9A-F]+ /, ""));
  const renewed = ["IDLE", "DONE", "NOOP"];
  expect(said.slice(said.indexOf("IDLE"))).toEqual([...renewed, ...renewed, ...renewed]);
  await session.close();
});

test("a dead connection is detected at the next renewal of the wait", async () => {
  const server = await serve();
  const { news } = await watch(server);
  const waiting = news.wait(new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.goSilent();
  expect((await outageOf(waiting)).causa).toBe("tempo");
});

test("a message that arrives between two waits is not missed", async () => {
  const server = await serve();
  const { news, session } = await watch(server);
  await news.refresh();
  server.receiveMessage(Buffer.from("X: 2\r\n\r\n"));
  await session.ask("NOOP", false); // the reply announces the message, as any reply may
  await news.wait(new AbortController().signal);
  expect(server.commands.filter((line) => /DONE/.test(line))).toEqual([]);
  await session.close();
});
