import { describe, expect, test } from "vitest";
import { readDfe } from "../read/read-dfe.ts";
import {
  CNPJ,
  CNPJ_ALFA,
  CONFIANCA,
  CPF,
  empresa,
  FILIAL,
  intermediaria,
  OUTRO_CNPJ,
  raiz,
} from "../tests/confianca.ts";
import { bytesOf, makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../tests/make-dfe.ts";
import { makeCredencial } from "../tests/pki.ts";
import type { AchadoCodigo, Confianca, Veredito } from "../veredito.ts";
import { judgeDfe } from "./judge-dfe.ts";

function judge(xml: string | Uint8Array, confianca: Confianca = CONFIANCA): Veredito {
  const bytes = typeof xml === "string" ? bytesOf(xml) : xml;
  return judgeDfe(bytes, readDfe(bytes), confianca);
}

function graves(veredito: Veredito): AchadoCodigo[] {
  return veredito.achados.filter((each) => each.grave).map((each) => each.codigo);
}

function notes(veredito: Veredito): AchadoCodigo[] {
  return veredito.achados.filter((each) => !each.grave).map((each) => each.codigo);
}

const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa));

describe("a nota signed by its issuer", () => {
  test("is whole, and the signer is named", () => {
    expect(judge(nota)).toEqual({
      situacao: "integra",
      achados: [],
      certificado: {
        titular: "PADARIA ACAO LTDA",
        documento: CNPJ,
        validoDe: "2025-01-01T00:00:00.000Z",
        validoAte: "2028-01-01T00:00:00.000Z",
      },
    });
  });

  test("is whole with SHA-256, with another encoding and without its protocol", () => {
    expect(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa, "sha256"))).situacao).toBe("integra");
    const latin = Buffer.from(nota.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'), "latin1");
    expect(judge(latin)).toMatchObject({ situacao: "integra", achados: [] });
    expect(judge(Buffer.from(`\ufeff${nota}`, "utf16le"))).toMatchObject({
      situacao: "integra",
      achados: [],
    });
    const alone = judge(sign(makeNota({ cnpj: CNPJ }), empresa));
    expect([alone.situacao, notes(alone)]).toEqual(["integra", ["sem-protocolo"]]);
  });

  test("may be signed by another branch of the same company", () => {
    const filial = makeCredencial({
      nome: "PADARIA ACAO LTDA:11222333000262",
      cnpj: FILIAL,
      emissor: intermediaria,
    });
    expect(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), filial))).situacao).toBe("integra");
  });

  test("may have letters in its CNPJ, or a CPF", () => {
    const alfa = makeCredencial({ nome: "ALFA SA:12ABC34501DE35", cnpj: CNPJ_ALFA, emissor: intermediaria });
    expect(judge(wrapNota(sign(makeNota({ cnpj: CNPJ_ALFA }), alfa))).situacao).toBe("integra");
    const pessoa = makeCredencial({ nome: "FULANO:52998224725", cpf: CPF, emissor: intermediaria });
    const rural = judge(wrapNota(sign(makeNota({ cnpj: "", cpf: CPF, serie: "920" }), pessoa)));
    expect([rural.situacao, rural.certificado?.documento]).toEqual(["integra", CPF]);
  });

  test("keeps its verdict after a repair, and says which", () => {
    const lost = Buffer.from(nota.replace(/<\?xml[^>]*\?>/, ""), "latin1");
    expect([judge(lost).situacao, notes(judge(lost))]).toEqual(["reparada", ["codificacao-reparada"]]);
    const edges = judge(`\r\n\r\n${nota}\0\0`);
    expect([edges.situacao, notes(edges)]).toEqual(["reparada", ["bordas-reparadas"]]);
  });
});

