import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  listAssuntos,
  type MensagemServida,
  openServidorPop3,
  planVisita,
  type ServidorPop3,
  visitCaixa,
  writeMensagem,
} from "./coleta.ts";
import { createRoad, type Road } from "./road.ts";

let road: Road;
beforeAll(async () => {
  road = await createRoad();
});
afterAll(() => road.dispose());

async function openCaixa(mensagens: MensagemServida[]): Promise<{ servidor: ServidorPop3; caixaId: string }> {
  const servidor = await openServidorPop3(mensagens);
  const { caixaId } = await road.createCaixa(road.contaId, { porta: servidor.porta });
  return { servidor, caixaId };
}

const retrs = ({ heard }: ServidorPop3): number => heard.filter((line) => line.startsWith("RETR")).length;
const named = (prefix: string, from: number, to: number): MensagemServida[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    uid: `${prefix}-${from + i}`,
    raw: writeMensagem(`${prefix} ${from + i}`),
  }));

describe("a message is identified by its uid, its size and its bytes", () => {
  test("a message is fetched once, however often the mailbox is visited", async () => {
    const { servidor, caixaId } = await openCaixa(named("uma", 1, 3));
    for (let n = 0; n < 3; n += 1) expect(await visitCaixa(road, caixaId)).toEqual([]);
    expect(retrs(servidor)).toBe(3);
    await servidor.close();
  });

  test("the same uid with another size is another message", async () => {
    const { servidor, caixaId } = await openCaixa(named("tamanho", 1, 2));
    await visitCaixa(road, caixaId);
    servidor.mensagens[0] = { uid: "tamanho-1", raw: writeMensagem("tamanho outra, e mais comprida") };
    await visitCaixa(road, caixaId);
    const before = retrs(servidor);
    await visitCaixa(road, caixaId);
    expect(retrs(servidor)).toBe(before);
    expect(await listAssuntos(road, caixaId)).toEqual([
      "tamanho 1",
      "tamanho 2",
      "tamanho outra, e mais comprida",
    ]);
    await servidor.close();
  });

  test("a changed size of unchanged bytes makes no second e-mail", async () => {
    const { servidor, caixaId } = await openCaixa(named("estimada", 1, 2));
    await visitCaixa(road, caixaId);
    for (const mensagem of servidor.mensagens) mensagem.claims = mensagem.raw.length + 40;
    await visitCaixa(road, caixaId);
    expect(await listAssuntos(road, caixaId)).toEqual(["estimada 1", "estimada 2"]);
    await servidor.close();
  });

  test("the same Message-ID with other bytes is another e-mail, and both are kept", async () => {
    const id = "o-mesmo";
    const { servidor, caixaId } = await openCaixa([
      { uid: "a", raw: writeMensagem("verdadeira", { id }) },
      { uid: "b", raw: writeMensagem("imitação", { id }) },
    ]);
    await visitCaixa(road, caixaId);
    expect(await listAssuntos(road, caixaId)).toHaveLength(2);
    await servidor.close();
  });
});

describe("a server that renumbers its messages", () => {
  const numbered = (mensagens: MensagemServida[]): MensagemServida[] =>
    mensagens.map(({ raw }, i) => ({ uid: String(i + 1), raw }));

  test("no new message is missed, even if its uid and size were seen before", async () => {
    // All messages have the same length: neither uid nor size distinguishes them.
    const all = named("renumerada", 10, 49);
    const { servidor, caixaId } = await openCaixa(numbered(all.slice(0, 30)));
    await visitCaixa(road, caixaId);
    servidor.mensagens = numbered([...all.slice(0, 10), ...all.slice(14, 34)]);
    await visitCaixa(road, caixaId);
    expect(await listAssuntos(road, caixaId)).toEqual(all.slice(0, 34).map((_, i) => `renumerada ${10 + i}`));
    await servidor.close();
  });

  test("receives few header requests and no body requests while nothing changes", async () => {
    const { servidor, caixaId } = await openCaixa(numbered(named("quieta", 10, 59)));
    await visitCaixa(road, caixaId);
    servidor.heard.length = 0;
    await visitCaixa(road, caixaId);
    expect(retrs(servidor)).toBe(0);
    expect(servidor.heard.filter((line) => line.startsWith("TOP"))).toHaveLength(20);
    await servidor.close();
  });
});

describe("a mailbox that moves to another server", () => {
  test("no message is fetched twice or missed, even if the new server reuses old uids for other messages", async () => {
    const old = named("mudança", 1, 4);
    const { servidor, caixaId } = await openCaixa(old);
    await visitCaixa(road, caixaId);
    // The effect of saving another server.
    await road.asOwner("UPDATE caixa_email SET geracao = geracao + 1, marca = NULL WHERE id = $1", [caixaId]);
    servidor.mensagens = [...old.slice(1), ...named("mudança", 5, 6)].map(({ raw }, i) => ({
      uid: `mudança-${i + 1}`,
      raw,
    }));
    await visitCaixa(road, caixaId);
    expect(await listAssuntos(road, caixaId)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `mudança ${n}`));
    await servidor.close();
  });

  test("a message in two mailboxes is one e-mail, read once", async () => {
    const mensagens = named("duas caixas", 1, 3);
    const one = await openCaixa(mensagens);
    const two = await openCaixa(mensagens.map(({ raw }, i) => ({ uid: `z${i}`, raw })));
    await visitCaixa(road, one.caixaId);
    expect(await visitCaixa(road, two.caixaId)).toEqual([]);
    expect(await listAssuntos(road, one.caixaId)).toHaveLength(3);
    expect(await listAssuntos(road, two.caixaId)).toEqual([]);
    const rows = await road.asOwner("SELECT email_id FROM caixa_mensagem WHERE caixa_id = $1", [two.caixaId]);
    expect(rows).toHaveLength(3);
    await Promise.all([one.servidor.close(), two.servidor.close()]);
  });
});

test("the first visit to a full mailbox fetches 500 messages, the next one the rest", async () => {
  const { servidor, caixaId } = await openCaixa(named("cheia", 100, 709));
  const met = async (): Promise<number> => {
    await planVisita(road, road.contaId, caixaId);
    expect(await road.run("poll")).toEqual([]);
    return (await road.asOwner("SELECT uid FROM caixa_mensagem WHERE caixa_id = $1", [caixaId])).length;
  };
  expect(await met()).toBe(500);
  expect(await met()).toBe(610);
  expect(retrs(servidor)).toBe(610);
  await servidor.close();
});
