import { expect, test } from "vitest";
import { isUnavailable, Outage, outageWaitOf, Refusal } from "./errors.ts";

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error("x", { cause }), { code });

test.each([
  ["a refused connection", coded("ECONNREFUSED")],
  [
    "a connection refused on every address",
    new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")]),
  ],
  ["a server that shuts down", coded("57P01")],
  ["a server that starts up", coded("57P03")],
  ["too many connections", coded("53300")],
  ["a terminated connection", new Error("Connection terminated unexpectedly")],
  ["a full pool", new Error("timeout exceeded when trying to connect")],
  ["a full disk", coded("ENOSPC")],
  ["a broken disk", coded("EIO")],
  ["too many open files", coded("EMFILE")],
  ["a read-only disk", coded("EROFS")],
  ["a full disk of the database", coded("53100")],
  ["a deadlock", coded("40P01")],
  ["an Outage", new Outage("x", 1_000)],
  ["a nested cause", new Error("y", { cause: new Error("z", { cause: coded("ECONNRESET") }) })],
])("isUnavailable: true for %s", (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ["a missing table", coded("42P01")],
  ["a violated constraint", coded("23505")],
  ["a missing file", coded("ENOENT")],
  ["a type error", new TypeError("x is not a function")],
  ["a Refusal", new Refusal("notaNaoEncontrada")],
  ["a thrown value that is not an Error", "ECONNREFUSED"],
])("isUnavailable: false for %s", (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test("isUnavailable ends for an error that is its own cause", () => {
  const error = new Error("x");
  error.cause = error;
  expect(isUnavailable(error)).toBe(false);
});

test("outageWaitOf finds an outage's wait at any depth of causes", () => {
  expect(outageWaitOf(new Error("y", { cause: new Outage("x", 7_000) }))).toBe(7_000);
  expect(outageWaitOf(coded("ENOSPC"))).toBe(0);
  expect(outageWaitOf(new TypeError("x"))).toBeNull();
});
