import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAmount } from "@malote/syntax";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { describe, expect, test } from "vitest";
import type { ParsedNota, Party } from "../../reading.ts";
import { readDfe } from "../read-dfe.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../../../shared/corpus/dfe");
const FOLDERS = ["NFe", "NFe-nfce", "nfeProc", "nfeProc-nfce", "enviNFe"];

/** The same document read by xmldom: the text at a path of names below infNFe. */
type XmldomReading = { infNFe: Element; at: (path: string, from?: Element) => string | null };

function readWithXmldom(text: string): XmldomReading {
  const document = new DOMParser().parseFromString(text.trim(), "text/xml");
  const infNFe = document.getElementsByTagName("infNFe")[0];
  if (!infNFe) throw new Error("no infNFe");
  const at = (names: string, from: Element = infNFe): string | null => {
    const found = names.split("/").reduce<Element | null>((element, name) => {
      return element && (childrenOf(element, name)[0] ?? null);
    }, from);
    return found?.textContent?.trim() || null;
  };
  return { infNFe, at };
}

function childrenOf(element: Element, name: string): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeName === name);
}

const money = (text: string | null): string | null => text && parseAmount(text);

const TOTALS = {
  baseIcms: "vBC",
  icms: "vICMS",
  icmsDesonerado: "vICMSDeson",
  fcp: "vFCP",
  baseSt: "vBCST",
  st: "vST",
  produtos: "vProd",
  frete: "vFrete",
  seguro: "vSeg",
  desconto: "vDesc",
  ii: "vII",
  ipi: "vIPI",
  pis: "vPIS",
  cofins: "vCOFINS",
  outras: "vOutro",
  tributosAproximados: "vTotTrib",
} as const;

function totaisOf({ at }: XmldomReading): object {
  const entries = Object.entries(TOTALS).map(([name, tag]) => [name, money(at(`total/ICMSTot/${tag}`))]);
  const ibsCbs = {
    base: money(at("total/IBSCBSTot/vBCIBSCBS")),
    ibs: money(at("total/IBSCBSTot/gIBS/vIBS")),
    ibsUf: money(at("total/IBSCBSTot/gIBS/gIBSUF/vIBSUF")),
    ibsMunicipio: money(at("total/IBSCBSTot/gIBS/gIBSMun/vIBSMun")),
    cbs: money(at("total/IBSCBSTot/gCBS/vCBS")),
  };
  return {
    ...Object.fromEntries(entries),
    servicos: money(at("total/ISSQNtot/vServ")),
    ibsCbs: at("total/IBSCBSTot") === null ? null : ibsCbs,
    is: money(at("total/ISTot/vIS")),
    totalComTributos: money(at("total/vNFTot")),
  };
}

function itensOf({ infNFe, at }: XmldomReading): object[] {
  return childrenOf(infNFe, "det").map((det) => ({
    numero: det.getAttribute("nItem") ?? "",
    codigo: at("prod/cProd", det),
    descricao: at("prod/xProd", det),
    ean: at("prod/cEAN", det),
    ncm: at("prod/NCM", det),
    cfop: at("prod/CFOP", det),
    unidade: at("prod/uCom", det),
    quantidade: at("prod/qCom", det),
    valorUnitario: at("prod/vUnCom", det),
    valorTotal: money(at("prod/vProd", det)),
    informacoes: at("infAdProd", det),
    referencia: null,
  }));
}

function cobrancaOf({ infNFe, at }: XmldomReading): object {
  const cobr = childrenOf(infNFe, "cobr")[0];
  const pags = childrenOf(infNFe, "pag");
  const details = pags.flatMap((pag) => [pag, ...childrenOf(pag, "detPag")]);
  return {
    duplicatas: (cobr ? childrenOf(cobr, "dup") : []).map((dup) => ({
      numero: at("nDup", dup),
      vencimento: at("dVenc", dup),
      valor: money(at("vDup", dup)),
    })),
    pagamentos: details
      .filter((each) => at("tPag", each) !== null)
      .map((each) => ({
        meio: at("tPag", each),
        prazo: at("indPag", each),
        descricao: at("xPag", each),
        valor: money(at("vPag", each)),
      })),
    modFrete: at("transp/modFrete"),
  };
}

function partyOf({ at }: XmldomReading, tag: string, address: string): Party {
  return {
    nome: at(`${tag}/xNome`) ?? "",
    documento: at(`${tag}/CNPJ`) ?? at(`${tag}/CPF`) ?? at(`${tag}/idEstrangeiro`) ?? "",
    uf: at(`${tag}${address}/UF`),
    ie: at(`${tag}/IE`),
    municipio: at(`${tag}${address}/xMun`),
  };
}

function compare(nota: ParsedNota, alheia: XmldomReading, file: string): void {
  expect(nota.comercio?.totais, file).toEqual(totaisOf(alheia));
  expect(nota.itens, file).toEqual(itensOf(alheia));
  expect(nota.comercio, file).toMatchObject(cobrancaOf(alheia));
  const { emitente, destinatario, transportador } = nota;
  expect(emitente, file).toEqual(partyOf(alheia, "emit", "/enderEmit"));
  const nobody: Party = { nome: "", documento: "", uf: null, ie: null, municipio: null };
  expect(destinatario ?? nobody, file).toEqual(partyOf(alheia, "dest", "/enderDest"));
  expect(transportador ?? nobody, file).toEqual(partyOf(alheia, "transp/transporta", ""));
  expect(nota.informacoesComplementares, file).toBe(alheia.at("infAdic/infCpl"));
}

describe.skipIf(!existsSync(CORPUS))("the notas of ../shared/corpus/dfe", () => {
  test("every nota of the corpus has the same fields as in another XML library", () => {
    let compared = 0;
    for (const folder of FOLDERS) {
      for (const file of readdirSync(path.join(CORPUS, folder))) {
        const bytes = readFileSync(path.join(CORPUS, folder, file));
        const reading = readDfe(bytes);
        if (reading.kind !== "nota") continue;
        const text = bytes.toString(
          /encoding="(?:iso-8859-1|windows-1252)"/i.test(bytes.toString("latin1", 0, 80)) ? "latin1" : "utf8",
        );
        compare(reading.nota, readWithXmldom(text), file);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(90);
  });
});
