import { expect, test } from "vitest";
import { tellError } from "./log.ts";

test("an error is told by its words, never by what a library hung on it", () => {
  const error = Object.assign(new Error("a conexão caiu", { cause: new Error("ECONNRESET") }), {
    code: "57P01",
    client: { password: "segredo" },
  });
  expect(tellError(error)).toMatchObject({
    type: "Error",
    message: "a conexão caiu",
    code: "57P01",
    cause: { message: "ECONNRESET" },
  });
  expect(JSON.stringify(tellError(error))).not.toContain("segredo");
});

test("whatever else was thrown is told too", () => {
  expect(tellError("puxa")).toEqual({ type: "string", message: "puxa" });
});
