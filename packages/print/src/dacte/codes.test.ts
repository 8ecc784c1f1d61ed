import { readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { operatorsOf } from "../tests/external-tools.ts";
import { MODAIS as INF_MODAL, makeCte, makeCteOs, makeCteSimp } from "./tests/make-cte.ts";
import * as texts from "./texts.ts";

type Names = Readonly<Record<string, string>>;

/** The ellipsis of a truncated text, in WinAnsi. */
const RETICENCIAS = "\x85";
const FORMATOS = ["1", "2"];
const ST = "<imp><ICMS><ICMS00><CST>00</CST><vBC>1.00</vBC></ICMS00></ICMS></imp>";
const PAPEL =
  "<docAnt><emiDocAnt><CNPJ>44555666000199</CNPJ><xNome>Antes Ltda</xNome><idDocAnt><idDocAntPap><tpDoc>08</tpDoc><serie>1</serie>" +
  "<nDoc>9</nDoc></idDocAntPap></idDocAnt></emiDocAnt></docAnt>";

/** For each tag that holds a code: its texts, and documents that have it, in portrait and landscape. */
const TABELAS: [string, Names, (tpImp: string) => string[]][] = [
  [
    "tpCTe",
    texts.TIPOS_CTE,
    (tpImp) => [makeCte({ tpImp }), makeCteSimp(1, { tpImp }), makeCteOs({ tpImp })],
  ],
  [
    "tpServ",
    texts.TIPOS_SERVICO,
    (tpImp) => [makeCte({ tpImp }), makeCteSimp(1, { tpImp }), makeCteOs({ tpImp })],
  ],
  [
    "indIEToma",
    texts.INDICADORES_IE,
    (tpImp) => [makeCte({ tpImp }), makeCteSimp(1, { tpImp }), makeCteOs({ tpImp })],
  ],
  ["toma", texts.TOMADORES, (tpImp) => [makeCte({ tpImp })]],
  ["tpEmis", texts.CONTINGENCIA, (tpImp) => [makeCte({ tpImp }), makeCteOs({ tpImp })]],
  ["modal", texts.MODAIS, (tpImp) => [makeCte({ tpImp }), makeCteOs({ tpImp })]],
  ["CST", texts.SITUACOES_ICMS, (tpImp) => [makeCte({ tpImp, imp: ST })]],
  ["cUnid", texts.UNIDADES, (tpImp) => [makeCte({ tpImp })]],
  ["tpMed", texts.MEDIDAS, (tpImp) => [makeCteSimp(1, { tpImp })]],
  ["tpDoc", texts.DOCUMENTOS_ANTERIORES, (tpImp) => [makeCte({ tpImp, docAnt: PAPEL })]],
  ["retira", texts.RETIRA, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["CL", texts.CLASSES_TARIFA, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["cInfManu", texts.MANUSEIO, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["uniAP", texts.UNIDADES_PERIGOSO, (tpImp) => [makeCte({ tpImp, modal: "02" })]],
  ["direc", texts.DIRECOES, (tpImp) => [makeCte({ tpImp, modal: "03" })]],
  ["tpNav", texts.NAVEGACOES, (tpImp) => [makeCte({ tpImp, modal: "03" })]],
  ["tpTraf", texts.TRAFEGOS, (tpImp) => [makeCte({ tpImp, modal: "04" })]],
  ["respFat", texts.FERROVIAS, (tpImp) => [makeCte({ tpImp, modal: "04" })]],
  ["ferrEmi", texts.FERROVIAS, (tpImp) => [makeCte({ tpImp, modal: "04" })]],
  ["classDuto", texts.DUTOS, (tpImp) => [makeCte({ tpImp, modal: "05" })]],
  ["tpContratacao", texts.CONTRATACOES, (tpImp) => [makeCte({ tpImp, modal: "05" })]],
  ["indNegociavel", texts.NEGOCIAVEL, (tpImp) => [makeCte({ tpImp, modal: "06" })]],
  ["tpFretamento", texts.FRETAMENTOS, (tpImp) => [makeCteOs({ tpImp })]],
  ["respSeg", texts.RESPONSAVEIS_SEGURO, (tpImp) => [makeCteOs({ tpImp })]],
];

describe("the texts that a DACTE prints for codes", () => {
  test.each(TABELAS)("the texts of a code are never truncated on a DACTE: %s", (tag, names, documentos) => {
    for (const xml of FORMATOS.flatMap(documentos)) {
      for (const codigo of Object.keys(names)) {
        const odd = xml.replace(new RegExp(`<${tag}>[^<]*<`, "g"), `<${tag}>${codigo}<`);
        expect(odd).toContain(`<${tag}>${codigo}<`);
        const form = readPrintedForm(Buffer.from(odd));
        if (!form) throw new Error("no printed form");
        expect({ codigo, cut: operatorsOf(printDfe({ form }).pdf).join("").includes(RETICENCIAS) }).toEqual({
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
