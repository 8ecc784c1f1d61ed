import { describe, expect, test } from "vitest";
import type { AchadoCode } from "./achados.ts";
import type { Examination, Trust } from "./examination.ts";
import { examineDfe } from "./examine.ts";
import { bytesOf, makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "./tests/make-dfe.ts";
import { makeCredential } from "./tests/pki.ts";
import {
  CNPJ,
  CNPJ_ALFA,
  CONFIANCA,
  CPF,
  empresa,
  FILIAL,
  intermediate,
  OTHER_CNPJ,
  root,
} from "./tests/trust.ts";

function judge(xml: string | Uint8Array, trust: Trust = CONFIANCA): Examination {
  const { achados, ...examination } = examineDfe(typeof xml === "string" ? bytesOf(xml) : xml, trust);
  // The invented documents are short: other tests cover the fields that the layout requires.
  return {
    ...examination,
    achados: achados.filter(({ codigo }) => !/^(?:estrutura-(?!inesperada)|soma-)/.test(codigo)),
  };
}

function graves({ achados }: Examination): AchadoCode[] {
  return achados.filter((each) => each.gravidade === "grave").map((each) => each.codigo);
}

function notes({ achados }: Examination): AchadoCode[] {
  return achados.filter((each) => each.gravidade !== "grave").map((each) => each.codigo);
}

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const bare = sign(makeNota({ cnpj: CNPJ }), empresa);
const nota = wrapNota(bare);

describe("a nota signed by its emitente", () => {
  test("a nota signed by its emitente is authentic, and the certificate names the signer", () => {
    expect(judge(nota)).toMatchObject({
      veredito: "autentica",
      assinatura: { estado: "valida", motivos: [] },
      reparo: null,
      achados: [],
      certificado: {
        titular: "PADARIA ACAO LTDA",
        documento: CNPJ,
        validoDe: "2025-01-01T00:00:00.000Z",
        validoAte: "2028-01-01T00:00:00.000Z",
      },
    });
  });

  test("a nota is valid with SHA-256, in another encoding and without its protocolo", () => {
    expect(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa, "sha256"))).veredito).toBe("autentica");
    const latin = Buffer.from(nota.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'), "latin1");
    expect(judge(latin)).toMatchObject({ veredito: "autentica", achados: [] });
    expect(judge(Buffer.from(`\ufeff${nota.replace("UTF-8", "UTF-16")}`, "utf16le"))).toMatchObject({
      veredito: "autentica",
      achados: [],
    });
    const alone = judge(sign(makeNota({ cnpj: CNPJ }), empresa));
    expect([alone.veredito, notes(alone)]).toEqual(["sem-protocolo", ["sem-protocolo"]]);
  });

  test("a nota may be signed with a certificate of another branch of the company", () => {
    const filial = makeCredential({
      nome: "PADARIA ACAO LTDA:11222333000262",
      cnpj: FILIAL,
      emissor: intermediate,
    });
    expect(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), filial))).veredito).toBe("autentica");
  });

  test("the emitente may have an alphanumeric CNPJ, or a CPF", () => {
    const alfa = makeCredential({ nome: "ALFA SA:12ABC34501DE35", cnpj: CNPJ_ALFA, emissor: intermediate });
    expect(judge(wrapNota(sign(makeNota({ cnpj: CNPJ_ALFA }), alfa))).veredito).toBe("autentica");
    const pessoa = makeCredential({ nome: "FULANO:52998224725", cpf: CPF, emissor: intermediate });
    const rural = judge(wrapNota(sign(makeNota({ cnpj: "", cpf: CPF, serie: "920" }), pessoa)));
    expect([rural.veredito, rural.certificado?.documento]).toEqual(["autentica", CPF]);
  });

  test("a nota keeps its verdict when only bytes around the XML were removed, and the report says so", () => {
    const edges = judge(`\r\n\r\n${nota}\0\0`);
    expect([edges.veredito, notes(edges)]).toEqual(["autentica", ["bordas-reparadas"]]);
  });
});