describe("what a changed nota shows", () => {
  const cases: [string, string, AchadoCodigo][] = [
    ["a changed total", nota.replace("<vNF>1234.50", "<vNF>9234.50"), "digest-divergente"],
    ["one more space", nota.replace("<natOp>", "<natOp> "), "digest-divergente"],
    ["no signature", nota.replace(/<Signature[\s\S]*<\/Signature>/, ""), "sem-assinatura"],
    ["two signatures", nota.replace(/(<Signature[\s\S]*<\/Signature>)/, "$1$1"), "assinatura-malformada"],
    ["a changed digest", nota.replace(/<DigestValue>./, "<DigestValue>="), "assinatura-malformada"],
    [
      "a comment in the digest",
      nota.replace("<DigestValue>", "<DigestValue><!--x-->"),
      "assinatura-malformada",
    ],
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
    [
      "the Id once more",
      nota.replace("<infProt>", `<infProt Id="NFe${makeChave({ cnpj: CNPJ })}">`),
      "id-repetido",
    ],
  ];
  test.each(cases)("%s makes it invalid", (_what, xml, codigo) => {
    const veredito = judge(xml);
    expect(graves(veredito)).toContain(codigo);
    expect(veredito.situacao).toBe("assinatura-invalida");
  });

  const suspeitas: [string, string, AchadoCodigo][] = [
    ["a comment inside a value", nota.replace("<vNF>12", "<vNF>12<!-- -->"), "comentario-no-assinado"],
    [
      "a stranger beside the signed part",
      nota.replace("<Signature", "<infExtra/><Signature"),
      "estrutura-inesperada",
    ],
    [
      "the protocol of another nota",
      wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { chNFe: makeChave({ cnpj: OUTRO_CNPJ }) }),
      "protocolo-de-outra-chave",
    ],
    [
      "the protocol of another content",
      wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { digVal: "AAAA" }),
      "protocolo-digest-divergente",
    ],
    [
      "the protocol of another environment",
      wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { tpAmb: "2" }),
      "protocolo-de-outro-ambiente",
    ],
  ];
  test.each(suspeitas)("%s makes it suspicious", (_what, xml, codigo) => {
    const veredito = judge(xml);
    expect(graves(veredito)).toEqual([codigo]);
    expect(veredito.situacao).toBe("suspeita");
  });

  test("CDATA says the same as text", () => {
    const veredito = judge(nota.replace("Pedido 7", "<![CDATA[Pedido 7]]>"));
    expect([veredito.situacao, notes(veredito)]).toEqual(["integra", ["cdata-no-assinado"]]);
  });
});

describe("a nota whose key is not its content", () => {
  test.each([
    ["cUF", "<cUF>35", "<cUF>31"],
    ["anoMes", emissaoIn("2026-11"), emissaoIn("2026-12")],
    ["documento", `<emit><CNPJ>${CNPJ}`, `<emit><CNPJ>${FILIAL}`],
    ["serie", "<serie>1<", "<serie>2<"],
    ["nNF", "<nNF>123<", "<nNF>124<"],
    ["tpEmis", "<tpEmis>1", "<tpEmis>2"],
    ["cNF", "<cNF>87654321", "<cNF>87654322"],
  ])("is suspicious though signed: %s", (campo, from, to) => {
    const veredito = judge(sign(makeNota({ cnpj: CNPJ }).replace(from, to), empresa));
    expect(veredito.situacao).toBe("suspeita");
    expect(veredito.achados).toContainEqual({ codigo: "chave-divergente", grave: true, detalhe: campo });
  });

  test("is suspicious when the key's own digit is wrong", () => {
    const chave = makeChave({ cnpj: CNPJ });
    const wrong = `${chave.slice(0, 43)}${(Number(chave.slice(-1)) + 1) % 10}`;
    expect(graves(judge(sign(makeNota({ cnpj: CNPJ }).replace(chave, wrong), empresa)))).toContain(
      "chave-invalida",
    );
  });
});

describe("a nota signed by somebody", () => {
  const stranger = makeCredencial({
    nome: "OUTRA LTDA:99887766000105",
    cnpj: OUTRO_CNPJ,
    emissor: intermediaria,
  });

  test("else is suspicious", () => {
    const veredito = judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), stranger)));
    expect([veredito.situacao, graves(veredito)]).toEqual(["suspeita", ["certificado-de-outro-documento"]]);
  });

  test("nobody trusted vouches for is suspicious, and unchecked where nothing is trusted", () => {
    const lone = makeCredencial({ nome: "PADARIA ACAO LTDA:11222333000181", cnpj: CNPJ });
    const xml = wrapNota(sign(makeNota({ cnpj: CNPJ }), lone));
    expect(graves(judge(xml))).toEqual(["cadeia-desconhecida"]);
    const unchecked = judge(xml, { ancoras: [] });
    expect([unchecked.situacao, notes(unchecked)]).toEqual(["integra", ["cadeia-nao-verificada"]]);
  });

  test("whose authority's root is missing, or is no authority, is suspicious", () => {
    expect(graves(judge(nota, { ancoras: [intermediaria.certificadoPem] }))).toEqual(["cadeia-desconhecida"]);
    const issued = makeCredencial({ nome: "PADARIA FILIAL:11222333000262", cnpj: FILIAL, emissor: empresa });
    const ancoras = [...CONFIANCA.ancoras, empresa.certificadoPem];
    expect(graves(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), issued)), { ancoras }))).toEqual([
      "cadeia-desconhecida",
    ]);
  });

  test("before or after the certificate's time is suspicious; an authority expired since then is not", () => {
    const late = makeCredencial({
      nome: "PADARIA ACAO LTDA:11222333000181",
      cnpj: CNPJ,
      emissor: intermediaria,
      ate: "2026-11-20T12:53:06Z",
    });
    expect(graves(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), late))))).toEqual([
      "certificado-fora-da-validade",
    ]);
    const ended = makeCredencial({
      nome: "Autoridade de Teste Raiz",
      ca: true,
      de: "2020-01-01T00:00:00Z",
      ate: "2026-11-21T00:00:00Z",
    });
    expect(judge(nota, { ancoras: [ended.certificadoPem, intermediaria.certificadoPem] }).situacao).toBe(
      "integra",
    );
    const over = makeCredencial({
      nome: "Autoridade de Teste Raiz",
      ca: true,
      de: "2020-01-01T00:00:00Z",
      ate: "2026-11-19T00:00:00Z",
    });
    expect(graves(judge(nota, { ancoras: [over.certificadoPem, intermediaria.certificadoPem] }))).toEqual([
      "cadeia-desconhecida",
    ]);
  });

  test("whose certificate names nobody is suspicious", () => {
    const nameless = makeCredencial({ nome: "PADARIA ACAO", emissor: intermediaria });
    expect(graves(judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), nameless))))).toEqual([
      "certificado-sem-documento",
    ]);
  });

  test("who is the provider that the signed part names is only noted", () => {
    const paa = (cnpj: string): string => `<infPAA><CNPJPAA>${cnpj}</CNPJPAA></infPAA>`;
    const named = judge(wrapNota(sign(makeNota({ cnpj: CNPJ, extra: paa(OUTRO_CNPJ) }), stranger)));
    expect([named.situacao, notes(named)]).toEqual(["integra", ["certificado-de-provedor"]]);
    const other = judge(wrapNota(sign(makeNota({ cnpj: CNPJ, extra: paa(CNPJ_ALFA) }), stranger)));
    expect(graves(other)).toEqual(["certificado-de-outro-documento"]);
  });
});

