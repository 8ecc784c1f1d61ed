import { describe, expect, test } from "vitest";
import type { AchadoCode } from "../achados.ts";
import type { Examination } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import { makeCredential } from "../tests/pki.ts";
import { CNPJ, CONFIANCA, empresa, intermediate, OTHER_CNPJ } from "../tests/trust.ts";

// More of attack class 1: other programs that read the same bytes must not be deceived, either.
const signed = sign(makeNota({ cnpj: CNPJ }), empresa);
const nota = wrapNota(signed);
const id = `NFe${makeChave({ cnpj: CNPJ })}`;
const [infNFe = ""] = /<infNFe[\s\S]*<\/infNFe>/.exec(nota) ?? [];
const [signature = ""] = /<Signature[\s\S]*<\/Signature>/.exec(nota) ?? [];
const forged = infNFe.replace("<vNF>1234.50", "<vNF>9234.50");
const otherId = forged.replace(id, `NFe${makeChave({ cnpj: CNPJ, numero: "999" })}`);

function examine(xml: string): Examination {
  return examineDfe(Buffer.from(xml), CONFIANCA);
}

/** Expects this finding, and a verdict without trust. */
function expectRefused(xml: string, codigo: AchadoCode): void {
  const examination = examine(xml);
  expect(examination.achados.map((each) => each.codigo)).toContain(codigo);
  expect(examination.veredito).toMatch(/^(?:suspeita|assinatura-invalida|ilegivel)$/);
  expect(examination.reparo).toBeNull();
}

describe("a decoy for programs that read //infNFe[1]", () => {
  const bare = nota.replace(/^<\?xml[^>]*\?>/, "");
  const forgedNota = signed.replace(infNFe, otherId).replace(signature, "");
  const otherAssinada = sign(makeNota({ cnpj: CNPJ, numero: "999", vNF: "9999.00" }), empresa);
  const semId = forged.replace(/ Id="[^"]*"/, "");
  const doEstranho = forgedNota.replace("http://www.portalfiscal.inf.br/nfe", "http://x/");
  const nameless = forgedNota.replace(/xmlns="[^"]*"/, 'xmlns=""');
  const soIdeEEmit = `<coisa>${/<ide>[\s\S]*<\/emit>/.exec(forged)?.[0] ?? ""}</coisa>`;
  const before = (piece: string): string => bare.replace("<NFe ", `${piece}<NFe `);
  const inProt = (piece: string): string => bare.replace("<infProt>", `${piece}<infProt>`);

  test.each([
    ["a nota in a wrapper", before(`<Wrapper>${forgedNota}</Wrapper>`)],
    ["a nota in another namespace", before(doEstranho)],
    ["a nota without a namespace", before(nameless)],
    ["a bare infNFe before the nota", before(semId)],
    ["a bare infNFe of another Id", before(otherId)],
    ["a bare infNFe after everything", bare.replace("</nfeProc>", `${otherId}</nfeProc>`)],
    ["ide and emit under another name", before(soIdeEEmit)],
    ["a nota in SEFAZ's answer", inProt(forgedNota)],
    ["a nota deep in SEFAZ's answer", bare.replace("<verAplic>", `<x>${forgedNota}</x><verAplic>`)],
    ["a signed nota in SEFAZ's answer", inProt(otherAssinada)],
    ["a signed nota in an element named like an answer", before(`<retFoo>${otherAssinada}</retFoo>`)],
    ["an infCte with an Id", before('<infCte xmlns="http://x/" id="CTe1"/>')],
  ])("a nota with a decoy is refused: %s", (_what, xml) => {
    expect(xml).not.toBe(bare);
    expectRefused(xml, "assinado-aninhado");
    expect(examine(xml).assinatura.estado).toBe("erro");
  });

  test("a decoy in an evento, next to SEFAZ's registration, is refused", () => {
    const evento = wrapEvento(sign(makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ }), empresa));
    expect(examine(evento).veredito).toBe("autentica");
    const [registrado = ""] = /<infEvento><tpAmb>[\s\S]*?<\/infEvento>(?=<\/ret)/.exec(evento) ?? [];
    expectRefused(evento.replace("<retEvento ", `<x>${registrado}</x><retEvento `), "assinado-aninhado");
    expectRefused(evento.replace("<verAplic>", `<x>${registrado}</x><verAplic>`), "assinado-aninhado");
  });

  test("a decoy is neither a listed key nor SEFAZ's registration", () => {
    const listed = before("<x><infCte><chCTe>1</chCTe></infCte></x>");
    expect(examine(listed).achados.map(({ codigo }) => codigo)).toContain("sobras-em-volta");
    expect(examine(listed).assinatura.estado).toBe("valida");
    const registro = '<retEventoMDFe><infEvento Id="ID9"><cStat>135</cStat></infEvento></retEventoMDFe>';
    expect(examine(bare.replace("</nfeProc>", `${registro}</nfeProc>`)).assinatura.estado).toBe("valida");
  });
});

