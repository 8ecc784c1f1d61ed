import { describe, expect, test } from "vitest";
import type { AchadoCode } from "../achados.ts";
import type { Examination } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import {
  makeChaveTransporte,
  makeCte,
  makeCteOs,
  makeCteSimp,
  makeMdfe,
  TRANSPORTADORA,
  wrapTransporte,
} from "../tests/make-transport.ts";
import { makeCredential } from "../tests/pki.ts";
import { CNPJ, CONFIANCA, CPF, empresa, intermediate, OTHER_CNPJ } from "../tests/trust.ts";

const transportadora = makeCredential({
  nome: `RAPIDO LTDA:${TRANSPORTADORA}`,
  cnpj: TRANSPORTADORA,
  emissor: intermediate,
  bits: 1024,
});
const otherCredential = makeCredential({
  nome: `OUTRA LTDA:${OTHER_CNPJ}`,
  cnpj: OTHER_CNPJ,
  emissor: intermediate,
  bits: 1024,
});

function examine(xml: string): Examination {
  return examineDfe(Buffer.from(xml), CONFIANCA);
}

/** Codes of the findings, without the layout checks of invented documents. */
function codes({ achados }: Examination): AchadoCode[] {
  return achados.map((each) => each.codigo).filter((code) => !/^(?:estrutura-(?!inesp)|soma-)/.test(code));
}

function protect(signed: string, names: { proc: string; prot: string; chave: string }): string {
  const digest = /<DigestValue>([^<]+)/.exec(signed)?.[1] ?? "";
  return wrapTransporte(signed, names).replace("<digVal>abc=", `<digVal>${digest}`);
}

