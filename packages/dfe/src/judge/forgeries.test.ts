import { createPrivateKey, createPublicKey, sign as signBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AchadoCode } from "../achados.ts";
import type { Examination, Trust } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { Findings } from "../findings.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import { makeChaveTransporte, TRANSPORTADORA } from "../tests/make-transport.ts";
import { makeCredential } from "../tests/pki.ts";
import { CNPJ, CONFIANCA, CPF, empresa, FILIAL, intermediate, OTHER_CNPJ } from "../tests/trust.ts";

// Mallory is a company with a trusted certificate that acts in the name of another CNPJ.
const mallory = makeCredential({
  nome: `MALLORY LTDA:${OTHER_CNPJ}`,
  cnpj: OTHER_CNPJ,
  emissor: intermediate,
  bits: 1024,
});
const CONFIA_EM_MALLORY = { ...CONFIANCA, providers: [OTHER_CNPJ] };
const chave = makeChave({ cnpj: CNPJ });

function examine(xml: string, trust: Trust = CONFIANCA): Examination {
  return examineDfe(Buffer.from(xml), trust);
}

/** Codes of the findings, without the layout checks of invented documents. */
function codes({ achados }: Examination): AchadoCode[] {
  return achados.map((each) => each.codigo).filter((code) => !/^(?:estrutura-(?!inesp)|soma-)/.test(code));
}

function summaryOf(examination: Examination): [Examination["veredito"], AchadoCode[]] {
  return [examination.veredito, codes(examination)];
}

describe("a self-declared provider (PAA)", () => {
  const autorizacao = (credential: typeof empresa, id: string): string => {
    const { n = "", e = "" } = createPublicKey(credential.certificadoPem).export({ format: "jwk" });
    const value = signBytes("sha1", Buffer.from(id), createPrivateKey(credential.chavePem));
    const [modulo, expoente] = [n, e].map((each) => Buffer.from(each, "base64url").toString("base64"));
    return (
      `<PAASignature><SignatureValue>${value.toString("base64")}</SignatureValue>` +
      `<RSAKeyValue><Modulus>${modulo}</Modulus><Exponent>${expoente}</Exponent></RSAKeyValue></PAASignature>`
    );
  };
  const paa = (inside: string): string => `<infPAA><CNPJPAA>${OTHER_CNPJ}</CNPJPAA>${inside}</infPAA>`;
  const nota = (extra: string): string => wrapNota(sign(makeNota({ cnpj: CNPJ, extra }), mallory));

  test("a provider cannot cancel the nota of another company", () => {
    const extra = paa(autorizacao(mallory, `ID110111${chave}01`));
    const evento = makeEvento({ chave, autor: CNPJ }).replace("</infEvento>", `${extra}</infEvento>`);
    for (const trust of [CONFIANCA, CONFIA_EM_MALLORY]) {
      expect(summaryOf(examine(wrapEvento(sign(evento, mallory)), trust))).toEqual([
        "suspeita",
        ["certificado-de-outro-documento"],
      ]);
    }
  });

  test("a nota of a provider is suspicious unless the operator trusts the provider", () => {
    const xml = nota(paa(autorizacao(empresa, `NFe${chave}`)));
    expect(summaryOf(examine(xml))).toEqual(["suspeita", ["provedor-desconhecido"]]);
    expect(summaryOf(examine(xml, CONFIA_EM_MALLORY))).toEqual(["integra", ["certificado-de-provedor"]]);
  });

  test("a provider needs the emitente's own signature over the Id of the nota", () => {
    for (const inside of ["", autorizacao(empresa, `NFe${makeChave({ cnpj: CNPJ, numero: "9" })}`)]) {
      expect(summaryOf(examine(nota(paa(inside)), CONFIA_EM_MALLORY))).toEqual([
        "suspeita",
        ["certificado-de-outro-documento"],
      ]);
    }
  });

  test("a provider cannot sign an NFF, which only the State signs", () => {
    const nff = makeNota({
      cnpj: CNPJ,
      tpEmis: "3",
      extra: "<infSolicNFF><xSolic>{}</xSolic></infSolicNFF>",
    });
    const svrs = makeCredential({ nome: "SVRS", cnpj: "87958674000181", emissor: intermediate, bits: 1024 });
    expect(summaryOf(examine(wrapNota(sign(nff, mallory)), CONFIA_EM_MALLORY))).toEqual([
      "suspeita",
      ["certificado-de-outro-documento"],
    ]);
    expect(summaryOf(examine(wrapNota(sign(nff, svrs))))).toEqual(["integra", ["certificado-de-provedor"]]);
  });
});

