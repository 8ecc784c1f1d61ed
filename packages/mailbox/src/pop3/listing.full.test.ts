import { afterEach, describe, expect, test } from "vitest";
import { type FailureCause, MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK } from "../network/endpoint.ts";
import { digestHeader } from "../source/header-digest.ts";
import type { MailSource } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { mailboxOf, type Pop3Script, type ScriptedPop3, startPop3 } from "../tests/pop3-server.ts";

const NETWORK = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  ociosoMs: 20_000,
  totalMs: 40_000,
  maxBytes: 1_000_000,
};

const servers: ScriptedPop3[] = [];
const sources: MailSource[] = [];

afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function open(script: Pop3Script): Promise<MailSource & { server: ScriptedPop3 }> {
  const server = await startPop3(script);
  servers.push(server);
  const source = await openMailSource(mailboxOf(server.porta), NETWORK);
  sources.push(source);
  return Object.assign(source, { server });
}

async function causeOf(work: Promise<unknown>): Promise<FailureCause | "nada"> {
  try {
    await work;
    return "nada";
  } catch (error) {
    if (error instanceof MailOutage) return error.causa;
    throw error;
  }
}

function makeMessage(subject: string, body = "x"): Buffer {
  return Buffer.from(`From: a@b.example\r\nSubject: ${subject}\r\n\r\n${body}\r\n`);
}

const ONE = makeMessage("um");
const OTHER = makeMessage("outro", "mais longa");
const NO_UIDL = { UIDL: "-ERR unknown command\r\n" };

async function uidsOf(script: Pop3Script): Promise<string[]> {
  const source = await open(script);
  return (await source.list()).refs.map((ref) => ref.uid);
}

describe("listing messages by POP3", () => {
  test("list returns uid and size in server order", async () => {
    const source = await open({ mensagens: [ONE, OTHER], uids: ["a1", "b2"] });
    expect((await source.list()).refs).toEqual([
      { numero: 1, uid: "a1", tamanho: ONE.length },
      { numero: 2, uid: "b2", tamanho: OTHER.length },
    ]);
  });

  test("a uid that cannot be stored is replaced by its digest", async () => {
    const source = await open({ mensagens: [ONE], uids: [`a\0b${"c".repeat(300)}`] });
    expect((await source.list()).refs[0]?.uid).toMatch(/^sha256-[0-9a-f]{64}$/);
  });

  test.each([
    ["a line without a number", { UIDL: "+OK\r\nabc\r\n.\r\n", TOP: "-ERR no\r\n" }],
    ["a number joined to its uid", { UIDL: "+OK\r\n1a\r\n.\r\n" }],
    ["more messages than the limit", { UIDL: "+OK\r\n500000 a\r\n500001 b\r\n.\r\n" }],
    ["a message without uid or header", { UIDL: "+OK\r\n.\r\n", TOP: "-ERR no\r\n" }],
  ])("%s in a listing is an outage", async (_, replies) => {
    const source = await open({ mensagens: [ONE], replies });
    expect(await causeOf(source.list())).toBe("protocolo");
  });

  test("an empty mailbox yields an empty list", async () => {
    const source = await open({ mensagens: [] });
    expect(await source.list()).toEqual({ refs: [], marca: null });
  });

  test("200 000 messages are listed before the time limit of a test", async () => {
    const lines = (item: (n: number) => string): string =>
      `+OK\r\n${Array.from({ length: 200_000 }, (_, n) => `${n + 1} ${item(n)}\r\n`).join("")}.\r\n`;
    const source = await open({
      mensagens: [],
      replies: { UIDL: lines((n) => `uid-${n}`), LIST: lines(() => "9") },
    });
    const { refs } = await source.list();
    expect(refs).toHaveLength(200_000);
    expect(refs.at(-1)).toEqual({ uid: "uid-199999", tamanho: 9, numero: 200_000 });
  });
});

