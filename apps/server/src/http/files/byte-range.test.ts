import { describe, expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";

const ARQUIVO = { etag: '"abc"', tamanho: 1_000 };
const read = (range: string | undefined, ifRange?: string) => parseRange({ range, ifRange }, ARQUIVO);

describe("a Range header for a file of 1000 bytes", () => {
  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-499", 0, 499],
    ["bytes=500-", 500, 999],
    ["bytes=999-", 999, 999],
    ["bytes=-1", 999, 999],
    ["bytes=-1000", 0, 999],
    ["bytes=-5000", 0, 999],
    ["bytes=10-5000", 10, 999],
    ["BYTES= 10-20 ", 10, 20],
    ["bytes=10-99999999999999999999", 10, 999],
  ])("the range %j is %d to %d", (range, de, ate) => {
    expect(read(range)).toEqual({ kind: "trecho", de, ate });
  });

  test.each(["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999-"])(
    "the range %j is outside the file",
    (range) => {
      expect(read(range)).toEqual({ kind: "fora" });
    },
  );

  test.each([
    undefined,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-2",
    "bytes=a-b",
    "bytes=0-1,5-6",
    "bytes=0x1-2",
    "lines=0-1",
    "bytes=--1",
    "bytes=+1-2",
  ])("the header %j gets the whole file", (range) => {
    expect(read(range)).toEqual({ kind: "tudo" });
  });
});

test.each(['"outro"', 'W/"abc"', "Fri, 20 Nov 2026 12:00:00 GMT", ""])(
  "a range whose If-Range is %j gets the whole file",
  (ifRange) => {
    expect(read("bytes=0-1", ifRange)).toEqual({ kind: "tudo" });
    expect(read("bytes=5000-", ifRange)).toEqual({ kind: "tudo" });
    expect(read("bytes=0-1", '"abc"')).toEqual({ kind: "trecho", de: 0, ate: 1 });
  },
);
