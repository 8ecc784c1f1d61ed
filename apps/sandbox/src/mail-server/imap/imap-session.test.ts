import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRandomSource } from "../../random-source.ts";
import { type Caixa, openCaixa } from "../caixa.ts";
import { createCaixaGate } from "../caixa-gate.ts";
import { createFaultScript, type FaultScript } from "../mail-faults.ts";
import type { Reply, Session } from "../session.ts";
import { decodeName, encodeName } from "./folder-names.ts";
import { createImapSession } from "./imap-session.ts";

const CREDENTIALS = { usuario: "caixa@casa.example", senha: 'uma "senha" é \\assim' };
const FIRST_MESSAGE = "From: a@casa.example\r\nSubject: um\r\n dois\r\nDate: hoje\r\n\r\ncorpo é\r\n";
const DAY = new Date("2026-03-05T12:34:56Z");

let dir: string;
let caixa: Caixa;
let otherFolder: Caixa;
let script: FaultScript;
let pushed: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-imap-"));
  caixa = openCaixa(dir, { now: () => DAY });
  otherFolder = openCaixa(dir, { pasta: "notas", now: () => DAY });
  script = createFaultScript(createRandomSource());
  pushed = "";
  caixa.put(Buffer.from(FIRST_MESSAGE));
  caixa.put(Buffer.from("Subject: dois\r\n\r\nb\r\n"));
  caixa.put(Buffer.from("Subject: tres\r\n\r\nc\r\n"));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function textOf(replies: Iterable<Reply>): string {
  let text = "";
  for (const { partes } of replies) for (const { bytes } of partes) text += bytes.toString("latin1");
  return text;
}

function open(): Session {
  const gate = createCaixaGate({
    credencial: CREDENTIALS,
    isTokenValid: (token) => token === "bom",
    script,
  });
  const push = (reply: Reply): void => {
    pushed += textOf([reply]);
  };
  const pastas = [
    { nome: "INBOX", caixa },
    { nome: "Notas eletrônicas", caixa: otherFolder },
  ];
  return createImapSession({ folders: pastas, gate, script, connection: { isSecure: false, push } });
}

/** The replies of the session to each line. */
function talkTo(session: Session, ...lines: string[]): string[] {
  return lines.map((line) => textOf(session.receive(Buffer.from(`${line}\r\n`))));
}

function talk(...lines: string[]): string[] {
  return talkTo(open(), ...lines);
}

const LOGIN = 'a LOGIN caixa@casa.example "uma \\"senha\\" é \\\\assim"';
const SELECT = "a SELECT inbox";

function selected(...lines: string[]): string[] {
  return talk(LOGIN, SELECT, ...lines).slice(2);
}