describe("the date at which a signature is judged", () => {
  const issuedIn = (de: string, ate: string): typeof empresa =>
    makeCredential({ nome: `PADARIA ACAO LTDA:${CNPJ}`, cnpj: CNPJ, emissor: intermediate, de, ate });
  const answeredAt = (xml: string, at: string): string =>
    xml.replace(/<(dhRecbto|dhRegEvento)>[^<]+/, `<$1>${at}`);
  const expired = issuedIn("2025-01-01T00:00:00Z", "2026-06-01T00:00:00Z");
  const coming = issuedIn("2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z");

  test.each([
    ["expired, answered before the issue", expired, "2026-05-01T10:00:00-03:00"],
    ["of next year, answered then", coming, "2027-02-01T10:00:00-03:00"],
    ["of next year, answered years later", coming, "2027-12-01T10:00:00-03:00"],
  ])(
    "the date of an unsigned answer does not change the date of the signature: a certificate %s",
    (_what, credential, at) => {
      const nota = answeredAt(wrapNota(sign(makeNota({ cnpj: CNPJ }), credential)), at);
      const evento = answeredAt(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), credential)), at);
      for (const xml of [nota, evento]) {
        expect(examine(xml).veredito).toBe("suspeita");
        expect(codes(examine(xml))).toContain("certificado-fora-da-validade");
      }
    },
  );

  test("the date of the signature may precede the authorization, as in a contingency", () => {
    const nota = answeredAt(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)), "2026-11-27T10:00:00-03:00");
    expect(summaryOf(examine(nota))).toEqual(["autentica", []]);
  });

  test.each([
    ["2026-11-18T10:00:00-03:00", "protocolo-anterior-a-emissao"],
    ["2027-05-20T10:00:00-03:00", "protocolo-fora-de-prazo"],
  ])("the signature's own date is used when that of the answer is too distant: %s", (at, code) => {
    const nota = answeredAt(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)), at);
    expect(summaryOf(examine(nota))).toEqual(["autentica", [code]]);
    const evento = answeredAt(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa)), at);
    expect(summaryOf(examine(evento))).toEqual(["autentica", ["protocolo-fora-de-prazo"]]);
  });

  test("the signature may be dated on the day on which the certificate was issued", () => {
    const today = issuedIn("2026-11-20T12:53:05Z", "2028-01-01T00:00:00Z");
    expect(summaryOf(examine(wrapNota(sign(makeNota({ cnpj: CNPJ }), today))))).toEqual(["autentica", []]);
    const bare = sign(makeNota({ cnpj: CNPJ }), today);
    expect(summaryOf(examine(bare))).toEqual(["sem-protocolo", ["sem-protocolo", "certificado-posterior"]]);
  });

  describe("a certificate newer than the date of issue", () => {
    const renewed = issuedIn("2026-11-25T12:00:00Z", "2028-01-01T00:00:00Z");
    const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), renewed));

    test("a newer certificate is judged at the time of the protocolo, as in a contingency", () => {
      const late = answeredAt(nota, "2026-11-27T10:00:00-03:00");
      expect(summaryOf(examine(late))).toEqual(["autentica", ["certificado-posterior"]]);
    });

    test("a newer certificate is a grave finding when SEFAZ answered before it was valid", () => {
      const early = answeredAt(nota, "2026-11-24T10:00:00-03:00");
      expect(summaryOf(examine(early))).toEqual(["suspeita", ["certificado-fora-da-validade"]]);
    });

    test("a newer certificate is only a warning without a protocolo", () => {
      const bare = sign(makeNota({ cnpj: CNPJ }), renewed);
      expect(summaryOf(examine(bare))).toEqual(["sem-protocolo", ["sem-protocolo", "certificado-posterior"]]);
    });

    test("a newer certificate of an evento is judged at the time of its registration", () => {
      const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), renewed));
      const late = answeredAt(evento, "2026-11-27T10:00:00-03:00");
      expect(summaryOf(examine(late))).toEqual(["autentica", ["certificado-posterior"]]);
    });
  });
});

