import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MailOutage } from "../failure/outage.ts";
import { wire } from "../tests/pop3-server.ts";
import { DotReader, LineReader, STATUS_MAX_BYTES } from "./framing.ts";

const MIB = 1024 * 1024;

function readPieces(pieces: readonly Buffer[], maxBytes = MIB): { bytes: Buffer; rest: Buffer } | null {
  const reader = new DotReader(maxBytes);
  for (const [index, piece] of pieces.entries()) {
    const answer = reader.push(piece);
    if (answer === null) continue;
    expect(answer.value.excedeu).toBe(false);
    return { bytes: answer.value.bytes, rest: Buffer.concat([answer.rest, ...pieces.slice(index + 1)]) };
  }
  return null;
}

const MESSAGES: Record<string, Buffer> = {
  "one line": Buffer.from("a\r\n"),
  "lines that start with a dot": Buffer.from(".\r\n..\r\n...\r\n.a\r\n"),
  "dots inside and at the end of lines": Buffer.from("valor 1.234,56\r\nfim.\r\n"),
  "bare LF, bare CR and dots between them": Buffer.from("a\n.\nb\r.\rc\n.\r\nd\r\r\n.\r\n"),
  "8-bit bytes and zeros": Buffer.from([0, 0xff, 0xe3, 0x0d, 0x0a, 0x2e, 0x00, 0x0d, 0x0a]),
  "a line of 64 KB": Buffer.from(`${"x".repeat(65_536)}\r\n`),
  empty: Buffer.alloc(0),
};

describe("the framer returns a message byte for byte", () => {
  test.each(Object.entries(MESSAGES))("a message split in two at any byte is whole: %s", (_, message) => {
    const stream = message.length === 0 ? Buffer.from(".\r\n") : wire(message);
    const step = stream.length > 1000 ? 997 : 1;
    for (let cut = 0; cut <= stream.length; cut += step) {
      const got = readPieces([stream.subarray(0, cut), stream.subarray(cut)]);
      expect(got?.bytes.equals(message), `cut at ${cut}`).toBe(true);
    }
  });

  test.each(Object.entries(MESSAGES))(
    "a message that arrives one byte at a time is whole: %s",
    (_, message) => {
      const stream = message.length === 0 ? Buffer.from(".\r\n") : wire(message);
      const got = readPieces(Array.from(stream, (byte) => Buffer.of(byte)));
      expect(got?.bytes.equals(message)).toBe(true);
    },
  );

  test("random content, split anywhere, is whole", () => {
    const byte = fc.constantFrom(0x0d, 0x0a, 0x2e, 0x61, 0x00, 0xe3);
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 40 }),
        fc.array(fc.nat(60), { maxLength: 6 }),
        (bytes, cuts) => {
          const message = Buffer.concat([Buffer.from(bytes), Buffer.from("\r\n")]);
          const stream = Buffer.concat([wire(message), Buffer.from("+OK next\r\n")]);
          const points = [
            0,
            ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b),
            stream.length,
          ];
          const got = readPieces(points.slice(1).map((end, index) => stream.subarray(points[index], end)));
          expect(got?.bytes.equals(message)).toBe(true);
          expect(got?.rest.toString()).toBe("+OK next\r\n");
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("a message without a final line end receives the line end that the protocol adds", () => {
    expect(readPieces([wire(Buffer.from("sem fim"))])?.bytes.toString()).toBe("sem fim\r\n");
  });
});

describe("only CRLF, a dot and CRLF end a message", () => {
  test.each(["a\n.\n", "a\r\n.\n", "a\n.\r", "a\r\n.", "a\r\n.\r", "a\r\n.\r\r", "a\r\n..\r\n", "a.\r\n"])(
    "%j does not end a message",
    (text) => {
      expect(readPieces([Buffer.from(text)])).toBeNull();
    },
  );
});

test("the end mark is found after a dot and CR that are content", () => {
  expect(readPieces([Buffer.from(".\r\r\n.\r\n")])?.bytes.toString()).toBe("\r\r\n");
  expect(readPieces([Buffer.from(".\ra\r\n.\r\n")])?.bytes.toString()).toBe("\ra\r\n");
});

describe("the limits of a reply", () => {
  test("a body one byte over the limit is reported, and the next reply is still found", () => {
    const message = Buffer.from(`${"x".repeat(98)}\r\n`);
    expect(new DotReader(100).push(wire(message))?.value.bytes.length).toBe(100);
    const answer = new DotReader(99).push(Buffer.concat([wire(message), Buffer.from("+OK\r\n")]));
    expect(answer?.value).toEqual({ bytes: Buffer.alloc(0), excedeu: true });
    expect(answer?.rest.toString()).toBe("+OK\r\n");
  });

  test("a reply far over the limit makes the framer fail", () => {
    const reader = new DotReader(100);
    expect(() => reader.push(Buffer.alloc(401, 0x78))).toThrow(MailOutage);
  });

  test("a status line without end is refused", () => {
    expect(() => new LineReader().push(Buffer.alloc(STATUS_MAX_BYTES + 1, 0x78))).toThrow(/protocolo/);
  });
});

test("a status line may be split anywhere and end in a bare LF", () => {
  const reader = new LineReader();
  expect(reader.push(Buffer.from("+O"))).toBeNull();
  expect(reader.push(Buffer.from("K olá\r"))).toBeNull();
  expect(reader.push(Buffer.from("\nresto"))).toEqual({ value: "+OK olá", rest: Buffer.from("resto") });
  expect(new LineReader().push(Buffer.from("+OK\n"))?.value).toBe("+OK");
});