describe("missing or repeated UIDLs", () => {
  test("messages with one UIDL get distinct uids, whatever their order", async () => {
    const both = await uidsOf({ mensagens: [ONE, OTHER], uids: ["x", "x"] });
    expect(new Set(both).size).toBe(2);
    expect(await uidsOf({ mensagens: [OTHER, ONE], uids: ["x", "x"] })).toEqual(both.toReversed());
    expect(both).toEqual([`x ${digestHeader(ONE)}`, `x ${digestHeader(OTHER)}`]);
  });

  test("a new message in the place of a deleted one gets a new uid", async () => {
    const before = await uidsOf({ mensagens: [ONE, OTHER], uids: ["x", "x"] });
    const after = await uidsOf({
      mensagens: [makeMessage("terceiro", "mais longa"), OTHER],
      uids: ["x", "x"],
    });
    expect(before).not.toContain(after[0]);
    expect(before).toContain(after[1]);
  });

  test("messages with equal headers are distinguished by size and count", async () => {
    const twin = makeMessage("um", "y");
    const uids = await uidsOf({ mensagens: [ONE, ONE, twin, ONE], uids: ["x", "x", "x", "x"] });
    expect(new Set(uids).size).toBe(4);
  });

  test("repeated UIDLs without TOP are refused, because positions change", async () => {
    const replies = { TOP: "-ERR unknown command\r\n" };
    const source = await open({ mensagens: [ONE, ONE, OTHER], uids: ["x", "x", "y"], replies });
    await expect(source.list()).rejects.toMatchObject({ causa: "protocolo", codigo: "sem-uidl" });
  });

  test("uids made without UIDL survive renumbering", async () => {
    const uids = await uidsOf({ mensagens: [ONE, OTHER], replies: NO_UIDL });
    expect(uids).toEqual([`top ${digestHeader(ONE)}`, `top ${digestHeader(OTHER)}`]);
    expect(await uidsOf({ mensagens: [OTHER, makeMessage("novo"), ONE], replies: NO_UIDL })).toEqual([
      uids[1],
      `top ${digestHeader(makeMessage("novo"))}`,
      uids[0],
    ]);
  });

  test("the digest of a header ignores fields that servers change", () => {
    const read = Buffer.from(
      "From: a@b.example\r\nStatus: RO\r\nX-UIDL: 1\r\n 2\r\nSubject: um\r\n\r\noutro corpo",
    );
    expect(digestHeader(read)).toBe(digestHeader(ONE));
    expect(digestHeader(Buffer.from(ONE.toString().replaceAll("\r\n", "\n")))).toBe(digestHeader(ONE));
  });

  test("a message that UIDL omits is identified by its header", async () => {
    const replies = { UIDL: "+OK\r\n1 a\r\n.\r\n" };
    expect(await uidsOf({ mensagens: [ONE, OTHER], replies })).toEqual(["a", `top ${digestHeader(OTHER)}`]);
  });

  test.each(["2 ", "2"])("a message with an empty UIDL (%j) is identified by its header", async (line) => {
    const replies = { UIDL: `+OK\r\n1 a\r\n${line}\r\n.\r\n` };
    expect(await uidsOf({ mensagens: [ONE, OTHER], replies })).toEqual(["a", `top ${digestHeader(OTHER)}`]);
  });

  test("a server with neither UIDL nor TOP is refused", async () => {
    const source = await open({ mensagens: [ONE], replies: { ...NO_UIDL, TOP: "-ERR no\r\n" } });
    await expect(source.list()).rejects.toMatchObject({ causa: "protocolo", codigo: "sem-uidl" });
  });

  test("without UIDL, 2 000 messages are distinguished and 2 001 are refused", async () => {
    const lots = (count: number): Pop3Script => ({
      mensagens: Array.from({ length: count }, (_, n) => makeMessage(String(n))),
      replies: NO_UIDL,
    });
    expect(new Set(await uidsOf(lots(2_000))).size).toBe(2_000);
    const source = await open(lots(2_001));
    await expect(source.list()).rejects.toMatchObject({ codigo: "sem-uidl-demais" });
  });
});

describe("recognizing weak uids, and proving messages by their header", () => {
  test.each<[string, readonly string[], boolean]>([
    ["message numbers are weak", ["1", "2"], true],
    ["short numbers are weak", ["812", "900001"], true],
    ["repeated uids are weak", ["a", "a"], true],
    ["long hexadecimal uids are not weak", ["0000012b5f3c4d21", "0000012c5f3c4d21"], false],
    ["words are not weak", ["um", "2"], false],
  ])("the source tells whether uids are weak: %s", async (_, uids, weak) => {
    const source = await open({ mensagens: [ONE, OTHER], uids });
    await source.list();
    expect(source.uidsFracos).toBe(weak);
  });

  test("each message is proved by its header, without RETR", async () => {
    const source = await open({ mensagens: [ONE, OTHER], uids: ["1", "2"] });
    const [a, b] = (await source.list()).refs;
    if (a === undefined || b === undefined) throw new Error("no messages");
    expect([await source.prove(a), await source.prove(b)]).toEqual([digestHeader(ONE), digestHeader(OTHER)]);
    expect(source.server.commands.filter((command) => command.startsWith("RETR"))).toEqual([]);
  });

  test("a message has no proof without TOP", async () => {
    const source = await open({ mensagens: [ONE], replies: { TOP: "-ERR unknown\r\n" } });
    const [ref] = (await source.list()).refs;
    expect(ref && (await source.prove(ref))).toBeNull();
  });
});

test("find returns the messages still present, with their numbers of this session", async () => {
  const source = await open({ mensagens: [ONE, OTHER], uids: ["a", "b"] });
  expect(await source.find(["b", "z"])).toEqual([{ uid: "b", numero: 2, tamanho: OTHER.length }]);
});