describe("who may sign an evento", () => {
  test("an evento must match the models of its family", () => {
    const daNota = makeEvento({ family: "cte", chave, autor: CNPJ });
    expect(summaryOf(examine(wrapEvento(sign(daNota, empresa))))).toEqual(["suspeita", ["chave-divergente"]]);
    const doManifesto = makeEvento({ chave: makeChaveTransporte({ modelo: "58" }), autor: TRANSPORTADORA });
    const carrier = makeCredential({
      nome: "RAPIDO",
      cnpj: TRANSPORTADORA,
      emissor: intermediate,
      bits: 1024,
    });
    expect(summaryOf(examine(wrapEvento(sign(doManifesto, carrier))))).toEqual([
      "suspeita",
      ["chave-divergente"],
    ]);
  });

  const by = (tpEvento: string, autor: string): Examination =>
    examine(wrapEvento(sign(makeEvento({ chave, autor, tpEvento }), autor === CNPJ ? empresa : mallory)));

  test.each(["110110", "110111", "110140", "111500", "112110", "112140"])(
    "the evento %s of an NF-e is reserved to its emitente",
    (tpEvento) => {
      expect(summaryOf(by(tpEvento, CNPJ))).toEqual(["autentica", []]);
      expect(summaryOf(by(tpEvento, OTHER_CNPJ))).toEqual(["suspeita", ["autor-nao-emitente"]]);
    },
  );

  test.each(["210200", "210210", "210240", "211124", "211128", "211130", "211140", "211150"])(
    "the evento %s belongs to the destinatario, whom the evento does not name",
    (tpEvento) => {
      expect(summaryOf(by(tpEvento, OTHER_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      expect(summaryOf(by(tpEvento, CNPJ))).toEqual([
        "integra",
        ["autor-nao-destinatario", "autor-nao-conferido"],
      ]);
      const filial = makeCredential({ nome: "FILIAL", cnpj: FILIAL, emissor: intermediate, bits: 1024 });
      const ofFilial = makeEvento({ chave, autor: FILIAL, tpEvento });
      expect(summaryOf(examine(wrapEvento(sign(ofFilial, filial))))).toEqual([
        "integra",
        ["autor-nao-conferido"],
      ]);
    },
  );

  test.each(["110001", "110150", "110300"])(
    "the evento %s belongs to the emitente and others",
    (tpEvento) => {
      expect(summaryOf(by(tpEvento, CNPJ))).toEqual(["autentica", []]);
      expect(summaryOf(by(tpEvento, OTHER_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
    },
  );

  test.each(["211110", "211120"])("the evento %s belongs to the emitente or the destinatario", (tpEvento) => {
    expect(summaryOf(by(tpEvento, CNPJ))).toEqual(["autentica", []]);
    expect(summaryOf(by(tpEvento, OTHER_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
  });

  test.each(["212110", "212120"])(
    "the evento %s belongs to the successor, whom no document names",
    (tpEvento) => {
      expect(summaryOf(by(tpEvento, OTHER_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      expect(summaryOf(by(tpEvento, CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
    },
  );

  test.each(["240130", "310610", "411500", "412120", "990900", "999999"])(
    "the evento %s belongs to the fisco or is unknown: a company's signature does not prove it",
    (tpEvento) => {
      expect(summaryOf(by(tpEvento, OTHER_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      expect(summaryOf(by(tpEvento, CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      const evento = wrapEvento(sign(makeEvento({ chave, autor: OTHER_CNPJ, tpEvento }), mallory));
      expect(summaryOf(examine(evento, CONFIA_EM_MALLORY))).toEqual(["autentica", []]);
    },
  );

  test.each([
    ["nothing but a status", /<infEvento><tpAmb>1[\s\S]*(<cStat>135<\/cStat>)[\s\S]*<\/infEvento>(?=<\/ret)/],
    ["no protocolo number", /<nProt>135260000000002<\/nProt>()/],
    ["no date", /<dhRegEvento>[^<]*<\/dhRegEvento>()/],
  ])("an answer does not register an evento when it has %s", (_what, pattern) => {
    const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
    const cut = evento.replace(pattern, (all, kept: string) =>
      all.startsWith("<infEvento>") ? `<infEvento>${kept}</infEvento>` : kept,
    );
    expect(cut).not.toBe(evento);
    expect(summaryOf(examine(cut))).toEqual(["sem-protocolo", ["protocolo-invalido"]]);
  });
});

describe("the answer, the emitente and the signer of a nota", () => {
  test("an answer without a date does not authorize a nota", () => {
    const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)).replace(/<dhRecbto>[^<]*<\/dhRecbto>/, "");
    expect(summaryOf(examine(nota))).toEqual(["sem-protocolo", ["protocolo-invalido"]]);
  });

  test("a nota with a contradictory answer is readable but not authorized", () => {
    const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)).replace(
      "<nProt>",
      "<nProt>1</nProt><nProt>",
    );
    expect(summaryOf(examine(nota))).toEqual(["sem-protocolo", ["protocolo-invalido"]]);
    const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
    const dated = evento.replace(/<dhRegEvento>[^<]*/, "<dhRegEvento>ontem");
    expect(examine(dated).veredito).toBe("sem-protocolo");
    expect(examine(dated).achados).toContainEqual(
      expect.objectContaining({ codigo: "protocolo-invalido", caminho: "retEvento/infEvento/dhRegEvento" }),
    );
  });

  test.each([
    ["11222333000182", {}],
    ["11111111111111", {}],
    ["", { cpf: "52998224726", serie: "920" }],
    ["", { cpf: "11111111111", serie: "920" }],
  ])("a nota must have a valid emitente, not CNPJ '%s' with %o", (cnpj, others) => {
    const signer = makeCredential({
      nome: "X",
      ...(cnpj ? { cnpj } : others),
      emissor: intermediate,
      bits: 1024,
    });
    expect(summaryOf(examine(wrapNota(sign(makeNota({ cnpj, ...others }), signer))))).toEqual([
      "suspeita",
      ["emitente-invalido"],
    ]);
  });

  test("a nota must have one emitente, not both a CNPJ and a CPF", () => {
    const both = makeNota({ cnpj: CNPJ }).replace("<emit>", `<emit><CPF>${CPF}</CPF>`);
    const examination = examine(wrapNota(sign(both, empresa)));
    expect(examination.veredito).toBe("suspeita");
    expect(codes(examination)).toContain("emitente-invalido");
  });

  test("a nota dated in UTC at the end of a month belongs to the emitente's month", () => {
    const inUtc = (dhEmi: string): Examination =>
      examine(sign(makeNota({ cnpj: CNPJ }).replace(/<dhEmi>[^<]+/, `<dhEmi>${dhEmi}`), empresa));
    expect(codes(inUtc("2026-12-01T01:30:00+00:00"))).toEqual(["sem-protocolo"]);
    expect(codes(inUtc("2026-12-01T03:30:00+00:00"))).toContain("chave-divergente");
  });

  test("a nota must not be signed by an authority or an encryption certificate", () => {
    const ca = makeCredential({ nome: "CA", cnpj: CNPJ, ca: true, emissor: intermediate, bits: 1024 });
    const cipher = makeCredential({
      nome: "CIFRA",
      cnpj: CNPJ,
      emissor: intermediate,
      bits: 1024,
      uso: "cifrar",
    });
    for (const credential of [ca, cipher]) {
      expect(summaryOf(examine(wrapNota(sign(makeNota({ cnpj: CNPJ }), credential))))).toEqual([
        "suspeita",
        ["certificado-improprio"],
      ]);
    }
    const assina = makeCredential({
      nome: "AS",
      cnpj: CNPJ,
      emissor: intermediate,
      bits: 1024,
      uso: "assinar",
    });
    expect(examine(wrapNota(sign(makeNota({ cnpj: CNPJ }), assina))).veredito).toBe("autentica");
  });
});

test("the first finding of each code is kept even beyond the maximum of findings", () => {
  const findings = new Findings();
  for (let i = 0; i < 500; i += 1) findings.add("estrutura-formato", { caminho: `x[${i}]` });
  findings.add("digest-divergente");
  findings.add("sem-protocolo");
  findings.add("digest-divergente", { detalhe: "again" });
  expect(findings.all().length).toBe(102);
  expect(findings.has("digest-divergente") && findings.has("sem-protocolo")).toBe(true);
});
