import { afterEach, describe, expect, test } from "vitest";
import { type CausaFalha, MailOutage } from "./failure.ts";
import { proofOf } from "./pop3-prova.ts";
import { DEFAULT_REDE } from "./rede.ts";
import type { MailSource } from "./source.ts";
import { openMailSource } from "./source-open.ts";
import { caixaOf, type Pop3Falso, type Roteiro, startPop3 } from "./tests/pop3-server.ts";

const REDE = {
  ...DEFAULT_REDE,
  permitirPrivado: true,
  ociosoMs: 20_000,
  totalMs: 40_000,
  maxBytes: 1_000_000,
};

const servers: Pop3Falso[] = [];
const sources: MailSource[] = [];

afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function open(roteiro: Roteiro): Promise<MailSource & { server: Pop3Falso }> {
  const server = await startPop3(roteiro);
  servers.push(server);
  const source = await openMailSource(caixaOf(server.porta), REDE);
  sources.push(source);
  return Object.assign(source, { server });
}

async function causaOf(work: Promise<unknown>): Promise<CausaFalha | "nada"> {
  try {
    await work;
    return "nada";
  } catch (error) {
    if (error instanceof MailOutage) return error.causa;
    throw error;
  }
}

function carta(assunto: string, corpo = "x"): Buffer {
  return Buffer.from(`From: a@b.example\r\nSubject: ${assunto}\r\n\r\n${corpo}\r\n`);
}

const UMA = carta("um");
const OUTRA = carta("outro", "mais longa");
const SEM_UIDL = { UIDL: "-ERR unknown command\r\n" };

async function uidsOf(roteiro: Roteiro): Promise<string[]> {
  const source = await open(roteiro);
  return (await source.list()).refs.map((ref) => ref.uid);
}

describe("identity of messages", () => {
  test("uid and size of each, in the server's order", async () => {
    const source = await open({ mensagens: [UMA, OUTRA], uids: ["a1", "b2"] });
    expect((await source.list()).refs).toEqual([
      { numero: 1, uid: "a1", tamanho: UMA.length },
      { numero: 2, uid: "b2", tamanho: OUTRA.length },
    ]);
  });

  test("a uid that cannot be stored is replaced by its digest", async () => {
    const source = await open({ mensagens: [UMA], uids: [`a\0b${"c".repeat(300)}`] });
    expect((await source.list()).refs[0]?.uid).toMatch(/^sha256-[0-9a-f]{64}$/);
  });

  test.each([
    ["a line that is no number", { UIDL: "+OK\r\nabc\r\n.\r\n", TOP: "-ERR no\r\n" }],
    ["a number and its id in one", { UIDL: "+OK\r\n1a\r\n.\r\n" }],
    ["more messages than are taken", { UIDL: "+OK\r\n500000 a\r\n500001 b\r\n.\r\n" }],
    ["a message without uid or header", { UIDL: "+OK\r\n.\r\n", TOP: "-ERR no\r\n" }],
  ])("%s is an outage", async (_, respostas) => {
    const source = await open({ mensagens: [UMA], respostas });
    expect(await causaOf(source.list())).toBe("protocolo");
  });

  test("an empty mailbox is an empty list", async () => {
    const source = await open({ mensagens: [] });
    expect(await source.list()).toEqual({ refs: [], marca: null });
  });

  test("200 000 messages are listed within ten seconds", async () => {
    const lines = (item: (n: number) => string): string =>
      `+OK\r\n${Array.from({ length: 200_000 }, (_, n) => `${n + 1} ${item(n)}\r\n`).join("")}.\r\n`;
    const source = await open({
      mensagens: [],
      respostas: { UIDL: lines((n) => `uid-${n}`), LIST: lines(() => "9") },
    });
    const begin = Date.now();
    const { refs } = await source.list();
    expect(Date.now() - begin).toBeLessThan(10_000);
    expect(refs).toHaveLength(200_000);
    expect(refs.at(-1)).toEqual({ uid: "uid-199999", tamanho: 9, numero: 200_000 });
  });
});

