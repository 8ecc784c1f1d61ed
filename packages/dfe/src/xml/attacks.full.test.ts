import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { parseXml } from "./parse.ts";
import { ATTACKS } from "./tests/attacks.ts";
import { XmlError } from "./xml-error.ts";

/** Bytes of an attack. The long test uses the largest size that a document may have. */
const SIZE = 2_000_000;

function outcomeOf(bytes: Uint8Array): string {
  try {
    parseXml(bytes);
    return "read";
  } catch (error) {
    if (error instanceof XmlError) return error.fault;
    throw error;
  }
}

// `npm run test:long -- reader` reports the time of each attack.
test.each(Object.entries(ATTACKS))(
  "a hostile XML is read, or refused with the expected fault: %s",
  (_what, [expected, make]) => {
    const bytes = make(SIZE);
    expect(outcomeOf(bytes)).toBe(expected);
    expect(["nao-dfe", "ilegivel"]).toContain(examineDfe(bytes, { trustedCas: [] }).reading.kind);
  },
);