const CTE = { proc: "cteProc", prot: "protCTe", chave: "chCTe" };
const MDFE = { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" };
const cte = (xml = makeCte()): string => protect(sign(xml, transportadora), CTE);
const mdfe = (xml = makeMdfe()): string => protect(sign(xml, transportadora), MDFE);

describe("a signed and authorized CT-e or MDF-e", () => {
  test.each([
    ["CT-e", cte()],
    ["CT-e OS", protect(sign(makeCteOs(), transportadora), { ...CTE, proc: "cteOSProc" })],
    ["CT-e simplificado", protect(sign(makeCteSimp(), transportadora), { ...CTE, proc: "cteSimpProc" })],
    ["MDF-e", mdfe()],
    ["closed MDF-e", mdfe().replace("<cStat>100", "<cStat>132")],
  ])("a signed and authorized document is authentic: %s", (_what, xml) => {
    const examination = examine(xml);
    expect(codes(examination)).toEqual([]);
    expect(examination).toMatchObject({
      veredito: "autentica",
      assinatura: { estado: "valida", motivos: [] },
    });
  });

  test.each<[string, string, string]>([
    ["cCT", "<cCT>18273645", "<cCT>18273646"],
    ["nCT", "<nCT>20417", "<nCT>20418"],
    ["tpEmis", "<tpEmis>1", "<tpEmis>5"],
  ])("a CT-e is suspicious when its key has another %s", (field, from, to) => {
    const examination = examine(cte(makeCte().replace(from, to)));
    expect(examination.achados).toContainEqual(
      expect.objectContaining({ codigo: "chave-divergente", detalhe: field, caminho: "infCte/@Id" }),
    );
    expect(examination.veredito).toBe("suspeita");
  });

  test("an MDF-e is suspicious when its nMDF or cMDF differs from the key", () => {
    for (const [field, from, to] of [
      ["nMDF", "<nMDF>20417", "<nMDF>20418"],
      ["cMDF", "<cMDF>18273645", "<cMDF>18273646"],
    ] as const) {
      expect(examine(mdfe(makeMdfe().replace(from, to))).achados).toContainEqual(
        expect.objectContaining({ codigo: "chave-divergente", detalhe: field }),
      );
    }
  });

  test("a CT-e is not authentic when the answer has another key or content, or denies authorization", () => {
    const other = makeChaveTransporte({ modelo: "57", numero: "9" });
    const key = makeChaveTransporte({ modelo: "57" });
    expect(codes(examine(cte().replace(`<chCTe>${key}`, `<chCTe>${other}`)))).toEqual([
      "protocolo-de-outra-chave",
    ]);
    expect(codes(examine(cte().replace(/<digVal>[^<]+/, "<digVal>AAAA")))).toEqual([
      "protocolo-digest-divergente",
    ]);
    // 132 closes an MDF-e and is no status of a CT-e.
    expect(examine(cte().replace("<cStat>100", "<cStat>132")).veredito).toBe("nao-autorizada");
  });

  test("a CT-e is suspicious when the answer repeats tpAmb", () => {
    const twice = cte().replace("<verAplic>", "<tpAmb>1</tpAmb><verAplic>");
    expect(examine(twice)).toMatchObject({ veredito: "suspeita" });
  });
});

describe("an evento of a CT-e or MDF-e", () => {
  const chave = makeChaveTransporte({ modelo: "57" });
  const manifesto = makeChaveTransporte({ modelo: "58" });
  const ofCte = (tpEvento: string, autor = TRANSPORTADORA): string =>
    wrapEvento(
      sign(
        makeEvento({ family: "cte", chave, autor, tpEvento }),
        autor === OTHER_CNPJ ? otherCredential : transportadora,
      ),
    );
  const ofMdfe = (tpEvento: string, autor = TRANSPORTADORA): string =>
    wrapEvento(
      sign(
        makeEvento({ family: "mdfe", chave: manifesto, autor, tpEvento }),
        autor === OTHER_CNPJ ? otherCredential : transportadora,
      ),
    );

  test.each(["110110", "110111", "110180"])(
    "the evento %s of a CT-e is reserved to its emitente",
    (tpEvento) => {
      expect(codes(examine(ofCte(tpEvento)))).toEqual([]);
      expect(examine(ofCte(tpEvento))).toMatchObject({ veredito: "autentica" });
      expect(codes(examine(ofCte(tpEvento, OTHER_CNPJ)))).toEqual(["autor-nao-emitente"]);
    },
  );

  test.each(["610110", "610111"])(
    "the evento %s of a CT-e belongs to its tomador, never to its emitente",
    (tpEvento) => {
      // The evento does not name the tomador, so the autor is not proven to be it.
      expect(codes(examine(ofCte(tpEvento, OTHER_CNPJ)))).toEqual(["autor-nao-conferido"]);
      expect(codes(examine(ofCte(tpEvento)))).toEqual(["autor-nao-tomador", "autor-nao-conferido"]);
      expect(examine(ofCte(tpEvento))).toMatchObject({ veredito: "integra" });
    },
  );

  test.each(["110111", "110112", "110114", "110115", "110116"])(
    "the evento %s of an MDF-e is reserved to its emitente",
    (tpEvento) => {
      expect(examine(ofMdfe(tpEvento))).toMatchObject({ veredito: "autentica" });
      expect(codes(examine(ofMdfe(tpEvento, OTHER_CNPJ)))).toEqual(["autor-nao-emitente"]);
    },
  );

  test.each(["134", "135", "136"])("an evento is registered with status %s", (cStat) => {
    const signed = sign(
      makeEvento({ family: "mdfe", chave: manifesto, autor: TRANSPORTADORA }),
      transportadora,
    );
    expect(examine(wrapEvento(signed, { cStat })).veredito).toBe("autentica");
  });

  test("the Id of an evento must contain its nSeqEvento", () => {
    const evento = makeEvento({ family: "cte", chave, autor: TRANSPORTADORA });
    const renamed = evento.replace(/(Id="ID[^"]*)001"/, '$1002"');
    expect(codes(examine(wrapEvento(sign(renamed, transportadora))))).toEqual(["id-divergente"]);
  });
});

describe("series reserved to persons and to the State", () => {
  const pessoa = makeCredential({ nome: `FULANO:${CPF}`, cpf: CPF, emissor: intermediate, bits: 1024 });
  const sefaz = makeCredential({
    nome: "SECRETARIA DA FAZENDA:99887766000105",
    cnpj: OTHER_CNPJ,
    emissor: intermediate,
    bits: 1024,
  });

  test("a CPF may issue in the series 920 to 969, and sign the evento", () => {
    for (const serie of ["920", "969"]) {
      const nota = sign(makeNota({ cnpj: "", cpf: CPF, serie }), pessoa);
      expect(codes(examine(wrapNota(nota)))).toEqual([]);
      const evento = makeEvento({ chave: makeChave({ cnpj: "", cpf: CPF, serie }), autor: CPF });
      expect(codes(examine(wrapEvento(sign(evento, pessoa))))).toEqual([]);
    }
  });

  const avulsa = (procEmi: string, serie = "890"): string => {
    const key = makeChave({ cnpj: OTHER_CNPJ, serie });
    return makeNota({ cnpj: CNPJ, serie })
      .replace(makeChave({ cnpj: CNPJ, serie }), key)
      .replace(/<cDV>./, `<cDV>${key.slice(-1)}`)
      .replace("<finNFe>", `<procEmi>${procEmi}</procEmi><finNFe>`);
  };

  test("a known treasury may sign in an avulsa series", () => {
    const known = { ...CONFIANCA, providers: [OTHER_CNPJ.slice(0, 8)] };
    for (const serie of ["890", "919"]) {
      const examination = examineDfe(Buffer.from(wrapNota(sign(avulsa("1", serie), sefaz))), known);
      expect(codes(examination)).toEqual(["chave-de-emissao-avulsa", "certificado-de-provedor"]);
      expect(examination.veredito).toBe("integra");
    }
    // In a company's own series, or from a company's own program, a treasury's signature is suspicious.
    for (const xml of [makeNota({ cnpj: CNPJ }), avulsa("0"), avulsa("3")]) {
      expect(examineDfe(Buffer.from(wrapNota(sign(xml, sefaz))), known).veredito).toBe("suspeita");
    }
  });

  test.each(["890", "899", "910", "919"])("a company must not issue for another in series %s", (serie) => {
    for (const procEmi of ["1", "2", "3"]) {
      const examination = examine(wrapNota(sign(avulsa(procEmi, serie), sefaz)));
      expect(codes(examination)).toEqual(["chave-divergente", "certificado-de-outro-documento"]);
      expect(examination.veredito).toBe("suspeita");
    }
  });

  test.each(["890", "919"])("a company must not cancel for another in series %s", (serie) => {
    const chave = makeChave({ cnpj: CNPJ, serie });
    const cancelamento = wrapEvento(sign(makeEvento({ chave, autor: OTHER_CNPJ }), sefaz));
    const examination = examine(cancelamento);
    expect([codes(examination), examination.veredito]).toEqual([["autor-nao-emitente"], "suspeita"]);
    const known = { ...CONFIANCA, providers: [OTHER_CNPJ] };
    expect(examineDfe(Buffer.from(cancelamento), known).veredito).toBe("autentica");
  });
});

test("a document issued in homologação is never authorized, whatever its protocolo", () => {
  const nota = wrapNota(sign(makeNota({ cnpj: CNPJ, tpAmb: "2" }), empresa));
  expect(examine(nota)).toMatchObject({ veredito: "nao-autorizada", assinatura: { estado: "valida" } });
});
