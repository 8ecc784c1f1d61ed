import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { formatMessage, MESSAGES } from "./messages.ts";
import { QUOTED_SENTENCES } from "./quoted-sentences.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
/** The specification is outside the repository, and may be absent. */
const SPEC = path.resolve(ROOT, "../shared/spec.md");
const SCREENS = path.join(ROOT, "apps/web/src/texts");

/** The sentences that only the screens show. */
function readScreens(): string {
  return readdirSync(SCREENS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(path.join(SCREENS, name), "utf8"))
    .join("\n");
}

test("every sentence quoted by the specification is a message, word for word", () => {
  const sentences = new Set<string>(Object.values(MESSAGES));
  const screens = readScreens();
  expect(
    QUOTED_SENTENCES.filter((quotedKey) => !sentences.has(quotedKey) && !screens.includes(`"${quotedKey}"`)),
  ).toEqual([]);
});

test.skipIf(!existsSync(SPEC))("the list of quoted sentences equals that of the specification", () => {
  const sections = readFileSync(SPEC, "utf8").split(/^## /m);
  const quoted = sections
    .filter((section) => /^[2568]\./.test(section))
    .flatMap((section) => [...section.matchAll(/'([^'\n]+)'/g)].map(([, sentence = ""]) => sentence));
  expect(new Set(quoted)).toEqual(new Set(QUOTED_SENTENCES));
});

test("no message is empty, or begins or ends with a blank", () => {
  for (const [key, sentence] of Object.entries(MESSAGES)) {
    expect([key, sentence.trim()]).toEqual([key, sentence]);
    expect([key, sentence.length > 5]).toEqual([key, true]);
  }
});

test("formatMessage fills placeholders, and leaves those without a value unchanged", () => {
  expect(formatMessage("muitosConvites", { minutos: 3 })).toBe(
    "Muitos convites em pouco tempo. Aguarde 3 min.",
  );
  expect(formatMessage("muitosConvites")).toContain("{minutos}");
});
