import { expect, test } from "vitest";
import { serializeError } from "./log.ts";

test("the log has an error's own fields, never those that a library attached", () => {
  const error = Object.assign(new Error("a conexão caiu", { cause: new Error("ECONNRESET") }), {
    code: "57P01",
    client: { password: "segredo" },
  });
  expect(serializeError(error)).toMatchObject({
    type: "Error",
    message: "a conexão caiu",
    code: "57P01",
    cause: { message: "ECONNRESET" },
  });
  expect(JSON.stringify(serializeError(error))).not.toContain("segredo");
});

test("the log has a thrown value that is not an error", () => {
  expect(serializeError("puxa")).toEqual({ type: "string", message: "puxa" });
});
