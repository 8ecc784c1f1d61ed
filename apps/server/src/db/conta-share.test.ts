import { expect, test } from "vitest";
import { Outage } from "../errors.ts";
import { createContaShare } from "./conta-share.ts";

type Held = { end(): void; ended: Promise<string>; hasBegun(): boolean };

/** Starts work that ends on the test's command. */
function hold(share: ReturnType<typeof createContaShare>, contaId: string): Held {
  let begun = false;
  let end = (): void => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  const ended = share(contaId, async () => {
    begun = true;
    await done;
    return contaId;
  });
  ended.catch(() => {});
  return { end: () => end(), ended, hasBegun: () => begun };
}

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
const OPTIONS = { max: 2, waitMs: 60_000, waitingMax: 3 };

test("a busy conta is limited to its share, and another conta's work starts at once", async () => {
  const share = createContaShare(OPTIONS);
  const mine = Array.from({ length: 4 }, () => hold(share, "a"));
  const other = hold(share, "b");
  await settle();
  expect([...mine, other].map((each) => each.hasBegun())).toEqual([true, true, false, false, true]);
  mine[0]?.end();
  await mine[0]?.ended;
  await settle();
  expect(mine.map((each) => each.hasBegun())).toEqual([true, true, true, false]);
  for (const each of mine) each.end();
  await expect(Promise.all(mine.map((each) => each.ended))).resolves.toHaveLength(4);
});

test("work beyond the queue's limit is refused, and failed work releases its place", async () => {
  const share = createContaShare(OPTIONS);
  const held = Array.from({ length: 5 }, () => hold(share, "a"));
  await expect(share("a", async () => "sixth")).rejects.toThrow(Outage);
  for (const each of held) each.end();
  await Promise.all(held.map((each) => each.ended));
  const failing = share("a", async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await expect(Promise.all(Array.from({ length: 4 }, () => share("a", async () => 1)))).resolves.toEqual([
    1, 1, 1, 1,
  ]);
});

test("work that waits too long is refused, and takes no place", async () => {
  const share = createContaShare({ ...OPTIONS, waitMs: 5 });
  const held = [hold(share, "a"), hold(share, "a")];
  await expect(share("a", async () => 1)).rejects.toThrow(Outage);
  for (const each of held) each.end();
  await Promise.all(held.map((each) => each.ended));
  // Both places are free: the refused work holds neither.
  const later = [hold(share, "a"), hold(share, "a")];
  await settle();
  expect(later.map((each) => each.hasBegun())).toEqual([true, true]);
  for (const each of later) each.end();
});
