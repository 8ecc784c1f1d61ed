import type { Socket } from "node:net";
import Pop3Command from "node-pop3";
import { afterEach, describe, expect, test } from "vitest";
import { type FailureCause, MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import type { MailboxConfig, MailSource } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import {
  mailboxOf,
  type Pop3Script,
  type ScriptedPop3,
  startPop3,
  wire,
  writePieces,
} from "../tests/pop3-server.ts";

const NETWORK: NetworkPolicy = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 20_000,
  ociosoMs: 20_000,
  totalMs: 40_000,
  maxBytes: 1_000_000,
};

/** Upper bound of any reply: far above 400 ms, far below a hang. */
const NEVER_MS = 15_000;
/** Idle deadline for servers that stall; all others have time on a busy machine. */
const IMPATIENT = { ociosoMs: 400 };

const servers: ScriptedPop3[] = [];
const sources: MailSource[] = [];

afterEach(async () => {
  await Promise.all(sources.splice(0).map((source) => source.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(script: Pop3Script): Promise<{ server: ScriptedPop3; mailbox: MailboxConfig }> {
  const server = await startPop3(script);
  servers.push(server);
  return { server, mailbox: mailboxOf(server.porta) };
}

async function open(
  script: Pop3Script,
  network: Partial<NetworkPolicy> = {},
): Promise<MailSource & { server: ScriptedPop3 }> {
  const { server, mailbox } = await start(script);
  const source = await openMailSource(mailbox, { ...NETWORK, ...network });
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

const XML = Buffer.from(
  "From: a@b\r\nSubject: x\r\n\r\nvalor 1.234,56\r\n.começa com ponto\r\n..\r\n.\r\nl\xe3 \xff\x00 a\n.\nb\r\nfim.\r\n",
  "latin1",
);
const LARGE = Buffer.from(`A: b\r\n\r\n${"x".repeat(65_536)}\r\n.${"y".repeat(65_536)}\r\n`);

describe("a message arrives byte for byte however the network splits it", () => {
  const fetchWith = async (entrega: Pop3Script["entrega"], message = XML): Promise<Buffer> => {
    const source = await open({ mensagens: [message], ...(entrega && { entrega }) });
    const [ref] = (await source.list()).refs;
    if (ref === undefined) throw new Error("no message");
    return Buffer.from(await source.fetch(ref));
  };

  test("a message in one piece arrives whole", async () => {
    expect((await fetchWith(undefined)).equals(XML)).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    "a terminator split %i bytes before its end ends the message",
    async (back) => {
      const got = await fetchWith((socket, answer) =>
        writePieces(socket, [answer.subarray(0, -back), answer.subarray(-back)]),
      );
      expect(got.equals(XML)).toBe(true);
    },
  );

  test("a segment that is just a dot inside a line is content", async () => {
    const got = await fetchWith((socket, answer) => {
      const dot = answer.indexOf("1.234") + 1;
      return writePieces(socket, [
        answer.subarray(0, dot),
        answer.subarray(dot, dot + 1),
        answer.subarray(dot + 1),
      ]);
    });
    expect(got.equals(XML)).toBe(true);
  });

  test("a segment that is just dot CRLF at the end of a line is content", async () => {
    const got = await fetchWith((socket, answer) => {
      const dot = answer.indexOf("fim.") + 3;
      return writePieces(socket, [
        answer.subarray(0, dot),
        answer.subarray(dot, dot + 3),
        answer.subarray(dot + 3),
      ]);
    });
    expect(got.equals(XML)).toBe(true);
  });

  test("a message of one byte per segment arrives whole", async () => {
    const got = await fetchWith((socket, answer) =>
      writePieces(
        socket,
        Array.from(answer, (byte) => Buffer.of(byte)),
      ),
    );
    expect(got.equals(XML)).toBe(true);
  });

  test("a message with lines of 64 KB arrives whole", async () => {
    expect((await fetchWith(undefined, LARGE)).equals(LARGE)).toBe(true);
  });

  test("a status line and first content in one segment are separated", async () => {
    const got = await fetchWith((socket, answer) =>
      writePieces(socket, [answer.subarray(0, 8), answer.subarray(8)]),
    );
    expect(got.equals(XML)).toBe(true);
  });

  test("node-pop3 reads the same message from a well-behaved server", async () => {
    const plain = Buffer.from("From: a@b\r\nSubject: x\r\n\r\num\r\ndois\r\n");
    const { server, mailbox } = await start({ mensagens: [plain] });
    const other = new Pop3Command({
      host: mailbox.servidor,
      port: server.porta,
      user: "ana",
      password: "segredo",
    });
    const theirs = Buffer.from(await other.RETR(1), "utf8");
    const uidl = await other.UIDL();
    await other.QUIT();
    const ours = await openMailSource(mailbox, NETWORK);
    sources.push(ours);
    const { refs } = await ours.list();
    expect(refs.map((ref) => [String(ref.numero), ref.uid])).toEqual(uidl);
    const bytes = refs[0] && Buffer.from(await ours.fetch(refs[0]));
    expect(bytes?.equals(plain)).toBe(true);
    // node-pop3 treats the last CRLF as part of the terminator
    expect(theirs.toString().trimEnd()).toBe(plain.toString().trimEnd());
  });
});

describe("a fault within a message is an outage, never a hang or a partial message", () => {
  const half = (answer: Buffer): Buffer => answer.subarray(0, 30);
  const cases: [string, Pop3Script["entrega"], FailureCause][] = [
    ["the server closes", (socket, answer) => void socket.end(half(answer)), "interrompida"],
    [
      "the server resets",
      (socket, answer) =>
        void socket.write(half(answer), () => setTimeout(() => socket.resetAndDestroy(), 20)),
      "interrompida",
    ],
    ["the server stalls", (socket, answer) => void socket.write(half(answer)), "tempo"],
    ["the server stalls before answering", () => undefined, "tempo"],
    [
      "an -ERR line instead of the rest",
      (socket, answer) => void socket.write(`${half(answer)}\r\n-ERR disk\r\n`),
      "tempo",
    ],
    [
      "an -ERR line and a close",
      (socket, answer) => void socket.end(`${half(answer)}\r\n-ERR disk\r\n`),
      "interrompida",
    ],
    ["RETR refused", (socket) => void socket.write("-ERR gone\r\n"), "protocolo"],
    ["neither +OK nor -ERR", (socket) => void socket.write("* BAD IMAP here\r\n"), "protocolo"],
    ["an endless status line", (socket) => void socket.write(Buffer.alloc(100_000, 0x78)), "protocolo"],
    ["an unstuffed dot line", (socket) => void socket.write("+OK\r\na\r\n.\r\nb\r\n.\r\n"), "protocolo"],
  ];

  test.each(cases)("a fault within a message is an outage: %s", async (_, entrega, cause) => {
    const source = await open(
      { mensagens: [XML], ...(entrega && { entrega }) },
      cause === "tempo" ? IMPATIENT : {},
    );
    const [ref] = (await source.list()).refs;
    const begin = Date.now();
    expect(ref && (await causeOf(source.fetch(ref)))).toBe(cause);
    expect(Date.now() - begin).toBeLessThan(NEVER_MS);
  });

  test("a reply that arrives too slowly meets the idle deadline but not the total one", async () => {
    const drip = (socket: Socket, answer: Buffer): void => {
      let sent = 0;
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else socket.write(answer.subarray(sent, ++sent));
      }, 50);
    };
    const source = await open({ mensagens: [LARGE], entrega: drip }, { totalMs: 600 });
    const [ref] = (await source.list()).refs;
    const begin = Date.now();
    expect(ref && (await causeOf(source.fetch(ref)))).toBe("tempo");
    expect(Date.now() - begin).toBeGreaterThan(500);
    expect(Date.now() - begin).toBeLessThan(NEVER_MS);
  });

  test("after an outage every later call fails with the same cause", async () => {
    const source = await open({ mensagens: [XML], entrega: (socket) => void socket.destroy() });
    const [ref] = (await source.list()).refs;
    expect(ref && (await causeOf(source.fetch(ref)))).toBe("interrompida");
    expect(await causeOf(source.list())).toBe("interrompida");
    expect(ref && (await causeOf(source.fetch(ref)))).toBe("interrompida");
  });

  test("a flood of unrequested bytes ends the session", async () => {
    const source = await open({ mensagens: [XML] });
    await source.list();
    const flooder = await open({
      mensagens: [XML],
      replies: { LIST: `+OK\r\n.\r\n${"z".repeat(200_000)}` },
    });
    expect(await causeOf(flooder.list().then(() => flooder.list()))).toBe("protocolo");
  });
});

describe("messages larger than they should be", () => {
  test("a message that LIST declares too large is not requested, and the next one is fetched", async () => {
    const source = await open({ mensagens: [XML, LARGE] }, { maxBytes: 10_000 });
    const [small, large] = (await source.list()).refs;
    if (large === undefined) throw new Error("no message");
    await expect(source.fetch(large)).rejects.toMatchObject({ causa: "grande-demais", soMensagem: true });
    expect(source.server.commands).not.toContain("RETR 2");
    expect(small && Buffer.from(await source.fetch(small)).equals(XML)).toBe(true);
  });

  test("a message larger than declared is refused, and the next one is fetched", async () => {
    const source = await open({ mensagens: [LARGE, XML], tamanhos: [10, 10] }, { maxBytes: 100_000 });
    const [liar, honest] = (await source.list()).refs;
    expect(liar && (await causeOf(source.fetch(liar)))).toBe("grande-demais");
    expect(honest && Buffer.from(await source.fetch(honest)).equals(XML)).toBe(true);
  });

  test("a message without end is disconnected, and the fault is not attributed to the next one", async () => {
    const source = await open({ mensagens: [LARGE, XML], tamanhos: [10, 10] }, { maxBytes: 1000 });
    const [liar, honest] = (await source.list()).refs;
    expect(liar && (await causeOf(source.fetch(liar)))).toBe("grande-demais");
    expect(honest && (await causeOf(source.fetch(honest)))).toBe("interrompida");
  });

  test("a message that the server refuses does not affect the others", async () => {
    const source = await open({ mensagens: [XML] });
    const gone = source.fetch({ numero: 9, uid: "9", tamanho: 1 });
    await expect(gone).rejects.toMatchObject({ causa: "protocolo", soMensagem: true });
    expect((await source.list()).refs).toHaveLength(1);
    await source.close();
    await expect(source.list()).rejects.toMatchObject({ causa: "interrompida", soMensagem: false });
  });

  test("a message with a wrong size in LIST is fetched whole", async () => {
    const source = await open({ mensagens: [XML], tamanhos: [7] });
    const [ref] = (await source.list()).refs;
    expect(ref?.tamanho).toBe(7);
    expect(ref && Buffer.from(await source.fetch(ref)).equals(XML)).toBe(true);
  });
});

describe("the POP3 session", () => {
  test("a session that only fetched deletes nothing and ends with QUIT", async () => {
    const source = await open({ mensagens: [XML, LARGE] });
    for (const ref of (await source.list()).refs) await source.fetch(ref);
    await source.close();
    expect(source.server.commands.filter((command) => command.startsWith("DELE"))).toEqual([]);
    expect(source.server.commands.at(-1)).toBe("QUIT");
  });

  test("a server that deletes fetched messages at QUIT gets no QUIT", async () => {
    const source = await open({ mensagens: [XML], replies: { CAPA: "+OK\r\nUIDL\r\nEXPIRE 0\r\n.\r\n" } });
    for (const ref of (await source.list()).refs) await source.fetch(ref);
    await source.close();
    expect(source.server.commands).not.toContain("QUIT");
  });

  test("a session works with a server without CAPA", async () => {
    const source = await open({ mensagens: [XML], replies: { CAPA: "-ERR what?\r\n" } });
    expect((await source.list()).refs).toHaveLength(1);
  });

  test("overlapping calls run one after another", async () => {
    const source = await open({ mensagens: [XML, LARGE] });
    const [a, b] = (await source.list()).refs;
    if (a === undefined || b === undefined) throw new Error("no messages");
    const got = await Promise.all([source.fetch(a), source.fetch(b), source.list(), source.fetch(a)]);
    expect(Buffer.from(got[1] as Uint8Array).equals(LARGE)).toBe(true);
    expect(Buffer.from(got[3] as Uint8Array).equals(XML)).toBe(true);
  });

  test("closing twice, or after the server closed, is harmless", async () => {
    const source = await open({ mensagens: [XML], replies: { QUIT: "" } }, { ociosoMs: 100 });
    await source.close();
    await source.close();
    expect(await causeOf(source.list())).not.toBe("nada");
  });
});

test("the scripted server stuffs dots as in RFC 1939", () => {
  expect(wire(Buffer.from(".a\r\nb\r\n")).toString()).toBe("..a\r\nb\r\n.\r\n");
});