describe("what the protocol says", () => {
  test("is noted when it is no authorization", () => {
    const veredito = judge(wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa), { cStat: "302" }));
    expect(veredito).toMatchObject({
      situacao: "integra",
      achados: [{ codigo: "nao-autorizada", grave: false, detalhe: "302" }],
    });
    const homologada = judge(wrapNota(sign(makeNota({ cnpj: CNPJ, tpAmb: "2" }), empresa)));
    expect(notes(homologada)).toEqual(["ambiente-homologacao"]);
  });
});

describe("an evento", () => {
  const chave = makeChave({ cnpj: CNPJ });
  const cancelamento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
  const stranger = makeCredencial({
    nome: "OUTRA LTDA:99887766000105",
    cnpj: OUTRO_CNPJ,
    emissor: intermediaria,
  });

  test("signed by its author is whole", () => {
    expect(judge(cancelamento)).toMatchObject({ situacao: "integra", achados: [] });
  });

  test("of the issuer, by somebody else under their own name, is suspicious", () => {
    const forged = judge(wrapEvento(sign(makeEvento({ chave, autor: OUTRO_CNPJ }), stranger)));
    expect([forged.situacao, graves(forged)]).toEqual(["suspeita", ["autor-nao-emitente"]]);
    const confirmacao = judge(
      wrapEvento(sign(makeEvento({ chave, autor: OUTRO_CNPJ, tpEvento: "210200" }), stranger)),
    );
    expect(confirmacao.situacao).toBe("integra");
  });

  test("in the issuer's name, by somebody else, is suspicious", () => {
    const forged = judge(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), stranger)));
    expect(graves(forged)).toEqual(["certificado-de-outro-documento"]);
  });

  test("with another Id, another registration or none is told apart", () => {
    const renamed = makeEvento({ chave, autor: CNPJ }).replace(/Id="ID110111/, 'Id="ID110110');
    expect(graves(judge(wrapEvento(sign(renamed, empresa))))).toEqual(["id-divergente"]);
    const other = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa), {
      chNFe: makeChave({ cnpj: OUTRO_CNPJ }),
    });
    expect(graves(judge(other))).toEqual(["protocolo-de-outra-chave"]);
    const refused = judge(wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa), { cStat: "573" }));
    expect([refused.situacao, notes(refused)]).toEqual(["integra", ["evento-nao-registrado"]]);
    expect(notes(judge(sign(makeEvento({ chave, autor: CNPJ }), empresa)))).toEqual(["sem-protocolo"]);
  });

  test("changed after signing is invalid", () => {
    expect(judge(cancelamento.replace("Erro no pedido", "Erro no Pedido")).situacao).toBe(
      "assinatura-invalida",
    );
  });
});

describe("a judgement", () => {
  test("is refused to what is no nota or evento", () => {
    expect(judge("<CTe xmlns='http://www.portalfiscal.inf.br/cte'/>").achados).toEqual([
      { codigo: "nao-julgado", grave: true },
    ]);
  });

  test("never mixes the reading of one file with the bytes of another", () => {
    const other = bytesOf(wrapNota(sign(makeNota({ cnpj: CNPJ, numero: "124" }), empresa)));
    expect(() => judgeDfe(other, readDfe(bytesOf(nota)), CONFIANCA)).toThrow(RangeError);
  });

  test("reads anchors wherever they stand in the list", () => {
    const bundle = `lixo\n${raiz.certificadoPem}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${intermediaria.certificadoPem}`;
    expect(judge(nota, { ancoras: ["", bundle] }).situacao).toBe("integra");
  });
});

function emissaoIn(mes: string): string {
  return `<dhEmi>${mes}`;
}