describe("a changed nota", () => {
  const cases: [string, string, AchadoCode][] = [
    ["a changed total", nota.replace("<vNF>1234.50", "<vNF>9234.50"), "digest-divergente"],
    ["one more space", nota.replace("Venda de", "Venda  de"), "digest-divergente"],
    ["no signature", nota.replace(/<Signature[\s\S]*<\/Signature>/, ""), "sem-assinatura"],
    ["a changed digest", nota.replace(/<DigestValue>./, "<DigestValue>="), "assinatura-malformada"],
    [
      "another signature value",
      nota.replace(/<SignatureValue>..../, "<SignatureValue>AAAA"),
      "assinatura-divergente",
    ],
    ["HMAC", nota.replace("xmldsig#rsa-sha1", "xmldsig#hmac-sha1"), "algoritmo-nao-aceito"],
    [
      "an XPath transform",
      nota.replace("xmldsig#enveloped-signature", "xmldsig#xpath"),
      "algoritmo-nao-aceito",
    ],
    ["a Reference to nothing", nota.replace(/URI="[^"]+"/, 'URI=""'), "referencia-divergente"],
    [
      "a certificate that is none",
      nota.replace(/(<X509Certificate>)[^<]+/, "$1AAAA"),
      "certificado-ilegivel",
    ],
  ];
  test.each(cases)("%s makes the signature invalid", (_what, xml, codigo) => {
    const examination = judge(xml);
    expect(graves(examination)).toContain(codigo);
    expect(examination.veredito).toBe("assinatura-invalida");
  });

  const suspeitas: [string, string, AchadoCode][] = [
    ["two signatures", nota.replace(/(<Signature[\s\S]*<\/Signature>)/, "$1$1"), "assinatura-repetida"],
    [
      "a comment in DigestValue",
      nota.replace("<DigestValue>", "<DigestValue><!--x-->"),
      "comentario-no-assinado",
    ],
    [
      "a duplicate Id",
      nota.replace("<infProt>", `<infProt Id="NFe${makeChave({ cnpj: CNPJ })}">`),
      "id-repetido",
    ],
    ["a comment inside a value", nota.replace("<vNF>12", "<vNF>12<!-- -->"), "comentario-no-assinado"],
    [
      "an unknown element next to the signed part",
      nota.replace("<Signature", "<infExtra/><Signature"),
      "estrutura-inesperada",
    ],
    [
      "the protocolo of another nota",
      wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { chNFe: makeChave({ cnpj: OTHER_CNPJ }) }),
      "protocolo-de-outra-chave",
    ],
    [
      "the protocolo of other content",
      wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { digVal: "AAAA" }),
      "protocolo-digest-divergente",
    ],
    [
      "the protocolo of another environment",
      wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { tpAmb: "2" }),
      "protocolo-de-outro-ambiente",
    ],
  ];
  test.each(suspeitas)("%s makes the nota suspicious", (_what, xml, codigo) => {
    const examination = judge(xml);
    expect(graves(examination)).toContain(codigo);
    expect(examination.veredito).toBe("suspeita");
  });

  test("CDATA in a nota is equivalent to text", () => {
    const examination = judge(nota.replace("Pedido 7", "<![CDATA[Pedido 7]]>"));
    expect([examination.veredito, notes(examination)]).toEqual(["autentica", ["cdata-no-assinado"]]);
  });
});

describe("a nota whose key contradicts its fields", () => {
  test.each([
    ["cUF", "<cUF>35", "<cUF>31"],
    ["anoMes", emissaoIn("2026-11"), emissaoIn("2026-12")],
    ["documento", `<emit><CNPJ>${CNPJ}`, `<emit><CNPJ>${FILIAL}`],
    ["serie", "<serie>1<", "<serie>2<"],
    ["nNF", "<nNF>123<", "<nNF>124<"],
    ["tpEmis", "<tpEmis>1", "<tpEmis>2"],
    ["cNF", "<cNF>87654321", "<cNF>87654322"],
  ])("a signed nota is suspicious when its key has another %s", (field, from, to) => {
    const examination = judge(sign(makeNota({ cnpj: CNPJ }).replace(from, to), empresa));
    expect(examination.veredito).toBe("suspeita");
    expect(examination.achados).toContainEqual(
      expect.objectContaining({ codigo: "chave-divergente", detalhe: field, caminho: "infNFe/@Id" }),
    );
  });

  test("a nota is suspicious when the check digit of its key is wrong", () => {
    const chave = makeChave({ cnpj: CNPJ });
    const wrong = `${chave.slice(0, 43)}${(Number(chave.slice(-1)) + 1) % 10}`;
    expect(graves(judge(sign(makeNota({ cnpj: CNPJ }).replace(chave, wrong), empresa)))).toContain(
      "chave-invalida",
    );
  });
});

