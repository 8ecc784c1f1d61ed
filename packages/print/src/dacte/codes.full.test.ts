import { readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { operatorsOf } from "../tests/external-tools.ts";
import { MODAIS as INF_MODAL, makeCte, makeCteOs, makeCteSimp } from "./tests/make-cte.ts";
import * as texts from "./texts.ts";

type Names = Readonly<Record<string, string>>;

/** The ellipsis of a truncated text, in WinAnsi. */
const ELLIPSIS = "\x85";
const FORMATOS = ["1", "2"];
const ST = "<imp><ICMS><ICMS00><CST>00</CST><vBC>1.00</vBC></ICMS00></ICMS></imp>";
const PAPEL =
  "<docAnt><emiDocAnt><CNPJ>44555666000199</CNPJ><xNome>Antes Ltda</xNome><idDocAnt><idDocAntPap><tpDoc>08</tpDoc><serie>1</serie>" +
  "<nDoc>9</nDoc></idDocAntPap></idDocAnt></emiDocAnt></docAnt>";

/** For each tag that holds a code: its texts, and documents that have it, in portrait and landscape. */
const TABLES: [string, Names, (tpImp: string) => string[]][] = [
  [
    "tpCTe",
    texts.CTE_TYPES,
    (tpImp) => [makeCte({ tpImp }), makeCteSimp(1, { tpImp }), makeCteOs({ tpImp })],
  ],
  [
    "tpServ",
    texts.SERVICE_TYPES,
    (tpImp) => [makeCte({ tpImp }), makeCteSimp(1, { tpImp }), makeCteOs({ tpImp })],
  ],
  [
    "indIEToma",
    texts.IE_INDICATORS,
    (tpImp) => [makeCte({ tpImp }), makeCteSimp(1, { tpImp }), makeCteOs({ tpImp })],
  ],
  ["toma", texts.TOMADORES, (tpImp) => [makeCte({ tpImp })]],
  ["tpEmis", texts.CONTINGENCIA, (tpImp) => [makeCte({ tpImp }), makeCteOs({ tpImp })]],
  ["modal", texts.MODAIS, (tpImp) => [makeCte({ tpImp }), makeCteOs({ tpImp })]],
  ["CST", texts.ICMS_SITUATIONS, (tpImp) => [makeCte({ tpImp, imp: ST })]],
  ["cUnid", texts.UNITS, (tpImp) => [makeCte({ tpImp })]],
  ["tpMed", texts.MEASURES, (tpImp) => [makeCteSimp(1, { tpImp })]],
  ["tpDoc", texts.PREVIOUS_DOCUMENTS, (tpImp) => [makeCte({ tpImp, docAnt: PAPEL })]],
  ["retira", texts.PICKUPS, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["CL", texts.TARIFF_CLASSES, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["cInfManu", texts.MANUSEIO, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["uniAP", texts.DANGEROUS_UNITS, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["direc", texts.DIRECTIONS, (tpImp) => [makeCte({ tpImp, modal: "03" })]],
  ["tpNav", texts.NAVIGATIONS, (tpImp) => [makeCte({ tpImp, modal: "03" })]],
  ["tpTraf", texts.TRAFFICS, (tpImp) => [makeCte({ tpImp, modal: "04" })]],
  ["respFat", texts.FERROVIAS, (tpImp) => [makeCte({ tpImp, modal: "04" })]],
  ["ferrEmi", texts.FERROVIAS, (tpImp) => [makeCte({ tpImp, modal: "04" })]],
  ["classDuto", texts.PIPELINES, (tpImp) => [makeCte({ tpImp, modal: "05" })]],
  ["tpContratacao", texts.HIRINGS, (tpImp) => [makeCte({ tpImp, modal: "05" })]],
  ["indNegociavel", texts.NEGOTIABLE, (tpImp) => [makeCte({ tpImp, modal: "06" })]],
  ["tpFretamento", texts.CHARTERS, (tpImp) => [makeCteOs({ tpImp })]],
  ["respSeg", texts.INSURANCE_RESPONSIBLES, (tpImp) => [makeCteOs({ tpImp })]],
];

describe("the texts that a DACTE prints for codes", () => {
  test.each(TABLES)("the texts of a code are never truncated on a DACTE: %s", (tag, names, documentos) => {
    for (const xml of FORMATOS.flatMap(documentos)) {
      for (const codigo of Object.keys(names)) {
        const odd = xml.replace(new RegExp(`<${tag}>[^<]*<`, "g"), `<${tag}>${codigo}<`);
        expect(odd).toContain(`<${tag}>${codigo}<`);
        const form = readPrintedForm(Buffer.from(odd));
        if (!form) throw new Error("no printed form");
        expect({ codigo, cut: operatorsOf(printDfe({ form }).pdf).join("").includes(ELLIPSIS) }).toEqual({
          codigo,
          cut: false,
        });
      }
    }
  });

  test("every modal has a text", () => {
    expect(Object.keys(INF_MODAL)).toEqual(Object.keys(texts.MODAIS));
  });
});