describe("signing in to an IMAP session", () => {
  test("the session shows nothing of the mailbox before sign-in", () => {
    expect(talk("a SELECT INBOX", 'b LIST "" *', "c LOGIN x y", "d NOOP", "e NADA")).toEqual([
      "a NO [AUTHENTICATIONFAILED] sign in first\r\n",
      "b NO [AUTHENTICATIONFAILED] sign in first\r\n",
      "c NO [AUTHENTICATIONFAILED] invalid user or password\r\n",
      "d OK done\r\n",
      "e BAD unknown command\r\n",
    ]);
  });

  test("LOGIN accepts a password as quoted string, synchronizing and non-synchronizing literal", () => {
    const bytes = Buffer.byteLength(CREDENTIALS.senha);
    expect(talk(LOGIN)).toEqual(["a OK welcome\r\n"]);
    expect(talk(`b LOGIN caixa@casa.example {${bytes}}`, CREDENTIALS.senha)).toEqual([
      "+ go on\r\n",
      "b OK welcome\r\n",
    ]);
    expect(talk(`c LOGIN caixa@casa.example {${bytes}+}\r\n${CREDENTIALS.senha}`)).toEqual([
      "c OK welcome\r\n",
    ]);
  });

  test("AUTHENTICATE accepts PLAIN and XOAUTH2, with and without an initial response", () => {
    const plain = Buffer.from(`\0${CREDENTIALS.usuario}\0${CREDENTIALS.senha}`).toString("base64");
    const token = (text: string) =>
      Buffer.from(`user=${CREDENTIALS.usuario}\x01auth=Bearer ${text}\x01\x01`).toString("base64");
    expect(talk(`a AUTHENTICATE PLAIN ${plain}`)).toEqual(["a OK welcome\r\n"]);
    expect(talk("a AUTHENTICATE plain", plain)).toEqual(["+ \r\n", "a OK welcome\r\n"]);
    expect(talk(`a AUTHENTICATE XOAUTH2 ${token("bom")}`)).toEqual(["a OK welcome\r\n"]);
    const [question, refusal] = talk(`a AUTHENTICATE XOAUTH2 ${token("velho")}`, "");
    expect(JSON.parse(Buffer.from(question?.slice(2) ?? "", "base64").toString()).status).toBe("401");
    expect(refusal).toBe("a NO [AUTHENTICATIONFAILED] invalid user or password\r\n");
    expect(talk("a AUTHENTICATE PLAIN", "*")[1]).toBe("a BAD malformed or cancelled\r\n");
    expect(talk("a AUTHENTICATE CRAM-MD5")).toEqual(["a NO [CANNOT] unknown mechanism\r\n"]);
  });

  test("STARTTLS discards commands that were sent unencrypted after it", () => {
    const session = open();
    const replies = session.receive(Buffer.from("a STARTTLS\r\nb LOGIN x y\r\n"))[Symbol.iterator]();
    expect(replies.next().value).toMatchObject({ followUp: "tls" });
    session.secure();
    expect(talkTo(session, "c CAPABILITY")).toEqual([
      "* CAPABILITY IMAP4rev1 LITERAL+ ID NAMESPACE UNSELECT UIDPLUS IDLE SASL-IR AUTH=PLAIN AUTH=XOAUTH2\r\nc OK done\r\n",
    ]);
    expect(talkTo(session, "d STARTTLS")).toEqual(["d BAD TLS is on already\r\n"]);
  });
});

describe("folders of an IMAP mailbox", () => {
  test("LIST returns folders by pattern, with names in modified UTF-7", () => {
    const [, all, level, one, root] = talk(
      LOGIN,
      'a LIST "" "*"',
      'a LSUB "" %',
      'a LIST "" inbox',
      'a LIST "" ""',
    );
    const inbox = '* LIST (\\HasNoChildren) "/" "INBOX"\r\n';
    expect(all).toBe(`${inbox}* LIST (\\HasNoChildren) "/" "Notas eletr&APQ-nicas"\r\na OK done\r\n`);
    expect(level).toContain("* LSUB");
    expect(one).toBe(`${inbox}a OK done\r\n`);
    expect(root).toBe('* LIST (\\Noselect) "/" ""\r\na OK done\r\n');
  });

  test.each(["INBOX", "Notas eletrônicas", "a & b", "入金/通知", "~peter/mail/日本語"])(
    "the folder name %s is encoded in ASCII and decoded back",
    (nome) => {
      expect(encodeName(nome)).toMatch(/^[ -~]*$/);
      expect(decodeName(encodeName(nome))).toBe(nome);
    },
  );

  test("SELECT returns UIDVALIDITY and UIDNEXT, and STATUS returns both without selecting the folder", () => {
    const [, select, status, none] = talk(
      LOGIN,
      SELECT,
      'b STATUS "Notas eletr&APQ-nicas" (MESSAGES UIDNEXT UIDVALIDITY UNSEEN)',
      "c SELECT nada",
    );
    expect(select).toContain("* 3 EXISTS\r\n");
    expect(select).toContain(
      `* OK [UIDVALIDITY ${caixa.uidValidity}] UIDs hold\r\n* OK [UIDNEXT 4] next UID\r\n`,
    );
    expect(select).toMatch(/a OK \[READ-WRITE\] done\r\n$/);
    expect(status).toBe(
      `* STATUS "Notas eletr&APQ-nicas" (MESSAGES 0 UIDNEXT 1 UIDVALIDITY ${otherFolder.uidValidity} UNSEEN 0)\r\nb OK done\r\n`,
    );
    expect(none).toBe("c NO [NONEXISTENT] no such folder\r\n");
  });

  test("APPEND adds a message to a folder", () => {
    const raw = "Subject: solto\r\n\r\noi\r\n";
    const [, appended] = talk(LOGIN, `b APPEND "Notas eletr&APQ-nicas" (\\Seen) {${raw.length}+}\r\n${raw}`);
    expect(appended).toBe(`b OK [APPENDUID ${otherFolder.uidValidity} 1] done\r\n`);
    const [message] = otherFolder.list();
    expect(message && otherFolder.read(message).toString()).toBe(raw);
  });
});