describe("a nota signed with an unexpected certificate", () => {
  const stranger = makeCredential({
    nome: "OUTRA LTDA:99887766000105",
    cnpj: OTHER_CNPJ,
    emissor: intermediate,
  });

  test("a nota signed with a certificate of another company is suspicious", () => {
    const examination = judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), stranger)));
    expect([examination.veredito, graves(examination)]).toEqual([
      "suspeita",
      ["certificado-de-outro-documento"],
    ]);
  });

  test("a certificate outside the trusted chains is suspicious; without trust anchors it is only not verified", () => {
    const lone = makeCredential({ nome: "PADARIA ACAO LTDA:11222333000181", cnpj: CNPJ });
    const xml = wrapNota(sign(makeNota({ cnpj: CNPJ }), lone));
    expect(graves(judge(xml))).toEqual(["cadeia-desconhecida"]);
    const unchecked = judge(xml, { trustedCas: [] });
    expect([unchecked.veredito, notes(unchecked)]).toEqual(["integra", ["cadeia-nao-verificada"]]);
    const partly = judge(xml, { ...CONFIANCA, isPartial: true });
    expect([partly.veredito, notes(partly)]).toEqual(["integra", ["cadeia-nao-verificada"]]);
  });

  test("a certificate is suspicious when the root is missing or the issuer is not an authority", () => {
    expect(graves(judge(nota, { trustedCas: [intermediate.certificadoPem] }))).toEqual([
      "cadeia-desconhecida",
    ]);
    const issued = makeCredential({ nome: "PADARIA FILIAL:11222333000262", cnpj: FILIAL, emissor: empresa });
    const trustedCas = [...CONFIANCA.trustedCas, empresa.certificadoPem];
    expect(
      graves(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), issued)), { trustedCas: trustedCas })),
    ).toEqual(["cadeia-desconhecida"]);
  });

  test("a signature outside the certificate's validity is suspicious, but not when an authority expired later", () => {
    const late = makeCredential({
      nome: "PADARIA ACAO LTDA:11222333000181",
      cnpj: CNPJ,
      emissor: intermediate,
      ate: "2026-11-20T12:53:06Z",
    });
    expect(graves(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), late))))).toEqual([
      "certificado-fora-da-validade",
    ]);
    const ended = makeCredential({
      nome: "Autoridade de Teste Raiz",
      ca: true,
      de: "2020-01-01T00:00:00Z",
      ate: "2026-11-21T00:00:00Z",
    });
    expect(judge(nota, { trustedCas: [ended.certificadoPem, intermediate.certificadoPem] }).veredito).toBe(
      "autentica",
    );
    const over = makeCredential({
      nome: "Autoridade de Teste Raiz",
      ca: true,
      de: "2020-01-01T00:00:00Z",
      ate: "2026-11-19T00:00:00Z",
    });
    expect(graves(judge(nota, { trustedCas: [over.certificadoPem, intermediate.certificadoPem] }))).toEqual([
      "cadeia-desconhecida",
    ]);
  });

  test("a certificate that names no CNPJ or CPF is suspicious", () => {
    const nameless = makeCredential({ nome: "PADARIA ACAO", emissor: intermediate });
    expect(graves(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), nameless))))).toEqual([
      "certificado-sem-documento",
    ]);
  });
});

describe("the protocolo of a nota", () => {
  test("the status of the protocolo decides the verdict when it does not authorize", () => {
    const denied = judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { cStat: "302" }));
    expect(denied).toMatchObject({
      veredito: "nao-autorizada",
      achados: [{ codigo: "nao-autorizada", caminho: "protNFe/infProt/cStat", detalhe: "302" }],
    });
    const homologada = judge(wrapNota(sign(makeNota({ cnpj: CNPJ, tpAmb: "2" }), empresa)));
    expect([homologada.veredito, notes(homologada)]).toEqual(["nao-autorizada", ["ambiente-homologacao"]]);
  });
});

