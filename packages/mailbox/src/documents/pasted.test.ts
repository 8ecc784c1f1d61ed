import { describe, expect, test } from "vitest";
import { expectLinearTime } from "../tests/linear-time.ts";
import { bareNfe } from "../tests/message-writer.ts";
import { findPasted } from "./pasted.ts";

const ESCAPED = bareNfe().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

describe("findPasted", () => {
  test.each<[string, string, boolean]>([
    ["in plain form", `Segue: ${bareNfe()}`, false],
    ["escaped in plain text", `Segue: ${ESCAPED}`, false],
    ["escaped in HTML", `<p>Segue</p><pre>${ESCAPED}</pre>`, true],
    ["escaped with numeric entities", `Segue: ${ESCAPED.replaceAll("&lt;", "&#60;")}`, false],
  ])("findPasted extracts a document %s", (_, text, isHtml) => {
    expect(findPasted(text, isHtml).map(String)).toEqual([bareNfe()]);
  });

  const FIVE_MB = 5_000_000;
  test.each<[string, string]>([
    ["one name of five megabytes", "&lt;".padEnd(FIVE_MB, "proc")],
    ["many names", "&lt;procprocprocprocprocproc".repeat(FIVE_MB / 56)],
    ["names with a namespace prefix", "&lt;a:restanteeventocte".repeat(FIVE_MB / 48)],
    ["only brackets", "&lt;".repeat(FIVE_MB / 4)],
  ])("findPasted scans five megabytes in linear time: %s", (_, text) => {
    expect(findPasted(text, true)).toEqual([]);
    expectLinearTime((part) => findPasted(part, true), text);
  });
});
