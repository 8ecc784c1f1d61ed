import { createPrivateKey, createPublicKey, sign as signBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AchadoCodigo } from "../achados.ts";
import { examineDfe } from "../examine.ts";
import { Findings } from "../findings.ts";
import { CNPJ, CONFIANCA, CPF, empresa, FILIAL, intermediaria, OUTRO_CNPJ } from "../tests/confianca.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import { makeChaveTransporte, TRANSPORTADORA } from "../tests/make-transporte.ts";
import { makeCredencial } from "../tests/pki.ts";
import type { Confianca, Exame } from "../veredito.ts";

// Mallory is a company with a certificate of a trusted authority, which is not that of the CNPJ in whose name she acts.
const mallory = makeCredencial({
  nome: `MALLORY LTDA:${OUTRO_CNPJ}`,
  cnpj: OUTRO_CNPJ,
  emissor: intermediaria,
  bits: 1024,
});
const CONFIA_EM_MALLORY = { ...CONFIANCA, provedores: [OUTRO_CNPJ] };
const chave = makeChave({ cnpj: CNPJ });

function examine(xml: string, confianca: Confianca = CONFIANCA): Exame {
  return examineDfe(Buffer.from(xml), confianca);
}

/** The findings that are no advice on the form: the invented documents are short. */
function codes({ achados }: Exame): AchadoCodigo[] {
  return achados
    .map((each) => each.codigo)
    .filter((codigo) => !/^(?:estrutura-(?!inesp)|soma-)/.test(codigo));
}

function said(exame: Exame): [Exame["veredito"], AchadoCodigo[]] {
  return [exame.veredito, codes(exame)];
}

describe("who calls itself a provider", () => {
  const autorizacao = (credencial: typeof empresa, id: string): string => {
    const { n = "", e = "" } = createPublicKey(credencial.certificadoPem).export({ format: "jwk" });
    const valor = signBytes("sha1", Buffer.from(id), createPrivateKey(credencial.chavePem));
    const [modulo, expoente] = [n, e].map((each) => Buffer.from(each, "base64url").toString("base64"));
    return (
      `<PAASignature><SignatureValue>${valor.toString("base64")}</SignatureValue>` +
      `<RSAKeyValue><Modulus>${modulo}</Modulus><Exponent>${expoente}</Exponent></RSAKeyValue></PAASignature>`
    );
  };
  const paa = (inside: string): string => `<infPAA><CNPJPAA>${OUTRO_CNPJ}</CNPJPAA>${inside}</infPAA>`;
  const nota = (extra: string): string => wrapNota(sign(makeNota({ cnpj: CNPJ, extra }), mallory));

  test("cancels nobody's nota", () => {
    const extra = paa(autorizacao(mallory, `ID110111${chave}01`));
    const evento = makeEvento({ chave, autor: CNPJ }).replace("</infEvento>", `${extra}</infEvento>`);
    for (const confianca of [CONFIANCA, CONFIA_EM_MALLORY]) {
      expect(said(examine(wrapEvento(sign(evento, mallory)), confianca))).toEqual([
        "suspeita",
        ["certificado-de-outro-documento"],
      ]);
    }
  });

  test("issues nothing as genuine, unless the operator trusts it", () => {
    const xml = nota(paa(autorizacao(empresa, `NFe${chave}`)));
    expect(said(examine(xml))).toEqual(["suspeita", ["provedor-desconhecido"]]);
    expect(said(examine(xml, CONFIA_EM_MALLORY))).toEqual(["integra", ["certificado-de-provedor"]]);
  });

  test("must carry the issuer's own signature over the Id of this very nota", () => {
    for (const inside of ["", autorizacao(empresa, `NFe${makeChave({ cnpj: CNPJ, numero: "9" })}`)]) {
      expect(said(examine(nota(paa(inside)), CONFIA_EM_MALLORY))).toEqual([
        "suspeita",
        ["certificado-de-outro-documento"],
      ]);
    }
  });

  test("signs no NFF, which is the State's alone", () => {
    const nff = makeNota({
      cnpj: CNPJ,
      tpEmis: "3",
      extra: "<infSolicNFF><xSolic>{}</xSolic></infSolicNFF>",
    });
    const svrs = makeCredencial({ nome: "SVRS", cnpj: "87958674000181", emissor: intermediaria, bits: 1024 });
    expect(said(examine(wrapNota(sign(nff, mallory)), CONFIA_EM_MALLORY))).toEqual([
      "suspeita",
      ["certificado-de-outro-documento"],
    ]);
    expect(said(examine(wrapNota(sign(nff, svrs))))).toEqual(["integra", ["certificado-de-provedor"]]);
  });
});

