import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, expect, test } from "vitest";
import { openClock } from "./clock.ts";

const dir = mkdtempSync(path.join(tmpdir(), "malote-relogio-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const kept = (file: string) => JSON.parse(readFileSync(file, "utf8"));

test("the clock writes each change to its file and restores the change after a restart", () => {
  const { clock, file } = openClock(dir);
  expect(kept(file)).toEqual({ deslocamentoMs: 0 });
  clock.advance(HOUR_MS);
  expect(kept(file)).toEqual({ deslocamentoMs: HOUR_MS });
  expect(readdirSync(dir)).toEqual(["relogio.json"]);
  expect(openClock(dir).clock.deslocamentoMs).toBe(HOUR_MS);
  clock.set(new Date(Date.now() - 60_000));
  expect(kept(file).deslocamentoMs).toBeLessThanOrEqual(-60_000);
  clock.reset();
  expect(kept(file)).toEqual({ deslocamentoMs: 0 });
});

test("with a file that contains no valid shift the clock shows the time of the machine", () => {
  for (const text of ["", "{", "{}", '{"deslocamentoMs":"1"}', '{"deslocamentoMs":null}']) {
    writeFileSync(path.join(dir, "relogio.json"), text);
    expect(openClock(dir).clock.deslocamentoMs).toBe(0);
  }
});
