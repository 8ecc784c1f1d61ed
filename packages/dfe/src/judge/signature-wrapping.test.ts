import { createHash, createHmac, createPublicKey, verify, X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AchadoCode } from "../achados.ts";
import type { Examination } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { makeChave, makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import { makeCredential } from "../tests/pki.ts";
import { CNPJ, CONFIANCA, empresa, intermediate, OTHER_CNPJ } from "../tests/trust.ts";
import { canonicalize } from "../xml/c14n.ts";
import { parseXml } from "../xml/parse.ts";
import { isElement, visitDescendants, type XmlElement } from "../xml/tree.ts";

// The twelve classes of attacks on XML signatures; each starts from an authentic document.
const signed = sign(makeNota({ cnpj: CNPJ }), empresa);
const nota = wrapNota(signed);
const id = `NFe${makeChave({ cnpj: CNPJ })}`;
const [infNFe = ""] = /<infNFe[\s\S]*<\/infNFe>/.exec(nota) ?? [];
const [signature = ""] = /<Signature[\s\S]*<\/Signature>/.exec(nota) ?? [];
const [signedInfo = ""] = /<SignedInfo>[\s\S]*<\/SignedInfo>/.exec(nota) ?? [];
const forged = infNFe.replace("<vNF>1234.50", "<vNF>9234.50");
const otherId = forged.replace(id, `NFe${makeChave({ cnpj: CNPJ, numero: "999" })}`);

function examine(xml: string): Examination {
  return examineDfe(Buffer.from(xml), CONFIANCA);
}

/** Expects this finding, and a verdict without trust. */
function expectRefused(xml: string, code: AchadoCode): void {
  const examination = examine(xml);
  expect(examination.achados.map((each) => each.codigo)).toContain(code);
  expect(examination.veredito).toMatch(/^(?:suspeita|assinatura-invalida|ilegivel)$/);
  expect(examination.reparo).toBeNull();
}

test("the unchanged document is authentic", () => {
  expect(examine(nota)).toMatchObject({ veredito: "autentica", achados: expect.any(Array) });
});

describe("1. a second signable element", () => {
  test.each([
    ["before the signed one", nota.replace(infNFe, otherId + infNFe)],
    ["after the signed one", nota.replace(infNFe, infNFe + otherId)],
    ["of the same Id", nota.replace(infNFe, forged + infNFe)],
    ["around the signed one", nota.replace(infNFe, forged.replace("</infNFe>", `${infNFe}</infNFe>`))],
    ["inside the signed one", nota.replace("</infNFe>", `${otherId}</infNFe>`)],
    ["in a wrapper next to the forged one", nota.replace(infNFe, `${otherId}<x>${infNFe}</x>`)],
    [
      "in an Object of the signature",
      nota.replace(infNFe, otherId).replace("</Signature>", `<Object>${infNFe}</Object></Signature>`),
    ],
  ])("a second signable element is refused: %s", (_where, xml) => {
    expectRefused(xml, "assinado-aninhado");
    expect(examine(xml).assinatura.estado).toBe("erro");
  });

  test("a signable element in a second document next to the signed one is refused", () => {
    expectRefused(
      nota.replace("<NFe ", `<NFe xmlns="http://www.portalfiscal.inf.br/nfe">${otherId}</NFe><NFe `),
      "fora-do-leiaute",
    );
  });
});

describe("2. a signature at another place", () => {
  const bare = nota.replace(signature, "");
  test.each([
    ["into the signed part", bare.replace("</infNFe>", `${signature}</infNFe>`)],
    ["out of the document", bare.replace("<protNFe", `${signature}<protNFe`)],
    ["into a wrapper", bare.replace("</NFe>", `<x>${signature}</x></NFe>`)],
  ])("a signature that was moved is refused: %s", (_where, xml) =>
    expectRefused(xml, "assinatura-malformada"),
  );

  test("a repeated signature is refused", () => {
    expectRefused(nota.replace(signature, signature + signature), "assinatura-repetida");
    expectRefused(nota.replace("<protNFe", `${signature}<protNFe`), "assinatura-repetida");
  });
});

describe("3. a duplicate Id", () => {
  test.each(["Id", "ID", "id", "xml:id"])("a duplicate Id is refused in the spelling %s", (name) => {
    expectRefused(nota.replace("<infProt>", `<infProt ${name}="${id}">`), "id-repetido");
    expect(examine(nota.replace("<infProt>", `<infProt ${name}="${id}">`)).assinatura.estado).toBe("erro");
  });
});

describe("4. a comment in DigestValue", () => {
  const digest = createHash("sha1")
    .update(canonicalize(find(forged, "infNFe")))
    .digest("base64");
  test.each([
    ["before the true one", `<DigestValue>${digest}<!-- $1 -->`],
    ["around the true one", `<DigestValue><!-- ${digest} -->$1`],
    ["in the middle", "<DigestValue>$1<!-- -->"],
  ])("a comment in DigestValue is refused: %s", (_where, to) => {
    expectRefused(nota.replace(/<DigestValue>([^<]+)/, to), "comentario-no-assinado");
  });
});

describe("5. a repeated part of the signature", () => {
  test.each([
    ["SignedInfo", nota.replace(signedInfo, signedInfo + signedInfo)],
    ["Reference", nota.replace(/(<Reference[\s\S]*<\/Reference>)/, "$1$1")],
    ["DigestValue", nota.replace(/(<DigestValue>[^<]+<\/DigestValue>)/, "$1$1")],
    ["SignatureValue", nota.replace(/(<SignatureValue>[^<]+<\/SignatureValue>)/, "$1$1")],
    ["KeyInfo", nota.replace(/(<KeyInfo>[\s\S]*<\/KeyInfo>)/, "$1$1")],
    ["Transforms", nota.replace(/(<Transforms>[\s\S]*<\/Transforms>)/, "$1$1")],
    ["an Object", nota.replace("</Signature>", "<Object/></Signature>")],
  ])("a repeated part of the signature is refused: %s", (_what, xml) =>
    expectRefused(xml, "assinatura-malformada"),
  );
});

describe("6. a transform that selects or rewrites", () => {
  test.each([
    "http://www.w3.org/TR/1999/REC-xslt-19991116",
    "http://www.w3.org/TR/1999/REC-xpath-19991116",
    "http://www.w3.org/2002/06/xmldsig-filter2",
    "http://www.w3.org/2000/09/xmldsig#base64",
    "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments",
    "http://www.w3.org/2001/10/xml-exc-c14n#",
  ])("the transform %s is refused", (algorithm) => {
    expectRefused(
      nota.replace("http://www.w3.org/2000/09/xmldsig#enveloped-signature", algorithm),
      "algoritmo-nao-aceito",
    );
  });

  test("a known transform with an XPath child is refused", () => {
    const xpath = "<XPath>ancestor::x</XPath>";
    expectRefused(
      nota.replace(/(<Transform Algorithm="[^"]*enveloped-signature")\s*\/>/, `$1>${xpath}</Transform>`),
      "assinatura-malformada",
    );
  });
});

describe("7. a public key used as HMAC secret", () => {
  test.each([
    ["the certificate", Buffer.from(empresa.der, "base64")],
    [
      "its key",
      new X509Certificate(empresa.certificadoPem).publicKey.export({ type: "spki", format: "der" }),
    ],
  ])("an HMAC with public data as its secret is refused: %s", (_what, secret) => {
    const changed = nota.replace("xmldsig#rsa-sha1", "xmldsig#hmac-sha1");
    const value = createHmac("sha1", secret)
      .update(canonicalize(find(changed, "SignedInfo")))
      .digest("base64");
    expectRefused(
      changed.replace(/<SignatureValue>[^<]+/, `<SignatureValue>${value}`),
      "algoritmo-nao-aceito",
    );
  });
});

describe("8. a key with a small exponent or a short modulus", () => {
  const three = makeCredential({
    nome: `PADARIA TRES:${CNPJ}`,
    cnpj: CNPJ,
    emissor: intermediate,
    bits: 1024,
    expoente: 3,
  });

  test("a short key or a small exponent is refused even for a genuine signature", () => {
    expectRefused(wrapNota(sign(makeNota({ cnpj: CNPJ }), three)), "rsa-fraca");
  });

  test("a forged cube (Bleichenbacher) is refused for a key with a small exponent", () => {
    const xml = wrapNota(sign(makeNota({ cnpj: CNPJ }), three));
    const info = canonicalize(find(xml, "SignedInfo"));
    const cube = forgeCube(info);
    // Node's padding check refuses it, too.
    expect(verify("sha1", Buffer.from(info), createPublicKey(three.certificadoPem), cube)).toBe(false);
    expectRefused(
      xml.replace(/<SignatureValue>[^<]+/, `<SignatureValue>${cube.toString("base64")}`),
      "rsa-fraca",
    );
  });

  test("a key of 512 bits is refused", () => {
    const short = makeCredential({
      nome: `PADARIA CURTA:${CNPJ}`,
      cnpj: CNPJ,
      emissor: intermediate,
      bits: 512,
    });
    expectRefused(wrapNota(sign(makeNota({ cnpj: CNPJ }), short)), "rsa-fraca");
  });

  test("a key with exponent 1, where the padded digest is its own signature, is refused", () => {
    const one = makeCredential({
      nome: `PADARIA UM:${CNPJ}`,
      cnpj: CNPJ,
      emissor: intermediate,
      bits: 1024,
      expoente: 1,
    });
    const xml = wrapNota(sign(makeNota({ cnpj: CNPJ }), one));
    const itself = padded(canonicalize(find(xml, "SignedInfo")), 128).toString("base64");
    const examination = examine(xml.replace(/<SignatureValue>[^<]+/, `<SignatureValue>${itself}`));
    expect(examination.assinatura.estado).toBe("erro");
    expect(examination.veredito).toMatch(/^(?:suspeita|assinatura-invalida)$/);
  });
});

test("a certificate with an invalid date is refused without throwing", () => {
  const der = Buffer.from(empresa.der, "base64");
  // The month of its first date becomes 91.
  der.write("9", der.indexOf("250101") + 2, "latin1");
  const changed = nota.replace(empresa.der, der.toString("base64"));
  expectRefused(changed, "certificado-ilegivel");
});

describe("9. a certificate without a trusted issuer", () => {
  test("a certificate without a trusted issuer is refused, even with the right CNPJ", () => {
    const lone = makeCredential({ nome: `PADARIA ACAO LTDA:${CNPJ}`, cnpj: CNPJ });
    expectRefused(wrapNota(sign(makeNota({ cnpj: CNPJ }), lone)), "cadeia-desconhecida");
  });

  test("a certificate whose issuer only has the name of a trusted root is refused", () => {
    const twin = makeCredential({ nome: "Autoridade de Teste Raiz", ca: true });
    const twinElement = { ...twin, nome: "Autoridade de Teste Raiz" };
    const fake = makeCredential({ nome: `FALSA:${CNPJ}`, cnpj: CNPJ, ca: true });
    const leaf = makeCredential({
      nome: `PADARIA FALSA:${CNPJ}`,
      cnpj: CNPJ,
      emissor: { ...fake, nome: twinElement.nome },
    });
    expectRefused(wrapNota(sign(makeNota({ cnpj: CNPJ }), leaf)), "cadeia-desconhecida");
  });

  test("an issuer without keyCertSign, or beyond the path length, is refused", () => {
    const mute = makeCredential({
      nome: "Autoridade Muda",
      ca: true,
      emissor: intermediate,
      bits: 1024,
      semCertSign: true,
    });
    const short = makeCredential({
      nome: "Autoridade Curta",
      ca: true,
      emissor: intermediate,
      bits: 1024,
      caminho: 0,
    });
    const below = makeCredential({ nome: "Autoridade Abaixo", ca: true, emissor: short });
    const trustedCas = [...CONFIANCA.trustedCas, mute, short, below].map((each) =>
      typeof each === "string" ? each : each.certificadoPem,
    );
    const issuedBy = (emissor: typeof mute): Examination => {
      const leaf = makeCredential({ nome: `PADARIA:${CNPJ}`, cnpj: CNPJ, emissor });
      return examineDfe(Buffer.from(wrapNota(sign(makeNota({ cnpj: CNPJ }), leaf))), {
        trustedCas: trustedCas,
      });
    };
    expect(issuedBy(short).veredito).toBe("autentica");
    for (const emissor of [mute, below]) {
      expect(issuedBy(emissor)).toMatchObject({ veredito: "suspeita" });
    }
  });
});

test("10. a certificate of another CNPJ is refused", () => {
  const other = makeCredential({
    nome: `OUTRA LTDA:${OTHER_CNPJ}`,
    cnpj: OTHER_CNPJ,
    emissor: intermediate,
    bits: 1024,
  });
  expectRefused(wrapNota(sign(makeNota({ cnpj: CNPJ }), other)), "certificado-de-outro-documento");
  // Adding the emitente's certificate does not help: the first one must be the signer's, and match the key.
  const both = wrapNota(sign(makeNota({ cnpj: CNPJ }), other)).replace(
    "<X509Certificate>",
    `<X509Certificate>${empresa.der}</X509Certificate><X509Certificate>`,
  );
  expectRefused(both, "assinatura-divergente");
});

test("11. a certificate that is expired or not yet valid is refused", () => {
  for (const [de, until] of [
    ["2024-01-01", "2026-11-20"],
    ["2026-11-21", "2028-01-01"],
  ]) {
    const leaf = makeCredential({
      nome: `PADARIA ACAO LTDA:${CNPJ}`,
      cnpj: CNPJ,
      emissor: intermediate,
      bits: 1024,
      de: `${de}T00:00:00Z`,
      ate: `${until}T00:00:00Z`,
    });
    expectRefused(wrapNota(sign(makeNota({ cnpj: CNPJ }), leaf)), "certificado-fora-da-validade");
  }
});

describe("12. inherited attributes and namespaces that would change the signed element", () => {
  test.each(['xml:base="http://x/"', 'xml:lang="pt"', 'xml:space="preserve"'])(
    "the attribute %s above the signed element is refused",
    (attribute) => {
      // Signed in place, so that the signature is valid with the inherited attribute.
      const inside = sign(
        wrapNota(makeNota({ cnpj: CNPJ })).replace("<nfeProc ", `<nfeProc ${attribute} `),
        empresa,
      );
      expectRefused(inside, "xml-herdado");
      expectRefused(nota.replace("<NFe ", `<NFe ${attribute} `), "xml-herdado");
      expectRefused(nota.replace("<Signature ", `<Signature ${attribute} `), "xml-herdado");
    },
  );

  test("a namespace redefined inside, above or on the signature is refused", () => {
    expectRefused(nota.replace("<ide>", '<ide xmlns="http://x/">'), "digest-divergente");
    expectRefused(nota.replace("<NFe ", '<NFe xmlns:x="http://x/" '), "digest-divergente");
    expectRefused(
      nota.replace('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"', '<Signature xmlns="http://x/"'),
      "assinatura-malformada",
    );
    expectRefused(
      nota.replace(/http:\/\/www\.portalfiscal\.inf\.br\/nfe/g, "http://www.portalfiscal.inf.br/cte"),
      "fora-do-leiaute",
    );
  });
});

function find(xml: string, local: string): XmlElement {
  const found: XmlElement[] = [];
  const { root } = parseXml(Buffer.from(xml));
  if (root.local === local) return root;
  visitDescendants(root, (node) => {
    if (isElement(node) && node.local === local) found.push(node);
  });
  const [first] = found;
  if (!first) throw new Error(`no ${local}`);
  return first;
}

const SHA1_INFO = Buffer.from("3021300906052b0e03021a05000414", "hex");
const RSA_BYTES = 256;

/** The block that RSA with PKCS #1 v1.5 signs: 00 01 FF… 00, hash identifier, hash. */
function padded(text: string, bytes: number): Buffer {
  const tail = Buffer.concat([SHA1_INFO, createHash("sha1").update(text).digest()]);
  const fill = Buffer.alloc(bytes - tail.length - 3, 0xff);
  return Buffer.concat([Buffer.from([0, 1]), fill, Buffer.from([0]), tail]);
}

/** Bleichenbacher's forgery: a number whose cube starts like a short padded block. */
function forgeCube(text: string): Buffer {
  const tail = Buffer.concat([SHA1_INFO, createHash("sha1").update(text).digest()]);
  const head = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(8, 0xff), Buffer.from([0]), tail]);
  const wanted = BigInt(
    `0x${Buffer.concat([head, Buffer.alloc(RSA_BYTES - head.length, 0)]).toString("hex")}`,
  );
  let low = 0n;
  let high = 1n << 700n;
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (middle ** 3n < wanted) low = middle + 1n;
    else high = middle;
  }
  return Buffer.from(low.toString(16).padStart(RSA_BYTES * 2, "0"), "hex");
}
