import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { CONFIANCA } from "../tests/confianca.ts";
import { openLote } from "./lote.ts";
import { ATTACKS_DFE } from "./tests/attacks.ts";

/** The long run has them as large as a file may be. */
const SIZE = 2_000_000;
const EXAMINED_MAX = 3;

// How long each takes is in the report of `npm run test:long -- leitor`.
test.each(Object.entries(ATTACKS_DFE))("%s is an outcome like any other", (_what, make) => {
  const bytes = make(SIZE);
  const { leitura } = examineDfe(bytes, CONFIANCA);
  const dentro = leitura.kind === "lote" ? openLote(bytes).documentos.slice(0, EXAMINED_MAX) : [];
  const kinds = [leitura, ...dentro.map((each) => examineDfe(each.bytes, CONFIANCA).leitura)].map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(
    kinds.map(() => expect.stringMatching(/^(?:nota|evento|lote|mensagem|nao-dfe|ilegivel)$/)),
  );
});
