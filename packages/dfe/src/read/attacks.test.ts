import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { CONFIANCA } from "../tests/trust.ts";
import { openLote } from "./lote/lote.ts";
import { ATTACKS_DFE } from "./tests/attacks.ts";

/** Bytes of an attack. The long test uses the largest size that a file may have. */
const SIZE = 2_000_000;
const EXAMINED_MAX = 3;

// `npm run test:long -- reader` reports the time of each attack.
test.each(Object.entries(ATTACKS_DFE))(
  "a hostile document has an outcome, and the reader does not throw: %s",
  (_what, make) => {
    const bytes = make(SIZE);
    const { reading } = examineDfe(bytes, CONFIANCA);
    const inside = reading.kind === "lote" ? openLote(bytes).documentos.slice(0, EXAMINED_MAX) : [];
    const kinds = [reading, ...inside.map((each) => examineDfe(each.bytes, CONFIANCA).reading)].map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(
      kinds.map(() => expect.stringMatching(/^(?:nota|evento|lote|mensagem|nao-dfe|ilegivel)$/)),
    );
  },
);