describe("SEFAZ's own signature in its answer", () => {
  const answer = (uri: string): string => signature.replace(/URI="[^"]*"/, `URI="${uri}"`);
  const withId = nota.replace("<infProt>", '<infProt Id="ID1">');
  const at = (uri: string, times = 1): string =>
    withId.replace("</protNFe>", `${answer(uri).repeat(times)}</protNFe>`);

  test("SEFAZ's signature over its answer is accepted once", () => {
    expect(examine(at("#ID1"))).toMatchObject({ veredito: "autentica", assinatura: { estado: "valida" } });
  });

  test.each([
    ["two of them", at("#ID1", 2)],
    ["one over another element", at(`#${id}`)],
    ["one over the whole document", at("")],
    ["one inside the answered part", withId.replace("</infProt>", `${answer("#ID1")}</infProt>`)],
    [
      "one in an element named like an answer",
      nota.replace("<protNFe ", `<retFoo Id="ID1">${answer("#ID1")}</retFoo><protNFe `),
    ],
  ])("any other signature of SEFAZ is refused as repeated: %s", (_what, xml) =>
    expectRefused(xml, "assinatura-repetida"),
  );

  test("SEFAZ's signature is the only extra element that an answer may have without a finding", () => {
    for (const xml of [
      nota.replace("</protNFe>", "<sobra/></protNFe>"),
      nota.replace("</infProt>", "<sobra><x>1</x></sobra></infProt>"),
    ]) {
      expect(examine(xml).achados).toContainEqual(
        expect.objectContaining({ codigo: "sobras-em-volta", detalhe: "sobra" }),
      );
    }
  });
});

test("a signed SEFAZ message gets a signature state, but no verdict", () => {
  const answer =
    '<retConsSitNFe xmlns="http://www.portalfiscal.inf.br/nfe"><infProt Id="ID1"><cStat>100</cStat></infProt></retConsSitNFe>';
  const examination = examine(sign(answer, empresa));
  expect([examination.reading.kind, examination.veredito, examination.assinatura.estado]).toEqual([
    "mensagem",
    null,
    "valida",
  ]);
  expect(examine(sign(answer, empresa).replace(">100<", ">101<")).assinatura.estado).toBe("invalida");
});

describe("a signature in a DF-e that is stored unread", () => {
  const nfcom = (documento: string): string =>
    `<NFCom xmlns="http://www.portalfiscal.inf.br/nfcom"><infNFCom Id="NFCom1"><emit><CNPJ>${documento}</CNPJ></emit></infNFCom></NFCom>`;

  test("a signature in a DF-e that is stored unread proves nothing about its emitente", () => {
    const mallory = makeCredential({ nome: "MALLORY", cnpj: OTHER_CNPJ, emissor: intermediate, bits: 1024 });
    const proc = `<nfcomProc xmlns="http://www.portalfiscal.inf.br/nfcom">${sign(nfcom(CNPJ), mallory)}<protNFCom/></nfcomProc>`;
    for (const xml of [proc, sign(nfcom(CNPJ), mallory)]) {
      expect(examine(xml)).toMatchObject({
        reading: { kind: "outro-dfe" },
        veredito: "sem-protocolo",
        assinatura: { estado: "valida" },
        achados: [{ codigo: "conteudo-nao-conferido" }],
      });
    }
  });

  test.each([
    ["a whole nota", nota.replace(/^<\?xml[^>]*\?>/, "")],
    ["a signed nota", signed],
    ["one more wrapper", `<x><y>${sign(nfcom(CNPJ), empresa)}</y></x>`],
  ])("a DF-e that is stored unread takes no signature from %s inside it", (_what, inside) => {
    const xml = `<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse">${inside}</NFSe>`;
    const examination = examine(xml);
    expect([examination.reading.kind, examination.veredito]).toEqual(["outro-dfe", "assinatura-invalida"]);
    const beside = examine(xml.replace("</NFSe>", "<valor>9999.00</valor></NFSe>"));
    expect(beside.veredito).toBe("assinatura-invalida");
  });
});
