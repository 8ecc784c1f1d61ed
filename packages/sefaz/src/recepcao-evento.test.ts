import { readDfe } from "@malote/dfe";
import { beforeAll, describe, expect, test } from "vitest";
import { type EventoPronto, writeEvento } from "./evento.ts";
import { SefazOutage } from "./outage.ts";
import { type RespostaEvento, readRespostaEvento, wrapEvento } from "./recepcao-evento.ts";
import { hasXmlsec, verifySignature } from "./tests/oraculos.ts";
import { asA1, createAutoridade, createEcnpj } from "./tests/pki.ts";
import { asRecebido, chaveOf, inEnvelope } from "./tests/respostas.ts";

const certificado = asA1(createEcnpj("MERCADO INVENTADO", createAutoridade("AC INVENTADA")));
const pedido = {
  ambiente: "1",
  autor: "11222333000181",
  nSeqEvento: 1,
  dhEvento: "2026-11-20T09:30:00-03:00",
} as const;

let nfe: EventoPronto;
let cte: EventoPronto;

beforeAll(async () => {
  nfe = await writeEvento({ ...pedido, chave: chaveOf(1), tpEvento: "210210" }, certificado);
  const justificativa = "Não contratei este frete";
  const chave = chaveOf(1, { modelo: "57" });
  cte = await writeEvento({ ...pedido, chave, tpEvento: "610110", justificativa }, certificado);
});

type Ret = {
  cStat?: string;
  chave?: string;
  tpEvento?: string;
  nSeq?: string;
  tpAmb?: string;
  nProt?: string;
};

function infEvento(
  tag: string,
  { cStat = "135", chave, tpEvento = "210210", nSeq = "1", tpAmb = "1", nProt = "891260000000007" }: Ret,
): string {
  return (
    `<infEvento><tpAmb>${tpAmb}</tpAmb><verAplic>AN_1.4.3</verAplic><cOrgao>91</cOrgao><cStat>${cStat}</cStat>` +
    `<xMotivo>Dito pela SEFAZ</xMotivo>${chave ? `<${tag}>${chave}</${tag}>` : ""}<tpEvento>${tpEvento}</tpEvento>` +
    `<nSeqEvento>${nSeq}</nSeqEvento><dhRegEvento>2026-11-20T09:30:02-03:00</dhRegEvento>${nProt && `<nProt>${nProt}</nProt>`}</infEvento>`
  );
}

function retEnvEvento(ret: Ret, lote = "128"): string {
  const retEvento = `<retEvento versao="1.00">${infEvento("chNFe", { chave: nfe.chave, ...ret })}</retEvento>`;
  return (
    `<retEnvEvento versao="1.00" xmlns="http://www.portalfiscal.inf.br/nfe"><idLote>1</idLote><tpAmb>1</tpAmb>` +
    `<verAplic>AN_1.4.3</verAplic><cOrgao>91</cOrgao><cStat>${lote}</cStat><xMotivo>Do lote</xMotivo>` +
    `${lote === "128" ? retEvento : ""}</retEnvEvento>`
  );
}

function retEventoCTe(ret: Ret): string {
  const inf = infEvento("chCTe", { chave: cte.chave, tpEvento: "610110", nSeq: "001", ...ret });
  return `<retEventoCTe versao="4.00" xmlns="http://www.portalfiscal.inf.br/cte">${inf}</retEventoCTe>`;
}

// The Ambiente Nacional has a wrapper of its own.
function readNfe(payload: string): RespostaEvento {
  const xml = inEnvelope(payload, "NFeRecepcaoEvento4").replaceAll(
    "nfeResultMsg",
    "nfeRecepcaoEventoNFResult",
  );
  return readRespostaEvento(asRecebido(xml), nfe);
}

function readCte(payload: string): RespostaEvento {
  const xml = inEnvelope(payload, "CTeRecepcaoEventoV4").replaceAll(
    "nfeResultMsg",
    "cteRecepcaoEventoResult",
  );
  return readRespostaEvento(asRecebido(xml), cte);
}

function causaOf(ler: () => unknown): string {
  try {
    ler();
  } catch (erro) {
    if (erro instanceof SefazOutage) return erro.causa;
    throw erro;
  }
  return "nenhuma";
}

describe("the message", () => {
  test("of a NF-e is a lote of one evento, whose bytes are the signed ones", () => {
    const { bytes, contentType } = wrapEvento(nfe);
    expect(Buffer.from(bytes).toString()).toContain(
      `<nfeDadosMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeRecepcaoEvento4">` +
        `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>` +
        `${Buffer.from(nfe.xml).toString()}</envEvento></nfeDadosMsg>`,
    );
    expect(contentType).toContain(`wsdl/NFeRecepcaoEvento4/nfeRecepcaoEventoNF"`);
  });

  test("of a CT-e is the evento alone", () => {
    const { bytes, contentType } = wrapEvento(cte);
    expect(Buffer.from(bytes).toString()).toContain(
      `<cteDadosMsg xmlns="http://www.portalfiscal.inf.br/cte/wsdl/CTeRecepcaoEventoV4">` +
        `${Buffer.from(cte.xml).toString()}</cteDadosMsg>`,
    );
    expect(contentType).toContain(`wsdl/CTeRecepcaoEventoV4/cteRecepcaoEvento"`);
  });
});