describe("judging an evento", () => {
  const chave = makeChave({ cnpj: CNPJ });
  const cancelamento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
  const stranger = makeCredential({
    nome: "OUTRA LTDA:99887766000105",
    cnpj: OTHER_CNPJ,
    emissor: intermediate,
  });

  test("an evento signed by its autor is authentic", () => {
    expect(judge(cancelamento)).toMatchObject({ veredito: "autentica", achados: [] });
  });

  test("an evento reserved to the emitente is suspicious with another company as autor and signer", () => {
    const forged = judge(wrapEvento(sign(makeEvento({ chave, autor: OTHER_CNPJ }), stranger)));
    expect([forged.veredito, graves(forged)]).toEqual(["suspeita", ["autor-nao-emitente"]]);
    const confirmacao = judge(
      wrapEvento(sign(makeEvento({ chave, autor: OTHER_CNPJ, tpEvento: "210200" }), stranger)),
    );
    expect([confirmacao.veredito, notes(confirmacao)]).toEqual(["integra", ["autor-nao-conferido"]]);
  });

  test("an evento in the emitente's name but signed by another company is suspicious", () => {
    const forged = judge(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), stranger)));
    expect(graves(forged)).toEqual(["certificado-de-outro-documento"]);
  });

  test("an evento with a wrong Id, the registration of another evento, or none, is reported", () => {
    const renamed = makeEvento({ chave, autor: CNPJ }).replace(/Id="ID110111/, 'Id="ID110110');
    expect(graves(judge(wrapEvento(sign(renamed, empresa))))).toEqual(["id-divergente"]);
    const other = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa), {
      chNFe: makeChave({ cnpj: OTHER_CNPJ }),
    });
    expect(graves(judge(other))).toEqual(["protocolo-de-outra-chave"]);
    const refused = judge(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa), { cStat: "573" }));
    expect([refused.veredito, notes(refused)]).toEqual(["nao-autorizada", ["evento-nao-registrado"]]);
    expect(notes(judge(sign(makeEvento({ chave, autor: CNPJ }), empresa)))).toEqual(["sem-protocolo"]);
  });

  test("an evento changed after signing has an invalid signature", () => {
    expect(judge(cancelamento.replace("Erro no pedido", "Erro no Pedido")).veredito).toBe(
      "assinatura-invalida",
    );
  });
});

describe("what is judged", () => {
  test.each([
    ["a SEFAZ message", `<retConsSitNFe ${NFE}/>`],
    ["an image", "GIF89a"],
    ["a batch", `<enviNFe ${NFE}>${bare}${bare}</enviNFe>`],
  ])("%s gets no verdict, because it is not signed as a whole", (_what, xml) => {
    expect(judge(xml)).toMatchObject({
      veredito: null,
      assinatura: { estado: "ausente", motivos: [] },
      achados: [],
    });
  });

  test.each([
    ["another DF-e", '<nfcomProc xmlns="http://www.portalfiscal.inf.br/nfcom"/>', "assinatura-invalida"],
    ["a DF-e without its fields", `<NFe ${NFE}/>`, "ilegivel"],
  ])("the missing signature of %s is reported", (_what, xml, veredito) => {
    expect(judge(xml)).toMatchObject({
      veredito,
      assinatura: { estado: "ausente", motivos: ["sem-assinatura"] },
    });
  });

  test("a DF-e model that is not read is judged only by signature and certificate chain", () => {
    const request = (id: string): string =>
      `<inutNFe ${NFE} versao="4.00"><infInut Id="${id}"><tpAmb>1</tpAmb></infInut></inutNFe>`;
    const unread = (credential: typeof empresa): string => sign(request("ID1"), credential);
    expect(judge(unread(empresa))).toMatchObject({
      reading: { kind: "outro-dfe" },
      veredito: "sem-protocolo",
      assinatura: { estado: "valida" },
      achados: [{ codigo: "conteudo-nao-conferido" }],
    });
    const lone = makeCredential({ nome: "NINGUEM:11222333000181", cnpj: CNPJ, bits: 1024 });
    expect(judge(unread(lone))).toMatchObject({ veredito: "suspeita" });
  });

  test("a truncated XML is reported as unreadable", () => {
    const cut = judge(nota.slice(0, nota.length - 300));
    expect([cut.veredito, cut.assinatura]).toEqual([
      "ilegivel",
      { estado: "erro", motivos: ["leitura-impossivel"] },
    ]);
  });

  test("the trust anchors are found among other text in the list", () => {
    const bundle = `lixo\n${root.certificadoPem}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${intermediate.certificadoPem}`;
    expect(judge(nota, { trustedCas: ["", bundle] }).veredito).toBe("autentica");
  });
});

function emissaoIn(month: string): string {
  return `<dhEmi>${month}`;
}
