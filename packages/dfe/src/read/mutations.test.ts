import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import type { Reading } from "../reading.ts";
import { bytesOf, makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import { makeCte, makeCteOs, makeCteSimp, makeMdfe, wrapTransporte } from "../tests/make-transport.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/trust.ts";
import { openLote } from "./lote/lote.ts";
import { readDfe } from "./read-dfe.ts";

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const SEED = 20_261_120;
const RUNS = 120;
const KINDS: ReadonlySet<string> = new Set<Reading["kind"]>([
  "nota",
  "evento",
  "resumo",
  "lote",
  "outro-dfe",
  "mensagem",
  "nao-dfe",
  "ilegivel",
]);

const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)).replace(/^<\?xml[^>]*>/, "");
const evento = wrapEvento(sign(makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ }), empresa));
const NOISE =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const SAMPLES: Readonly<Record<string, string>> = {
  "an NF-e": nota,
  "a nota in SOAP": `<s:Envelope ${NOISE} xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeDadosMsg><enviNFe ${NFE}>${nota}</enviNFe></nfeDadosMsg></s:Body></s:Envelope>`,
  "an altered nota in a foreign file": `<a ${NOISE}>${nota.replace("Pedido 7", "Pedido 8")}</a>`,
  "a CT-e": wrapTransporte(makeCte(), { proc: "cteProc", prot: "protCTe", chave: "chCTe" }),
  "a CT-e OS": makeCteOs(),
  "a simplified CT-e": makeCteSimp(),
  "an MDF-e": wrapTransporte(makeMdfe(), { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" }),
  "an evento": evento,
  "a batch in SOAP": `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeDadosMsg><enviNFe ${NFE}>${nota}${evento}</enviNFe></nfeDadosMsg></s:Body></s:Envelope>`,
  "a distribution": `<retDistDFeInt ${NFE}><loteDistDFeInt><docZip NSU="1" schema="s">${gzipSync(nota).toString("base64")}</docZip></loteDistDFeInt></retDistDFeInt>`,
  "a message": `<retEnvEvento ${NFE}>${/<retEvento.*<\/retEvento>/.exec(evento)?.[0]}</retEnvEvento>`,
};

const PIECES = [
  "<",
  ">",
  "/>",
  "&",
  '"',
  "]]>",
  ` ${Array.from({ length: 20 }, (_, i) => `xmlns:q${i}="urn:q"`).join(" ")}`,
  "\u00a0",
  "<Signature/>",
  "<!--",
  "<![CDATA[",
  "<!DOCTYPE a>",
  "xmlns=''",
  "\0",
  "\u00e9",
  "9".repeat(200),
];

/** One change of a text at random offsets: delete, duplicate, move or replace a piece, or swap tag names. */
type Mutation = { how: number; from: number; length: number; to: number; piece: string };

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.nat(4),
  from: fc.nat(),
  length: fc.integer({ min: 1, max: 60 }),
  to: fc.nat(),
  piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })),
});

function mutate(text: string, { how, from, length, to, piece }: Mutation): string {
  const at = from % (text.length + 1);
  const cut = text.slice(at, at + length);
  const rest = text.slice(0, at) + text.slice(at + length);
  const there = to % (rest.length + 1);
  switch (how) {
    case 0:
      return rest;
    case 1:
      return text.slice(0, at) + cut + text.slice(at);
    case 2:
      return rest.slice(0, there) + cut + rest.slice(there);
    case 3:
      return text.slice(0, at) + piece + text.slice(at + length);
    default:
      return swapTags(text, { at, to });
  }
}

/** Replaces the name of one tag by that of another, everywhere. */
function swapTags(text: string, { at, to }: { at: number; to: number }): string {
  const names = [...new Set(text.match(/(?<=<)[A-Za-z0-9]+/g) ?? [])];
  const from = names[at % names.length] ?? "";
  const name = names[to % names.length] ?? "";
  return text.replaceAll(`<${from}>`, `<${name}>`).replaceAll(`</${from}>`, `</${name}>`);
}

describe("reading and judging mutated documents", () => {
  test.each(Object.entries(SAMPLES))(
    "every mutation of %s has an outcome in reader and judge",
    (_name, xml) => {
      expect(readDfe(bytesOf(xml)).kind).not.toBe("ilegivel");
      fc.assert(
        fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
          const bytes = bytesOf(mutations.reduce(mutate, xml));
          const { reading } = examineDfe(bytes, CONFIANCA);
          expect(KINDS).toContain(reading.kind);
          const inside = reading.kind === "lote" ? openLote(bytes).documentos : [];
          for (const each of inside) expect(KINDS).toContain(examineDfe(each.bytes, CONFIANCA).reading.kind);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
  );
});