describe("messages of an IMAP folder", () => {
  test("FETCH returns sizes, dates, flags and the exact bytes of a message", () => {
    const bytes = Buffer.from(FIRST_MESSAGE).toString("latin1");
    const header = bytes.slice(0, bytes.indexOf("\r\n\r\n") + 4);
    const [whole, head, part] = selected(
      "b UID FETCH 1 (UID FLAGS RFC822.SIZE INTERNALDATE BODY.PEEK[])",
      "c UID FETCH 1 BODY.PEEK[HEADER]",
      "d FETCH 1 (BODY.PEEK[]<5.7> BODY.PEEK[HEADER.FIELDS (Subject X-Nada)])",
    );
    expect(whole).toBe(
      `* 1 FETCH (UID 1 FLAGS () RFC822.SIZE ${bytes.length} INTERNALDATE " 5-Mar-2026 12:34:56 +0000" BODY[] {${bytes.length}}\r\n${bytes})\r\nb OK done\r\n`,
    );
    expect(head).toBe(`* 1 FETCH (UID 1 BODY[HEADER] {${header.length}}\r\n${header})\r\nc OK done\r\n`);
    const fields = "Subject: um\r\n dois\r\n\r\n";
    expect(part).toBe(
      `* 1 FETCH (BODY[]<5> {7}\r\n ${bytes.slice(6, 12)} BODY[HEADER.FIELDS (SUBJECT X-NADA)] {${fields.length}}\r\n${fields})\r\nd OK done\r\n`,
    );
  });

  test("BODY[] marks a message as seen; BODY.PEEK[] and EXAMINE never do", () => {
    const flags = () => caixa.list().map((message) => [...caixa.flagsOf(message)]);
    selected("b FETCH 1 BODY.PEEK[]");
    talk(LOGIN, "a EXAMINE INBOX", "b FETCH 1 BODY[]", "c STORE 1 +FLAGS (\\Seen)");
    expect(flags()).toEqual([[], [], []]);
    expect(selected("b UID FETCH 2 BODY[TEXT]")[0]).toContain(" FLAGS (\\Seen))\r\n");
    expect(flags()).toEqual([[], ["\\Seen"], []]);
  });

  test.each([
    ["ALL", "1 2 3"],
    ["2:*", "2 3"],
    ["UID 2:3 UNSEEN", "3"],
    ["SEEN", "2"],
    ["NOT SEEN", "1 3"],
    ["OR SEEN SUBJECT um", "1 2"],
    ['(SUBJECT "um dois") SINCE 5-Mar-2026', "1"],
    ["BEFORE 5-Mar-2026", ""],
    ["ON 5-Mar-2026 SMALLER 30", "2 3"],
    ["HEADER From casa.example", "1"],
    ["CHARSET UTF-8 BODY é", "1"],
  ])("SEARCH %s finds the messages %j", (criteria, found) => {
    const [, answer] = selected("a STORE 2 +FLAGS.SILENT (\\seen)", `b UID SEARCH ${criteria}`);
    expect(answer).toBe(`* SEARCH${found && ` ${found}`}\r\nb OK done\r\n`);
  });

  test("a session refuses malformed commands and continues", () => {
    const answers = selected(
      "b FETCH",
      "c FETCH x FLAGS",
      "d UID SEARCH NADA",
      "(",
      "e FETCH 1 (FLAGS",
      "f NOOP",
    );
    expect(answers.map((answer) => answer.slice(0, 5))).toEqual([
      "b BAD",
      "c BAD",
      "d BAD",
      "* BAD",
      "e BAD",
      "f OK ",
    ]);
  });

  test("UID EXPUNGE deletes only the named messages, EXPUNGE all messages marked for deletion", () => {
    const mark = "b UID STORE 1:2 +FLAGS.SILENT (\\Deleted)";
    expect(selected(mark, "c UID EXPUNGE 2,3")[1]).toBe("* 2 EXPUNGE\r\nc OK done\r\n");
    expect(caixa.list().map(({ uid }) => uid)).toEqual([1, 3]);
    expect(selected("c EXPUNGE")[0]).toBe("* 1 EXPUNGE\r\nc OK done\r\n");
    expect(caixa.list().map(({ uid }) => uid)).toEqual([3]);
  });

  test("NOOP reports arrivals and deletions of messages", () => {
    const session = open();
    talkTo(session, LOGIN, SELECT);
    const [first, second] = caixa.list();
    caixa.remove([first?.uidl ?? "", second?.uidl ?? ""]);
    caixa.put(Buffer.from("Subject: quatro\r\n\r\n"));
    expect(talkTo(session, "b NOOP", "c UID SEARCH ALL", "d UID FETCH 1 BODY[]")).toEqual([
      "* 2 EXPUNGE\r\n* 1 EXPUNGE\r\n* 2 EXISTS\r\nb OK done\r\n",
      "* SEARCH 3 4\r\nc OK done\r\n",
      "d OK done\r\n",
    ]);
  });

  test("IDLE reports the arrival of a message at once, and nothing after DONE", () => {
    const session = open();
    const [, , idling] = talkTo(session, LOGIN, SELECT, "b IDLE");
    expect(idling).toBe("+ idling\r\n");
    caixa.put(Buffer.from("Subject: novo\r\n\r\n"));
    expect(pushed).toBe("* 4 EXISTS\r\n");
    expect(talkTo(session, "DONE")).toEqual(["b OK done\r\n"]);
    caixa.put(Buffer.from("Subject: outro\r\n\r\n"));
    expect(pushed).toBe("* 4 EXISTS\r\n");
  });
});

