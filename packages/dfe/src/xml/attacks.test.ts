import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { parseXml } from "./parse.ts";
import { ATTACKS } from "./tests/attacks.ts";
import { XmlError } from "./xml-error.ts";

/** The long run has them as large as a document may be. */
const SIZE = 2_000_000;

function outcomeOf(bytes: Uint8Array): string {
  try {
    parseXml(bytes);
    return "lido";
  } catch (error) {
    if (error instanceof XmlError) return error.fault;
    throw error;
  }
}

// How long each takes is in the report of `npm run test:long -- leitor`.
test.each(Object.entries(ATTACKS))("%s is an outcome like any other", (_what, [expected, make]) => {
  const bytes = make(SIZE);
  expect(outcomeOf(bytes)).toBe(expected);
  expect(["nao-dfe", "ilegivel"]).toContain(examineDfe(bytes, { ancoras: [] }).leitura.kind);
});