describe("SEFAZ says of the evento", () => {
  test.each(["135", "136", "155"])(
    "that it is registered: cStat %s, and both are bound as one document",
    (cStat) => {
      const resposta = readNfe(retEnvEvento({ cStat }));
      expect(resposta).toMatchObject({
        kind: "evento",
        cStat,
        xMotivo: "Dito pela SEFAZ",
        protocolo: "891260000000007",
        dataRegistro: "2026-11-20T09:30:02-03:00",
      });
      const proc = procOf(resposta);
      expect(proc).toContain(Buffer.from(nfe.xml).toString());
      expect(readDfe(Buffer.from(proc))).toMatchObject({ kind: "evento" });
      if (hasXmlsec) expect(verifySignature(proc)).toBe("");
    },
  );

  test.each(["134", "135", "136"])("that a desacordo is registered: cStat %s", (cStat) => {
    const resposta = readCte(retEventoCTe({ cStat }));
    expect(resposta).toMatchObject({ kind: "evento", cStat, protocolo: "891260000000007" });
    const proc = procOf(resposta);
    expect(proc).toMatch(/^<procEventoCTe xmlns="[^"]+" versao="4.00"><eventoCTe .*<retEventoCTe /);
    expect(readDfe(Buffer.from(proc))).toMatchObject({ kind: "evento" });
    if (hasXmlsec) expect(verifySignature(proc)).toBe("");
  });

  test.each("573 575 580 593 594 596 650 655 215 297 1999".split(" "))(
    "that it is refused: cStat %s",
    (cStat) => {
      const esperado = { kind: "evento", cStat, protocolo: null, procEvento: null };
      expect(readNfe(retEnvEvento({ cStat, nProt: "" }))).toMatchObject(esperado);
      expect(readCte(retEventoCTe({ cStat, nProt: "" }))).toMatchObject(esperado);
    },
  );
});

describe("SEFAZ says of itself", () => {
  const casos: [string, number | null][] = [
    ["108", 300_000],
    ["109", 1_800_000],
    ["999", 300_000],
    ["656", null],
    ["678", null],
    ["280", null],
    ["286", null],
    ["404", null],
  ];
  test.each(casos)(
    "cStat %s, of the lote and of the evento, tried again after %s ms",
    (cStat, retryAfterMs) => {
      expect(readNfe(retEnvEvento({}, cStat))).toEqual({
        kind: "servico",
        cStat,
        xMotivo: "Do lote",
        retryAfterMs,
      });
      const esperado = { kind: "servico", cStat, xMotivo: "Dito pela SEFAZ", retryAfterMs };
      expect(readNfe(retEnvEvento({ cStat }))).toEqual(esperado);
      expect(readCte(retEventoCTe({ cStat }))).toEqual(esperado);
    },
  );

  test("whatever the lote's cStat is, when it was not processed", () => {
    expect(readNfe(retEnvEvento({}, "1999"))).toMatchObject({
      kind: "servico",
      cStat: "1999",
      retryAfterMs: null,
    });
  });

  test("516 and 588 speak of the message for NF-e, and of the document for CT-e", () => {
    for (const cStat of ["516", "588"]) {
      expect(readNfe(retEnvEvento({ cStat })).kind).toBe("servico");
      expect(readCte(retEventoCTe({ cStat })).kind).toBe("evento");
    }
  });
});

describe("an answer is none", () => {
  test("about another key, evento, sequence or ambiente", () => {
    expect(causaOf(() => readNfe(retEnvEvento({ chave: chaveOf(2) })))).toBe("resposta-de-outra-chave");
    expect(causaOf(() => readNfe(retEnvEvento({ tpEvento: "210200" })))).toBe("resposta-de-outra-chave");
    expect(causaOf(() => readNfe(retEnvEvento({ nSeq: "2" })))).toBe("resposta-de-outra-chave");
    expect(causaOf(() => readNfe(retEnvEvento({ tpAmb: "2" })))).toBe("resposta-de-outro-ambiente");
    expect(causaOf(() => readCte(retEventoCTe({ chave: chaveOf(2) })))).toBe("resposta-de-outra-chave");
    expect(causaOf(() => readCte(retEventoCTe({ nSeq: "002" })))).toBe("resposta-de-outra-chave");
  });

  const cortes: [string, () => string][] = [
    ["registered without a protocol", () => retEnvEvento({ nProt: "" })],
    ["a processed lote without its evento", () => retEnvEvento({}).replace(/<retEvento .*<\/retEvento>/, "")],
    ["two eventos where one was sent", () => retEnvEvento({}).replace(/<retEvento .*<\/retEvento>/, "$&$&")],
    ["a cStat of words", () => retEnvEvento({ cStat: "sim" })],
    ["the answer of another service", () => "<retConsSitNFe><cStat>135</cStat></retConsSitNFe>"],
    [
      "an evento registered under a prefix, which cannot leave its envelope",
      () =>
        retEnvEvento({})
          .replaceAll("retEvento ", "n:retEvento xmlns:n='x' ")
          .replaceAll("/retEvento>", "/n:retEvento>"),
    ],
  ];
  test.each(cortes)("for being unreadable: %s", (_caso, payload) => {
    expect(causaOf(() => readNfe(payload()))).toBe("resposta-ilegivel");
  });
});

function procOf(resposta: RespostaEvento): string {
  return resposta.kind === "evento" && resposta.procEvento ? Buffer.from(resposta.procEvento).toString() : "";
}
