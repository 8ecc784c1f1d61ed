import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { judgeDitas } from "./judge-dita.ts";
import type { Dita } from "./manifesto.rows.ts";

const xml = (digest: string, motivo?: string): Buffer =>
  gzipSync(`<evento><xJust>${motivo ?? ""}</xJust><DigestValue>${digest}</DigestValue></evento>`);
const dita = (status: 1 | 2 | 3 | 4, nSeq: number, minuto: number, xmlGzip: Buffer | null): Dita => ({
  status,
  nSeq,
  em: new Date(Date.UTC(2026, 10, 20, 12, minuto)),
  protocolo: `8912600000${minuto}`,
  xmlGzip,
});
const nossa = (status: 1 | 2 | 3 | 4, motivo?: string) => ({
  status,
  nSeq: 1,
  eventoGzip: xml("nossa", motivo),
});

test.each([
  ["our own bytes", nossa(1), [dita(1, 1, 1, xml("nossa"))], { kind: "registrada" }],
  [
    "our own, though more was said since",
    nossa(1),
    [dita(1, 1, 1, xml("nossa")), dita(2, 1, 2, null)],
    { kind: "registrada" },
  ],
  ["nothing", nossa(1), [dita(2, 1, 1, null)], { kind: "ausente" }],
  ["another's, that is the valid one", nossa(1), [dita(1, 1, 1, xml("outra"))], { kind: "registrada" }],
  [
    "another's ciência, before a conclusive one",
    nossa(4),
    [dita(4, 1, 1, null), dita(1, 1, 2, null)],
    { kind: "registrada" },
  ],
  [
    "another's, that something else took the place of",
    nossa(1),
    [dita(1, 1, 1, xml("outra")), dita(2, 1, 2, null)],
    { kind: "renumerar", nSeq: 2 },
  ],
  [
    "another's, for another reason",
    nossa(3, "avaria"),
    [dita(3, 1, 1, xml("outra", "atraso"))],
    { kind: "renumerar", nSeq: 2 },
  ],
  [
    "another's, for the same reason",
    nossa(3, "avaria"),
    [dita(3, 1, 1, xml("outra", "avaria"))],
    { kind: "registrada" },
  ],
  [
    "another's, twice, and it is not the valid one",
    nossa(1),
    [dita(1, 1, 1, null), dita(1, 2, 2, null), dita(2, 1, 3, null)],
    { kind: "esgotada" },
  ],
] as const)("SEFAZ has %s", (_caso, vontade, ditas, sentenca) => {
  expect(judgeDitas(vontade, ditas)).toMatchObject(sentenca);
});