describe("faults of the IMAP server", () => {
  test("a rebuilt folder has a higher UIDVALIDITY and new UIDs, and open sessions end", () => {
    const session = open();
    talkTo(session, LOGIN, SELECT);
    const before = caixa.uidValidity;
    caixa.remove([caixa.list()[0]?.uidl ?? ""]);
    caixa.rebuild();
    expect(talkTo(session, "b NOOP")).toEqual(["* BYE the folder was rebuilt\r\n"]);
    expect(caixa.uidValidity).toBeGreaterThan(before);
    expect(caixa.list().map(({ uid }) => uid)).toEqual([1, 2]);
  });

  test("by a fault the server reports wrong sizes, refuses messages, or lacks UIDPLUS and IDLE", () => {
    const size = () => selected("b FETCH 2 RFC822.SIZE")[0];
    const honest = size();
    script.set({ nome: "tamanho-errado" });
    expect(size()).not.toBe(honest);
    script.set({ nome: "recusar-mensagem", vezes: 1 });
    expect(selected("b FETCH 1 BODY.PEEK[]", "c FETCH 3 BODY.PEEK[]")[0]).toMatch(/^b NO \[UNAVAILABLE\]/);
    expect(script.fault.nome).toBe("nenhuma");
    script.set({ nome: "sem-uidplus" });
    expect(selected("b UID EXPUNGE 1", "c CAPABILITY").join("")).not.toMatch(/OK \[|UIDPLUS/);
    script.set({ nome: "sem-idle" });
    expect(selected("b IDLE")[0]).toBe("b BAD unknown command\r\n");
  });
});

test("UIDs, UIDVALIDITY, flags and UIDNEXT survive a restart, even if the folder has no messages", () => {
  selected("b STORE 1 FLAGS (\\Flagged $Minha)");
  const [, , last] = caixa.list();
  caixa.remove([last?.uidl ?? ""]);
  const again = openCaixa(dir);
  expect(again.list()).toEqual(caixa.list());
  expect([again.uidValidity, again.uidNext]).toEqual([caixa.uidValidity, 4]);
  const [first] = again.list();
  expect(first && [...again.flagsOf(first)]).toEqual(["\\Flagged", "$Minha"]);
});

test("a UID is never reused, even if its message was deleted before a restart", () => {
  const [, , last] = caixa.list();
  caixa.remove([last?.uidl ?? ""]);
  expect(openCaixa(dir).put(Buffer.from("Subject: quatro\r\n\r\n")).uid).toBe(4);
});