describe("messages that share an id, or have none, are known by their headers", () => {
  test("two of one id stay two, whatever their order, and alone each is itself again", async () => {
    const both = await uidsOf({ mensagens: [UMA, OUTRA], uids: ["x", "x"] });
    expect(new Set(both).size).toBe(2);
    expect(await uidsOf({ mensagens: [OUTRA, UMA], uids: ["x", "x"] })).toEqual(both.toReversed());
    expect(both).toEqual([`x ${proofOf(UMA)}`, `x ${proofOf(OUTRA)}`]);
  });

  test("one that takes the place of a deleted one is not taken for it", async () => {
    const before = await uidsOf({ mensagens: [UMA, OUTRA], uids: ["x", "x"] });
    const after = await uidsOf({ mensagens: [carta("terceiro", "mais longa"), OUTRA], uids: ["x", "x"] });
    expect(before).not.toContain(after[0]);
    expect(before).toContain(after[1]);
  });

  test("even with equal headers, by size and count", async () => {
    const twin = carta("um", "y");
    const uids = await uidsOf({ mensagens: [UMA, UMA, twin, UMA], uids: ["x", "x", "x", "x"] });
    expect(new Set(uids).size).toBe(4);
  });

  test("of one id, and without TOP, they are refused: told apart by place, one would be taken for another", async () => {
    const respostas = { TOP: "-ERR unknown command\r\n" };
    const source = await open({ mensagens: [UMA, UMA, OUTRA], uids: ["x", "x", "y"], respostas });
    await expect(source.list()).rejects.toMatchObject({ causa: "protocolo", codigo: "sem-uidl" });
  });

  test("a server without UIDL is served, and its ids outlive a renumbering", async () => {
    const uids = await uidsOf({ mensagens: [UMA, OUTRA], respostas: SEM_UIDL });
    expect(uids).toEqual([`top ${proofOf(UMA)}`, `top ${proofOf(OUTRA)}`]);
    expect(await uidsOf({ mensagens: [OUTRA, carta("novo"), UMA], respostas: SEM_UIDL })).toEqual([
      uids[1],
      `top ${proofOf(carta("novo"))}`,
      uids[0],
    ]);
  });

  test("what a server writes into a header after the fetch changes nothing", () => {
    const read = Buffer.from(
      "From: a@b.example\r\nStatus: RO\r\nX-UIDL: 1\r\n 2\r\nSubject: um\r\n\r\noutro corpo",
    );
    expect(proofOf(read)).toBe(proofOf(UMA));
    expect(proofOf(Buffer.from(UMA.toString().replaceAll("\r\n", "\n")))).toBe(proofOf(UMA));
  });

  test("a message that UIDL leaves out is known by its header", async () => {
    const respostas = { UIDL: "+OK\r\n1 a\r\n.\r\n" };
    expect(await uidsOf({ mensagens: [UMA, OUTRA], respostas })).toEqual(["a", `top ${proofOf(OUTRA)}`]);
  });

  test.each(["2 ", "2"])(
    "a message whose id is empty (%j) is known by its header, the others by their ids",
    async (line) => {
      const respostas = { UIDL: `+OK\r\n1 a\r\n${line}\r\n.\r\n` };
      expect(await uidsOf({ mensagens: [UMA, OUTRA], respostas })).toEqual(["a", `top ${proofOf(OUTRA)}`]);
    },
  );

  test("neither UIDL nor TOP: refused, and it says so", async () => {
    const source = await open({ mensagens: [UMA], respostas: { ...SEM_UIDL, TOP: "-ERR no\r\n" } });
    await expect(source.list()).rejects.toMatchObject({ causa: "protocolo", codigo: "sem-uidl" });
  });

  test("without UIDL, 2 000 messages are told apart and 2 001 are refused", async () => {
    const lots = (count: number): Roteiro => ({
      mensagens: Array.from({ length: count }, (_, n) => carta(String(n))),
      respostas: SEM_UIDL,
    });
    expect(new Set(await uidsOf(lots(2_000))).size).toBe(2_000);
    const source = await open(lots(2_001));
    await expect(source.list()).rejects.toMatchObject({ codigo: "sem-uidl-demais" });
  });
});

describe("ids that prove little are said to be weak", () => {
  test.each<[string, readonly string[], boolean]>([
    ["message numbers", ["1", "2"], true],
    ["tiny numbers", ["812", "900001"], true],
    ["repeated", ["a", "a"], true],
    ["of a real server", ["0000012b5f3c4d21", "0000012c5f3c4d21"], false],
    ["words", ["um", "2"], false],
  ])("%s", async (_, uids, weak) => {
    const source = await open({ mensagens: [UMA, OUTRA], uids });
    await source.list();
    expect(source.uidsFracos).toBe(weak);
  });

  test("a proof tells a message from another one under its id", async () => {
    const source = await open({ mensagens: [UMA, OUTRA], uids: ["1", "2"] });
    const [a, b] = (await source.list()).refs;
    if (a === undefined || b === undefined) throw new Error("no messages");
    expect([await source.prove(a), await source.prove(b)]).toEqual([proofOf(UMA), proofOf(OUTRA)]);
    expect(source.server.comandos.filter((command) => command.startsWith("RETR"))).toEqual([]);
  });

  test("no proof where the server knows no TOP", async () => {
    const source = await open({ mensagens: [UMA], respostas: { TOP: "-ERR unknown\r\n" } });
    const [ref] = (await source.list()).refs;
    expect(ref && (await source.prove(ref))).toBeNull();
  });
});

test("find answers with those still there, with their numbers of this session", async () => {
  const source = await open({ mensagens: [UMA, OUTRA], uids: ["a", "b"] });
  expect(await source.find(["b", "z"])).toEqual([{ uid: "b", numero: 2, tamanho: OUTRA.length }]);
});
