import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { judgeRegistered } from "./judge-registered.ts";
import type { CompanyEvento } from "./pending.rows.ts";

const xml = (digest: string, reason?: string): Buffer =>
  gzipSync(`<evento><xJust>${reason ?? ""}</xJust><DigestValue>${digest}</DigestValue></evento>`);
const companyEvento = (
  status: 1 | 2 | 3 | 4,
  nSeq: number,
  minute: number,
  xmlGzip: Buffer | null,
): CompanyEvento => ({
  status,
  nSeq,
  em: new Date(Date.UTC(2026, 10, 20, 12, minute)),
  protocolo: `8912600000${minute}`,
  xmlGzip,
});
const own = (status: 1 | 2 | 3 | 4, reason?: string) => ({
  status,
  nSeq: 1,
  eventoGzip: xml("nossa", reason),
});

test.each([
  ["our own bytes", own(1), [companyEvento(1, 1, 1, xml("nossa"))], { kind: "registrada" }],
  [
    "our own, though more was said since",
    own(1),
    [companyEvento(1, 1, 1, xml("nossa")), companyEvento(2, 1, 2, null)],
    { kind: "registrada" },
  ],
  ["nothing", own(1), [companyEvento(2, 1, 1, null)], { kind: "ausente" }],
  [
    "another's, that is the valid one",
    own(1),
    [companyEvento(1, 1, 1, xml("outra"))],
    { kind: "registrada" },
  ],
  [
    "another's ciência, before a conclusive one",
    own(4),
    [companyEvento(4, 1, 1, null), companyEvento(1, 1, 2, null)],
    { kind: "registrada" },
  ],
  [
    "another's, that something else took the place of",
    own(1),
    [companyEvento(1, 1, 1, xml("outra")), companyEvento(2, 1, 2, null)],
    { kind: "renumerar", nSeq: 2 },
  ],
  [
    "another's, for another reason",
    own(3, "avaria"),
    [companyEvento(3, 1, 1, xml("outra", "atraso"))],
    { kind: "renumerar", nSeq: 2 },
  ],
  [
    "another's, for the same reason",
    own(3, "avaria"),
    [companyEvento(3, 1, 1, xml("outra", "avaria"))],
    { kind: "registrada" },
  ],
  [
    "another's, twice, and it is not the valid one",
    own(1),
    [companyEvento(1, 1, 1, null), companyEvento(1, 2, 2, null), companyEvento(2, 1, 3, null)],
    { kind: "esgotada" },
  ],
] as const)("the outcome of a request when SEFAZ has %s", (_caso, request, companyEventos, judgement) => {
  expect(judgeRegistered(request, companyEventos)).toMatchObject(judgement);
});
