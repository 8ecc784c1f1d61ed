import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRandomSource } from "../../random-source.ts";
import { type Caixa, openCaixa } from "../caixa.ts";
import { createCaixaGate } from "../caixa-gate.ts";
import { createFaultScript, type FaultScript } from "../mail-faults.ts";
import { stuffDots } from "./message.ts";
import { createPop3Session } from "./pop3-session.ts";

const CREDENTIALS = { usuario: "caixa@casa.example", senha: "uma senha com espaços" };
const MESSAGE = "Subject: um\r\n\r\n.linha com ponto\r\n..dois\r\nfim";

let dir: string;
let caixa: Caixa;
let script: FaultScript;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-pop3-"));
  caixa = openCaixa(dir);
  script = createFaultScript(createRandomSource());
  caixa.put(Buffer.from(MESSAGE));
  caixa.put(Buffer.from("Subject: dois\r\n\r\nb\r\n"));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const TOKEN = "um-token";

/** The replies of the session to each line. */
function talk(...lines: string[]): string[] {
  const gate = createCaixaGate({
    credencial: CREDENTIALS,
    isTokenValid: (token) => token === TOKEN,
    script,
  });
  const session = createPop3Session({ caixa, gate, script, connection: { isSecure: false } });
  return lines.map((line) => {
    const replies = [...session.receive(Buffer.from(`${line}\r\n`))];
    const bytes = replies.flatMap(({ partes }) => [...partes].map((parte) => parte.bytes));
    return Buffer.concat(bytes).toString("latin1");
  });
}

const LOGIN = ["USER Caixa@Casa.example", `PASS ${CREDENTIALS.senha}`];

test("a POP3 session shows nothing of the mailbox before the password", () => {
  expect(talk("STAT", "PASS x", "USER a", "PASS b")).toEqual([
    "-ERR [AUTH] sign in first\r\n",
    "-ERR USER first\r\n",
    "+OK send PASS\r\n",
    "-ERR [AUTH] invalid user or password\r\n",
  ]);
});

test("a POP3 session lists, numbers and measures the mailbox as it was at sign-in", () => {
  const [, , stat, list, uidl, one] = talk(...LOGIN, "STAT", "LIST", "UIDL", "LIST 2");
  const [a, b] = caixa.list();
  expect(stat).toBe(`+OK 2 ${MESSAGE.length + 2 + 20}\r\n`);
  expect(list).toBe(`+OK 2 messages\r\n1 ${MESSAGE.length + 2}\r\n2 20\r\n.\r\n`);
  expect(uidl).toContain(`1 ${a?.uidl}\r\n2 ${b?.uidl}\r\n.\r\n`);
  expect(one).toBe("+OK 2 20\r\n");
});

test("RETR doubles leading dots and ends the message with a dot line", () => {
  const [, , retr] = talk(...LOGIN, "RETR 1");
  expect(retr).toBe(
    `+OK ${MESSAGE.length + 2} octets\r\nSubject: um\r\n\r\n..linha com ponto\r\n...dois\r\nfim\r\n.\r\n`,
  );
});

test("TOP returns the header of a message and the requested number of lines", () => {
  expect(talk(...LOGIN, "TOP 1 1")[2]).toBe("+OK\r\nSubject: um\r\n\r\n..linha com ponto\r\n.\r\n");
  expect(talk(...LOGIN, "TOP 1 0")[2]).toBe("+OK\r\nSubject: um\r\n\r\n.\r\n");
});

test("a message is deleted at QUIT, not at DELE, and never after RSET", () => {
  talk(...LOGIN, "DELE 1");
  talk(...LOGIN, "DELE 1", "RSET", "QUIT");
  expect(caixa.list()).toHaveLength(2);
  expect(talk(...LOGIN, "DELE 1", "RETR 1", "STAT").slice(3)).toEqual([
    "-ERR no such message\r\n",
    "+OK 1 20\r\n",
  ]);
  talk(...LOGIN, "DELE 1", "QUIT");
  expect(caixa.list()).toHaveLength(1);
});

test("the mailbox survives a restart with its order and UIDLs", () => {
  expect(openCaixa(dir).list()).toEqual(caixa.list());
  const put = openCaixa(dir).put(Buffer.from("Subject: tres\r\n\r\n\r\n"));
  expect(openCaixa(dir).list().at(-1)).toEqual(put);
});

test.each([
  [".", "..\r\n.\r\n"],
  ["a\r\n.b\r\n", "a\r\n..b\r\n.\r\n"],
  ["a\r\n.\r\n.\r\n", "a\r\n..\r\n..\r\n.\r\n"],
  ["a\n.b\r\n", "a\n.b\r\n.\r\n"],
])("dots are doubled only at the start of a line: %j", (raw, sent) => {
  const ended = raw.endsWith("\r\n") ? raw : `${raw}\r\n`;
  expect(stuffDots(Buffer.from(ended)).toString()).toBe(sent);
});
