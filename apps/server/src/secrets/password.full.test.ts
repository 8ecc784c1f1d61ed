import { describe, expect, test } from "vitest";
import { Outage } from "../errors.ts";
import { countHashes, hashPassword, isOutdatedHash, verifyPassword, WAITING_HASHES } from "./password.ts";
import { createToken, hashToken } from "./token.ts";

describe("a password", () => {
  test("a password is stored as Argon2id with 64 MiB, 3 passes, 1 lane", async () => {
    const hash = await hashPassword("Malote123");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await verifyPassword(hash, "Malote123")).toBe(true);
    expect(await verifyPassword(hash, "Malote124")).toBe(false);
  });

  test("the password of an unknown user is refused after the same work", async () => {
    const hash = await hashPassword("Malote123");
    await verifyPassword(null, "aquece");
    const count = async (passwordHash: string | null): Promise<number> => {
      const from = countHashes();
      expect(await verifyPassword(passwordHash, "errada")).toBe(false);
      return countHashes() - from;
    };
    expect([await count(hash), await count(null)]).toEqual([1, 1]);
  });

  test("a hash with a lower cost than today's is detected", async () => {
    expect(isOutdatedHash(await hashPassword("Malote123"))).toBe(false);
    expect(isOutdatedHash("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA")).toBe(true);
    expect(isOutdatedHash("$argon2id$v=19$m=65536,t=2,p=1$c2FsdHNhbHQ$aGFzaA")).toBe(true);
    expect(isOutdatedHash("outra coisa")).toBe(true);
  });

  test("passwords that arrive at once are hashed in turn", async () => {
    const hashes = await Promise.all(Array.from({ length: 6 }, (_, n) => hashPassword(`senha ${n}`)));
    expect(new Set(hashes).size).toBe(6);
  });

  test("a password beyond the queue is refused at once, and the queued ones are verified", async () => {
    await verifyPassword(null, "aquece");
    const from = countHashes();
    const asked = Array.from({ length: WAITING_HASHES + 12 }, () => verifyPassword(null, "errada"));
    const ended = await Promise.allSettled(asked);
    const refused = ended.filter((each) => each.status === "rejected");
    expect(refused.map(({ reason }) => reason instanceof Outage)).toEqual(Array(10).fill(true));
    expect(countHashes() - from).toBe(WAITING_HASHES + 2);
    expect(await verifyPassword(null, "errada")).toBe(false);
  });
});

describe("a token", () => {
  test("a token has 32 random bytes, encoded for a header or a cookie", () => {
    expect(createToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(createToken()).not.toBe(createToken());
  });

  test("a token is looked up by its SHA-256", () => {
    expect(hashToken("abc").toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
