import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { printForm, UnprintableForm } from "../../services/nota/document/print-form.ts";
import { createPrinter } from "./task-pools.ts";

const request = {
  xml: Buffer.from("<a/>"),
  documentXml: null,
  situacao: "normal" as const,
  logo: null,
  format: "pdf" as const,
};

/** A print thread that executes `what` for each request. */
async function printWith(what: string) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-papel-"));
  const entry = path.join(folder, "papel.mjs");
  await fs.writeFile(entry, `export function print() { ${what} }`);
  return createPrinter({ entry, inPlaceBytes: 0 });
}

test("printing throws UnprintableForm for an undrawable document, in place and in a thread, but not for a crash", async () => {
  expect(() => printForm({ ...request, xml: null as never })).toThrow(UnprintableForm);
  const fails = await printWith('return { undrawable: new Error("no such font") };');
  const error = await fails(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnprintableForm);
  expect(error).toMatchObject({ cause: { message: "no such font" } });
  const dies = await printWith('throw new Error("out of memory");');
  const death = await dies(request).catch((thrown: unknown) => thrown);
  expect(death).toBeInstanceOf(Error);
  expect(death).not.toBeInstanceOf(UnprintableForm);
});
