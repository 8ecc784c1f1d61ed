import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import type { MailSource, MessageRef } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { mailboxOf, type Pop3Script, type ScriptedPop3, startPop3 } from "../tests/pop3-server.ts";

const NETWORK = { ...DEFAULT_NETWORK, permitirPrivado: true, ociosoMs: 20_000, totalMs: 40_000 };
/** Idle deadline for servers that stall. */
const IMPATIENT = { ociosoMs: 400 };
const MESSAGES = ["um", "dois", "tres"].map((subject) => Buffer.from(`Subject: ${subject}\r\n\r\nx\r\n`));
const EXPIRE = ["UIDL", "TOP", "EXPIRE 0"];

const servers: ScriptedPop3[] = [];
const sources: MailSource[] = [];
afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

type Opened = { source: MailSource; refs: MessageRef[]; server: ScriptedPop3 };

async function open(script: Partial<Pop3Script> = {}, network: Partial<NetworkPolicy> = {}): Promise<Opened> {
  const server = await startPop3({ mensagens: MESSAGES, uids: ["a", "b", "c"], ...script });
  servers.push(server);
  const source = await openMailSource(mailboxOf(server.porta), { ...NETWORK, ...network });
  sources.push(source);
  return { source, refs: (await source.list()).refs, server };
}

describe("deleting messages by POP3", () => {
  test("remove deletes exactly the given messages before it resolves", async () => {
    const { source, refs, server } = await open();
    await source.remove(refs.filter(({ uid }) => uid !== "b"));
    expect(server.deleted).toEqual([1, 3]);
    expect(server.commands.slice(-3)).toEqual(["DELE 1", "DELE 3", "QUIT"]);
    await expect(source.list()).rejects.toMatchObject({ causa: "interrompida" });
  });

  test("remove identifies messages by uid, not by the number of an earlier session", async () => {
    const { source, server } = await open();
    await source.remove([{ uid: "c", numero: 1, tamanho: 0 }]);
    expect(server.deleted).toEqual([3]);
  });

  test("remove ignores messages already deleted, and the session continues", async () => {
    const { source, server } = await open();
    await source.remove([{ uid: "z", numero: 1, tamanho: 0 }]);
    await source.remove([]);
    expect((await source.list()).refs).toHaveLength(3);
    expect(server.commands.join()).not.toMatch(/DELE|QUIT/);
  });

  test.each<[string, Record<string, string>]>([
    ["a DELE is refused", { DELE: "-ERR read only\r\n" }],
    ["QUIT reports messages not removed", { QUIT: "-ERR some deleted messages not removed\r\n" }],
  ])("remove rejects when %s", async (_, replies) => {
    const { source, refs } = await open({ replies });
    await expect(source.remove(refs)).rejects.toMatchObject({ causa: "protocolo", soMensagem: false });
  });

  test("remove rejects when QUIT gets no reply", async () => {
    const { source, refs } = await open({ replies: { QUIT: "" } }, IMPATIENT);
    await expect(source.remove(refs)).rejects.toMatchObject({ causa: "tempo" });
  });

  test("a connection lost before QUIT deletes nothing", async () => {
    const { source, refs, server } = await open({ replies: { DELE: ["+OK\r\n", "+OK\r\n", ""] } }, IMPATIENT);
    await expect(source.remove(refs)).rejects.toMatchObject({ causa: "tempo" });
    expect(server.deleted).toEqual([]);
  });
});

describe("a POP3 server that deletes fetched messages at QUIT (EXPIRE 0)", () => {
  test("the server gets no QUIT when QUIT would delete other messages", async () => {
    const { source, refs, server } = await open({ capabilities: EXPIRE });
    const [a, b] = refs;
    if (a === undefined || b === undefined) throw new Error("no messages");
    await source.fetch(a);
    await source.fetch(b);
    await expect(source.remove([a])).rejects.toMatchObject({ causa: "protocolo", soMensagem: true });
    expect((await source.list()).refs).toHaveLength(3);
    await source.close();
    expect(server.commands).not.toContain("QUIT");
    expect(server.deleted).toEqual([]);
  });

  test("the server gets QUIT when QUIT deletes only the fetched messages", async () => {
    const { source, refs, server } = await open({ capabilities: EXPIRE });
    const [a] = refs;
    if (a === undefined) throw new Error("no message");
    await source.fetch(a);
    await source.remove([a]);
    expect(server.deleted).toEqual([1]);
  });
});
