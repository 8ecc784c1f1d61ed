import { describe, expect, test } from "vitest";
import { findColados } from "./colado.ts";
import { bareNfe } from "./tests/mensagem.ts";

const ESCAPADA = bareNfe().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

describe("a document pasted into a body", () => {
  test.each<[string, string, boolean]>([
    ["as it stands", `Segue: ${bareNfe()}`, false],
    ["escaped in a text", `Segue: ${ESCAPADA}`, false],
    ["escaped in a page", `<p>Segue</p><pre>${ESCAPADA}</pre>`, true],
    ["escaped by numbers", `Segue: ${ESCAPADA.replaceAll("&lt;", "&#60;")}`, false],
  ])("%s", (_, texto, isHtml) => {
    expect(findColados(texto, isHtml).map(String)).toEqual([bareNfe()]);
  });

  const CINCO_MB = 5_000_000;
  test.each<[string, string]>([
    ["one name of five megabytes", "&lt;".padEnd(CINCO_MB, "proc")],
    ["many names", "&lt;procprocprocprocprocproc".repeat(CINCO_MB / 56)],
    ["other names", "&lt;a:restanteeventocte".repeat(CINCO_MB / 48)],
    ["nothing but brackets", "&lt;".repeat(CINCO_MB / 4)],
  ])("megabytes cost their length: %s", (_, texto) => {
    const begin = process.cpuUsage();
    expect(findColados(texto, true)).toEqual([]);
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(200);
  });
});
