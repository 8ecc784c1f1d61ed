import fc from "fast-check";
import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import type { Reading } from "../reading.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/trust.ts";

const nota = Buffer.from(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)));
const evento = Buffer.from(
  wrapEvento(sign(makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ }), empresa)),
);

/** The offsets of the signed element. */
function spanOf(bytes: Buffer, tag: string): [number, number] {
  return [bytes.indexOf(`<${tag} Id`), bytes.indexOf(`</${tag}>`) + tag.length + 3];
}

function isWhole(bytes: Buffer): boolean {
  return examineDfe(bytes, CONFIANCA).assinatura.estado === "valida";
}

/** The content of a document, whatever its findings; after a repair, the proven content. */
function readOf(bytes: Buffer): Reading {
  return examineDfe(bytes, CONFIANCA).reading;
}

// @NOTE A blank between two attributes may become another blank: canonical form and data stay the same.
test.each([
  ["nota", nota, spanOf(nota, "infNFe")],
  ["evento", evento, spanOf(evento, "infEvento")],
] as const)(
  "no changed byte of the signed element leaves a %s valid with other data",
  (_kind, original, [from, to]) => {
    const before = readOf(original);
    expect(isWhole(original)).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: from, max: to - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(original);
        changed[at] = (changed[at] ?? 0) ^ flip;
        if (isWhole(changed)) {
          expect(readOf(changed)).toEqual(before);
          expect([" ", "\t", "\n", "\r"]).toContain(String.fromCharCode(changed[at] ?? 0));
        }
      }),
      { numRuns: 400 },
    );
  },
);

test("no deleted or duplicated piece leaves a nota valid with other data", () => {
  const before = readOf(nota);
  const [from, to] = spanOf(nota, "infNFe");
  const place = fc.integer({ min: from, max: to });
  fc.assert(
    fc.property(place, place, place, (a, b, c) => {
      const [start, end] = a < b ? [a, b] : [b, a];
      const piece = nota.subarray(start, end);
      const cut = Buffer.concat([nota.subarray(0, start), nota.subarray(end)]);
      const doubled = Buffer.concat([nota.subarray(0, c), piece, nota.subarray(c)]);
      for (const changed of [cut, doubled]) {
        if (!changed.equals(nota) && isWhole(changed)) expect(readOf(changed)).toEqual(before);
      }
    }),
    { numRuns: 200 },
  );
});