describe("what only the signer dates", () => {
  const issuedIn = (de: string, ate: string): typeof empresa =>
    makeCredencial({ nome: `PADARIA ACAO LTDA:${CNPJ}`, cnpj: CNPJ, emissor: intermediaria, de, ate });
  const answeredAt = (xml: string, at: string): string =>
    xml.replace(/<(dhRecbto|dhRegEvento)>[^<]+/, `<$1>${at}`);
  const expired = issuedIn("2025-01-01T00:00:00Z", "2026-06-01T00:00:00Z");
  const coming = issuedIn("2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z");

  test.each([
    ["expired, answered before the issue", expired, "2026-05-01T10:00:00-03:00"],
    ["of next year, answered then", coming, "2027-02-01T10:00:00-03:00"],
    ["of next year, answered years later", coming, "2027-12-01T10:00:00-03:00"],
  ])("is not saved by the date of an unsigned answer: a certificate %s", (_what, credencial, at) => {
    const nota = answeredAt(wrapNota(sign(makeNota({ cnpj: CNPJ }), credencial)), at);
    const evento = answeredAt(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), credencial)), at);
    for (const xml of [nota, evento]) {
      expect(examine(xml).veredito).toBe("suspeita");
      expect(codes(examine(xml))).toContain("certificado-fora-da-validade");
    }
  });

  test("is genuine in a contingency: signed first, authorized later", () => {
    const nota = answeredAt(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)), "2026-11-27T10:00:00-03:00");
    expect(said(examine(nota))).toEqual(["autentica", []]);
  });

  test.each([
    ["2026-11-18T10:00:00-03:00", "protocolo-anterior-a-emissao"],
    ["2027-05-20T10:00:00-03:00", "protocolo-fora-de-prazo"],
  ])("decides alone where the answer is too far: %s", (at, codigo) => {
    const nota = answeredAt(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)), at);
    expect(said(examine(nota))).toEqual(["autentica", [codigo]]);
    const evento = answeredAt(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa)), at);
    expect(said(examine(evento))).toEqual(["autentica", ["protocolo-fora-de-prazo"]]);
  });

  test("may name the beginning of the day on which the certificate was issued", () => {
    const today = issuedIn("2026-11-20T12:53:05Z", "2028-01-01T00:00:00Z");
    expect(said(examine(wrapNota(sign(makeNota({ cnpj: CNPJ }), today))))).toEqual(["autentica", []]);
    const bare = sign(makeNota({ cnpj: CNPJ }), today);
    expect(said(examine(bare))).toEqual(["sem-protocolo", ["sem-protocolo", "certificado-posterior"]]);
  });

  describe("a certificate that is newer than the date of issue", () => {
    const renewed = issuedIn("2026-11-25T12:00:00Z", "2028-01-01T00:00:00Z");
    const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), renewed));

    test("is judged at the moment of the protocol: a nota of a contingency, authorized after it began", () => {
      const late = answeredAt(nota, "2026-11-27T10:00:00-03:00");
      expect(said(examine(late))).toEqual(["autentica", ["certificado-posterior"]]);
    });

    test("is grave where SEFAZ answered before it began", () => {
      const early = answeredAt(nota, "2026-11-24T10:00:00-03:00");
      expect(said(examine(early))).toEqual(["suspeita", ["certificado-fora-da-validade"]]);
    });

    test("is no more than advice where no protocol says when", () => {
      const bare = sign(makeNota({ cnpj: CNPJ }), renewed);
      expect(said(examine(bare))).toEqual(["sem-protocolo", ["sem-protocolo", "certificado-posterior"]]);
    });

    test("of an evento is judged at the moment of its registration", () => {
      const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), renewed));
      const late = answeredAt(evento, "2026-11-27T10:00:00-03:00");
      expect(said(examine(late))).toEqual(["autentica", ["certificado-posterior"]]);
    });
  });
});

