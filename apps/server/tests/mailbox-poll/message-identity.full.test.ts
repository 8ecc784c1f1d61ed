import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  listSubjects,
  openPop3Server,
  type Pop3Server,
  planPoll,
  pollCaixa,
  type ServedMessage,
  writeMessage,
} from "../setup/pop3-server.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());

async function openCaixa(messages: ServedMessage[]): Promise<{ servidor: Pop3Server; caixaId: string }> {
  const server = await openPop3Server(messages);
  const { caixaId } = await pipeline.createCaixa(pipeline.contaId, { port: server.port });
  return { servidor: server, caixaId };
}

const countRetr = ({ received: heard }: Pop3Server): number =>
  heard.filter((line) => line.startsWith("RETR")).length;
const makeNamed = (prefix: string, from: number, to: number): ServedMessage[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    uid: `${prefix}-${from + i}`,
    raw: writeMessage(`${prefix} ${from + i}`),
  }));

describe("identity of a message by its uid, its size and its bytes", () => {
  test("a message is fetched once, however often the mailbox is visited", async () => {
    const { servidor: server, caixaId } = await openCaixa(makeNamed("uma", 1, 3));
    for (let n = 0; n < 3; n += 1) expect(await pollCaixa(pipeline, caixaId)).toEqual([]);
    expect(countRetr(server)).toBe(3);
    await server.close();
  });

  test("the same uid with another size is another message", async () => {
    const { servidor: server, caixaId } = await openCaixa(makeNamed("tamanho", 1, 2));
    await pollCaixa(pipeline, caixaId);
    server.messages[0] = { uid: "tamanho-1", raw: writeMessage("tamanho outra, e mais comprida") };
    await pollCaixa(pipeline, caixaId);
    const before = countRetr(server);
    await pollCaixa(pipeline, caixaId);
    expect(countRetr(server)).toBe(before);
    expect(await listSubjects(pipeline, caixaId)).toEqual([
      "tamanho 1",
      "tamanho 2",
      "tamanho outra, e mais comprida",
    ]);
    await server.close();
  });

  test("a changed size of unchanged bytes makes no second e-mail", async () => {
    const { servidor: server, caixaId } = await openCaixa(makeNamed("estimada", 1, 2));
    await pollCaixa(pipeline, caixaId);
    for (const message of server.messages) message.claims = message.raw.length + 40;
    await pollCaixa(pipeline, caixaId);
    expect(await listSubjects(pipeline, caixaId)).toEqual(["estimada 1", "estimada 2"]);
    await server.close();
  });

  test("the same Message-ID with other bytes is another e-mail, and both are kept", async () => {
    const id = "o-mesmo";
    const { servidor: server, caixaId } = await openCaixa([
      { uid: "a", raw: writeMessage("verdadeira", { id }) },
      { uid: "b", raw: writeMessage("imitação", { id }) },
    ]);
    await pollCaixa(pipeline, caixaId);
    expect(await listSubjects(pipeline, caixaId)).toHaveLength(2);
    await server.close();
  });
});

describe("mailbox on a server that renumbers its messages", () => {
  const numbered = (messages: ServedMessage[]): ServedMessage[] =>
    messages.map(({ raw }, i) => ({ uid: String(i + 1), raw }));

  test("no new message is missed, even if its uid and size were seen before", async () => {
    // All messages have the same length: neither uid nor size distinguishes them.
    const all = makeNamed("renumerada", 10, 49);
    const { servidor: server, caixaId } = await openCaixa(numbered(all.slice(0, 30)));
    await pollCaixa(pipeline, caixaId);
    server.messages = numbered([...all.slice(0, 10), ...all.slice(14, 34)]);
    await pollCaixa(pipeline, caixaId);
    expect(await listSubjects(pipeline, caixaId)).toEqual(
      all.slice(0, 34).map((_, i) => `renumerada ${10 + i}`),
    );
    await server.close();
  });

  test("a server receives few header requests and no body requests while nothing changes", async () => {
    const { servidor: server, caixaId } = await openCaixa(numbered(makeNamed("quieta", 10, 59)));
    await pollCaixa(pipeline, caixaId);
    server.received.length = 0;
    await pollCaixa(pipeline, caixaId);
    expect(countRetr(server)).toBe(0);
    expect(server.received.filter((line) => line.startsWith("TOP"))).toHaveLength(20);
    await server.close();
  });
});

describe("mailbox that moves to another server", () => {
  test("no message is fetched twice or missed, even if the new server reuses old uids for other messages", async () => {
    const old = makeNamed("mudança", 1, 4);
    const { servidor: server, caixaId } = await openCaixa(old);
    await pollCaixa(pipeline, caixaId);
    // The effect of saving another server.
    await pipeline.asOwner("UPDATE caixa_email SET geracao = geracao + 1, marca = NULL WHERE id = $1", [
      caixaId,
    ]);
    server.messages = [...old.slice(1), ...makeNamed("mudança", 5, 6)].map(({ raw }, i) => ({
      uid: `mudança-${i + 1}`,
      raw,
    }));
    await pollCaixa(pipeline, caixaId);
    expect(await listSubjects(pipeline, caixaId)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `mudança ${n}`));
    await server.close();
  });

  test("a message in two mailboxes is one e-mail, read once", async () => {
    const messages = makeNamed("duas caixas", 1, 3);
    const one = await openCaixa(messages);
    const two = await openCaixa(messages.map(({ raw }, i) => ({ uid: `z${i}`, raw })));
    await pollCaixa(pipeline, one.caixaId);
    expect(await pollCaixa(pipeline, two.caixaId)).toEqual([]);
    expect(await listSubjects(pipeline, one.caixaId)).toHaveLength(3);
    expect(await listSubjects(pipeline, two.caixaId)).toEqual([]);
    const rows = await pipeline.asOwner("SELECT email_id FROM caixa_mensagem WHERE caixa_id = $1", [
      two.caixaId,
    ]);
    expect(rows).toHaveLength(3);
    await Promise.all([one.servidor.close(), two.servidor.close()]);
  });
});

test("the first visit to a full mailbox fetches 500 messages, the next one the rest", async () => {
  const { servidor: server, caixaId } = await openCaixa(makeNamed("cheia", 100, 709));
  const countSeen = async (): Promise<number> => {
    await planPoll(pipeline, pipeline.contaId, caixaId);
    expect(await pipeline.run("poll")).toEqual([]);
    return (await pipeline.asOwner("SELECT uid FROM caixa_mensagem WHERE caixa_id = $1", [caixaId])).length;
  };
  expect(await countSeen()).toBe(500);
  expect(await countSeen()).toBe(610);
  expect(countRetr(server)).toBe(610);
  await server.close();
});
