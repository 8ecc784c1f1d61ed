import { afterEach, expect, test } from "vitest";
import {
  type FakeClamd,
  HAS_CLAMD,
  startClamd,
  startFakeClamd,
  TEST_SIGNATURE,
  TEST_VIRUS,
} from "../../tests/setup/clamd.ts";
import { createAntivirus } from "./antivirus.ts";
import { scanInstream } from "./clamd.ts";
import { readAntivirus } from "./read-antivirus.ts";

const WAITS = { connectMs: 2_000, silenceMs: 300 };
const MEBIBYTE = 1_048_576;

let falso: FakeClamd | undefined;
afterEach(async () => {
  await falso?.stop();
  falso = undefined;
});

const mark = (at: number): Buffer[] => [Buffer.alloc(at, 65), Buffer.from(TEST_VIRUS), Buffer.alloc(10, 66)];

test("the client sends every byte in chunks, and returns the signature found", async () => {
  falso = await startFakeClamd();
  expect(await scanInstream(falso.place, () => [Buffer.from("limpo")])).toEqual({ kind: "clean" });
  expect(await scanInstream(falso.place, () => mark(200_000))).toEqual({
    kind: "found",
    signature: TEST_SIGNATURE,
  });
  expect(falso.scanned.map(({ length }) => length)).toEqual([5, 200_010 + TEST_VIRUS.length]);
});

test("the client reads a refusal that arrives before it has sent the last byte", async () => {
  falso = await startFakeClamd(100_000);
  const source = Array.from({ length: 400 }, () => Buffer.alloc(65_536));
  expect(await scanInstream(falso.place, () => source)).toEqual({ kind: "too-large" });
});

test.each([
  ["hangs up", "cair" as const],
  ["says nothing", "calar" as const],
  ["has no memory", { resposta: "stream: Can't allocate memory ERROR" }],
  ["is no clamd", { resposta: "220 smtp.exemplo.test" }],
])("a scanner that %s is an outage, and no file counts as clean", async (_name, how) => {
  falso = await startFakeClamd();
  falso.behave(how);
  await expect(scanInstream(falso.place, () => mark(10), WAITS)).rejects.toMatchObject({
    retryAfterMs: 60_000,
  });
});

test("an unreachable scanner is an outage; unreadable bytes are not", async () => {
  falso = await startFakeClamd();
  const { place } = falso;
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from("x");
    throw new Error("disk");
  };
  await expect(scanInstream(place, broken)).rejects.toThrow("disk");
  await falso.stop();
  await expect(scanInstream(place, () => mark(1))).rejects.toMatchObject({ retryAfterMs: 60_000 });
});

test("the antivirus scans four files at once, queues 64, and refuses the next", async () => {
  falso = await startFakeClamd();
  falso.behave("calar");
  const antivirus = createAntivirus({ place: falso.place, maxBytes: MEBIBYTE }, WAITS);
  const scans = Array.from({ length: 68 }, () =>
    antivirus.scan(() => [Buffer.from("x")], 1).catch(() => "fora"),
  );
  await expect(antivirus.scan(() => [Buffer.from("x")], 1)).rejects.toMatchObject({ retryAfterMs: 5_000 });
  falso.behave("examinar");
  const said = await Promise.all(scans);
  expect(said.filter((each) => each !== "fora").length).toBeGreaterThanOrEqual(64);
  // A closed connection may be noticed only after the next one opens.
  expect(falso.mostOpen).toBeLessThanOrEqual(8);
});

test("a file above the scanner's limit is not sent", async () => {
  falso = await startFakeClamd();
  const antivirus = createAntivirus({ place: falso.place, maxBytes: 10 });
  expect(await antivirus.scan(() => [Buffer.alloc(10)], 10)).toEqual({ kind: "clean" });
  expect(await antivirus.scan(() => [Buffer.alloc(11)], 11)).toEqual({ kind: "too-large" });
  expect(falso.scanned).toHaveLength(1);
});

test.skipIf(!HAS_CLAMD)("the clamd of Debian gives the same answers over its socket", async () => {
  const clamd = await startClamd();
  try {
    expect(await scanInstream(clamd.place, () => [Buffer.from("limpo")])).toEqual({ kind: "clean" });
    expect(await scanInstream(clamd.place, () => mark(200_000))).toMatchObject({
      kind: "found",
      signature: expect.stringContaining(TEST_SIGNATURE),
    });
    // clamd closes as soon as it has replied, often in the middle of a write.
    for (let each = 0; each < 40; each += 1) {
      const larger = await scanInstream(clamd.place, () => mark(3 * MEBIBYTE));
      expect(larger).toEqual({ kind: "too-large" });
    }
    expect(await scanInstream(clamd.place, () => [])).toEqual({ kind: "clean" });
  } finally {
    await clamd.stop();
  }
});

test.each([
  [undefined, null],
  ["", null],
  ["127.0.0.1:3310", { host: "127.0.0.1", port: 3310 }],
  ["clamav:3310", { host: "clamav", port: 3310 }],
  ["[::1]:3310", { host: "::1", port: 3310 }],
  ["/run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
])("CLAMD=%s is parsed as %j", (text, place) => {
  expect(readAntivirus(text, 1)?.place ?? null).toEqual(place);
});

test.each(["3310", "clamav", "clamav:0", "clamav:70000", "tcp://clamav:3310", "run/clamd.ctl", "a b:1"])(
  "CLAMD=%s is refused at the start",
  (text) => {
    expect(() => readAntivirus(text, 1)).toThrow(/^CLAMD=/);
  },
);