describe("an evento", () => {
  test("is of its family's models: no CT-e's evento is about an NF-e", () => {
    const daNota = makeEvento({ familia: "cte", chave, autor: CNPJ });
    expect(said(examine(wrapEvento(sign(daNota, empresa))))).toEqual(["suspeita", ["chave-divergente"]]);
    const doManifesto = makeEvento({ chave: makeChaveTransporte({ modelo: "58" }), autor: TRANSPORTADORA });
    const carrier = makeCredencial({
      nome: "RAPIDO",
      cnpj: TRANSPORTADORA,
      emissor: intermediaria,
      bits: 1024,
    });
    expect(said(examine(wrapEvento(sign(doManifesto, carrier))))).toEqual(["suspeita", ["chave-divergente"]]);
  });

  const by = (tpEvento: string, autor: string): Exame =>
    examine(wrapEvento(sign(makeEvento({ chave, autor, tpEvento }), autor === CNPJ ? empresa : mallory)));

  test.each(["110110", "110111", "110140", "111500", "112110", "112140"])(
    "%s of an NF-e is its issuer's alone",
    (tpEvento) => {
      expect(said(by(tpEvento, CNPJ))).toEqual(["autentica", []]);
      expect(said(by(tpEvento, OUTRO_CNPJ))).toEqual(["suspeita", ["autor-nao-emitente"]]);
    },
  );

  test.each(["210200", "210210", "210240", "211124", "211128", "211130", "211140", "211150"])(
    "%s is the recipient's, whom it does not name",
    (tpEvento) => {
      expect(said(by(tpEvento, OUTRO_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      expect(said(by(tpEvento, CNPJ))).toEqual([
        "integra",
        ["autor-nao-destinatario", "autor-nao-conferido"],
      ]);
      const filial = makeCredencial({ nome: "FILIAL", cnpj: FILIAL, emissor: intermediaria, bits: 1024 });
      const ofFilial = makeEvento({ chave, autor: FILIAL, tpEvento });
      expect(said(examine(wrapEvento(sign(ofFilial, filial))))).toEqual(["integra", ["autor-nao-conferido"]]);
    },
  );

  test.each(["110001", "110150", "110300"])("%s is the issuer's, and others' too", (tpEvento) => {
    expect(said(by(tpEvento, CNPJ))).toEqual(["autentica", []]);
    expect(said(by(tpEvento, OUTRO_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
  });

  test.each(["211110", "211120"])("%s is the issuer's or the recipient's", (tpEvento) => {
    expect(said(by(tpEvento, CNPJ))).toEqual(["autentica", []]);
    expect(said(by(tpEvento, OUTRO_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
  });

  test.each(["212110", "212120"])("%s is the successor's, which no document names", (tpEvento) => {
    expect(said(by(tpEvento, OUTRO_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
    expect(said(by(tpEvento, CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
  });

  test.each(["240130", "310610", "411500", "412120", "990900", "999999"])(
    "%s is the State's, or unknown: no company makes it on its own word",
    (tpEvento) => {
      expect(said(by(tpEvento, OUTRO_CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      expect(said(by(tpEvento, CNPJ))).toEqual(["integra", ["autor-nao-conferido"]]);
      const evento = wrapEvento(sign(makeEvento({ chave, autor: OUTRO_CNPJ, tpEvento }), mallory));
      expect(said(examine(evento, CONFIA_EM_MALLORY))).toEqual(["autentica", []]);
    },
  );

  test.each([
    ["nothing but a status", /<infEvento><tpAmb>1[\s\S]*(<cStat>135<\/cStat>)[\s\S]*<\/infEvento>(?=<\/ret)/],
    ["no number", /<nProt>135260000000002<\/nProt>()/],
    ["no day", /<dhRegEvento>[^<]*<\/dhRegEvento>()/],
  ])("is registered by no answer that says %s", (_what, pattern) => {
    const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
    const cut = evento.replace(pattern, (all, kept: string) =>
      all.startsWith("<infEvento>") ? `<infEvento>${kept}</infEvento>` : kept,
    );
    expect(cut).not.toBe(evento);
    expect(said(examine(cut))).toEqual(["sem-protocolo", ["protocolo-invalido"]]);
  });
});

describe("a nota", () => {
  test("is authorized by no answer without its day", () => {
    const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)).replace(/<dhRecbto>[^<]*<\/dhRecbto>/, "");
    expect(said(examine(nota))).toEqual(["sem-protocolo", ["protocolo-invalido"]]);
  });

  test("is authorized by no answer that contradicts itself, and stays readable beside it", () => {
    const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)).replace(
      "<nProt>",
      "<nProt>1</nProt><nProt>",
    );
    expect(said(examine(nota))).toEqual(["sem-protocolo", ["protocolo-invalido"]]);
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
  ])("has an issuer who can exist: not CNPJ '%s' nor CPF %o", (cnpj, outros) => {
    const signer = makeCredencial({
      nome: "X",
      ...(cnpj ? { cnpj } : outros),
      emissor: intermediaria,
      bits: 1024,
    });
    expect(said(examine(wrapNota(sign(makeNota({ cnpj, ...outros }), signer))))).toEqual([
      "suspeita",
      ["emitente-invalido"],
    ]);
  });

  test("has one issuer, not a company and a person", () => {
    const both = makeNota({ cnpj: CNPJ }).replace("<emit>", `<emit><CPF>${CPF}</CPF>`);
    const exame = examine(wrapNota(sign(both, empresa)));
    expect(exame.veredito).toBe("suspeita");
    expect(codes(exame)).toContain("emitente-invalido");
  });

  test("may be dated in UTC at the month's end, and keeps the month of its issuer", () => {
    const inUtc = (dhEmi: string): Exame =>
      examine(sign(makeNota({ cnpj: CNPJ }).replace(/<dhEmi>[^<]+/, `<dhEmi>${dhEmi}`), empresa));
    expect(codes(inUtc("2026-12-01T01:30:00+00:00"))).toEqual(["sem-protocolo"]);
    expect(codes(inUtc("2026-12-01T03:30:00+00:00"))).toContain("chave-divergente");
  });

  test("is signed by no authority, nor by a key for something else", () => {
    const ca = makeCredencial({ nome: "CA", cnpj: CNPJ, ca: true, emissor: intermediaria, bits: 1024 });
    const cifra = makeCredencial({
      nome: "CIFRA",
      cnpj: CNPJ,
      emissor: intermediaria,
      bits: 1024,
      uso: "cifrar",
    });
    for (const credencial of [ca, cifra]) {
      expect(said(examine(wrapNota(sign(makeNota({ cnpj: CNPJ }), credencial))))).toEqual([
        "suspeita",
        ["certificado-improprio"],
      ]);
    }
    const assina = makeCredencial({
      nome: "AS",
      cnpj: CNPJ,
      emissor: intermediaria,
      bits: 1024,
      uso: "assinar",
    });
    expect(examine(wrapNota(sign(makeNota({ cnpj: CNPJ }), assina))).veredito).toBe("autentica");
  });
});

test("what decides is told however much was told before it", () => {
  const findings = new Findings();
  for (let i = 0; i < 500; i += 1) findings.add("estrutura-formato", { caminho: `x[${i}]` });
  findings.add("digest-divergente");
  findings.add("sem-protocolo");
  findings.add("digest-divergente", { detalhe: "again" });
  expect(findings.all().length).toBe(102);
  expect(findings.has("digest-divergente") && findings.has("sem-protocolo")).toBe(true);
});
