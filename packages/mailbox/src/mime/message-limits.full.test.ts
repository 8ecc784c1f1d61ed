import { expect, test } from "vitest";
import { multipart, raw, read } from "../tests/raw-message.ts";
import { parseMessage } from "./message.ts";
import { PARTS_MAX } from "./parser.ts";

test("a message with too many parts is reported, and keeps the parts within the limit", async () => {
  const part = ["Content-Type: application/xml"];
  const full = await read(multipart(Array.from({ length: PARTS_MAX - 1 }, () => [part, "<a/>"] as const)));
  expect([full.partes.length, full.incompleta]).toEqual([PARTS_MAX - 1, null]);
  const message = await read(multipart(Array.from({ length: PARTS_MAX + 1 }, () => [part, "<a/>"] as const)));
  expect(message.incompleta).toBe("partes-demais");
  expect(message.partes.length).toBeGreaterThan(PARTS_MAX - 10);
});

test.each(["Date: ", "From: ", "Subject: ", "Content-Type: ", "Content-Disposition: attachment; filename="])(
  "half a megabyte of brackets, quotes or blanks in %s is parsed within 5 s of CPU",
  async (header) => {
    const begin = process.cpuUsage();
    for (const filler of ["(", '"', " \xe3", "<", "=?"]) {
      await parseMessage(raw("To: a@b", `${header}${filler.repeat(480_000 / filler.length)}`, "", "x"));
    }
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5000);
  },
);
