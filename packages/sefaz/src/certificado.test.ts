import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import forge from "node-forge";
import { describe, expect, test } from "vitest";
import { openCertificado } from "./certificado.ts";
import { createAutoridade, createEcnpj, type Emitido } from "./tests/pki.ts";

const raiz = createAutoridade("AC RAIZ INVENTADA");
const intermediaria = createAutoridade("AC INVENTADA", raiz);
const empresa = createEcnpj("AÇOUGUE INVENTADO LTDA:11222333000181", intermediaria, "11222333000181");

type Conteudo = { de: Emitido; com?: Emitido[]; senha?: string; algoritmo?: "aes256" | "3des" };

function pfxOf({ de, com = [], senha = "Malote123", algoritmo = "aes256" }: Conteudo): Uint8Array {
  const certificados = [...com, de].map((um) => forge.pki.certificateFromPem(um.certificadoPem));
  const chave = forge.pki.privateKeyFromPem(de.chavePem);
  const asn1 = forge.pkcs12.toPkcs12Asn1(chave, certificados, senha, { algorithm: algoritmo });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");
}

// fixtures/*.p12 were made by OpenSSL 3 for an invented company: `openssl pkcs12 -export`, with -legacy -certpbe
// PBE-SHA1-RC2-40, with -nomac, with -nokeys, and with an accented password.
function fixture(nome: string): Uint8Array {
  return readFileSync(new URL(`fixtures/${nome}`, import.meta.url));
}

function opened(pfx: Uint8Array, senha = "Malote123") {
  const aberto = openCertificado(pfx, senha);
  if (aberto.kind !== "ok") throw new Error(aberto.kind);
  return aberto.certificado;
}

describe("a certificate file opens", () => {
  test.each(["aes256", "3des"] as const)("made with %s", (algoritmo) => {
    const certificado = opened(pfxOf({ de: empresa, algoritmo }));
    expect(certificado).toMatchObject({
      titular: "AÇOUGUE INVENTADO LTDA",
      cnpj: "11222333000181",
      cadeiaPem: [],
    });
    expect(certificado.validoDe < certificado.validoAte).toBe(true);
  });

  test.each(["rc2-40.p12", "aes-256-sem-mac.p12"])("made by OpenSSL: %s", (nome) => {
    const certificado = opened(fixture(nome));
    expect(certificado).toMatchObject({ titular: "MERCADO INVENTADO LTDA", cnpj: "11222333000181" });
    expect(
      new X509Certificate(certificado.certificadoPem).verify(
        new X509Certificate(certificado.certificadoPem).publicKey,
      ),
    ).toBe(true);
  });

  test("in BER, of indefinite length", () => {
    expect(opened(asBer(fixture("rc2-40.p12"))).cnpj).toBe("11222333000181");
  });

  test("whose password has accents", () => {
    expect(opened(fixture("aes-256-senha-acentuada.p12"), "ação e reação").cnpj).toBe("11222333000181");
  });

  test("with the chain before the leaf: the leaf is the one of the key, the chain goes up from it", () => {
    const certificado = opened(pfxOf({ de: empresa, com: [raiz, intermediaria] }));
    expect(certificado.certificadoPem).toBe(pem(empresa));
    expect(certificado.cadeiaPem).toEqual([pem(intermediaria), pem(raiz)]);
  });

  test.each([
    ["letters in the otherName", "MERCADO INVENTADO:11222333000181", "12ABC34501DE35", "12ABC34501DE35"],
    ["only the CN's number", "MERCADO INVENTADO:11222333000181", undefined, "11222333000181"],
    ["a number that is no CNPJ", "MERCADO INVENTADO:11222333000182", undefined, null],
    ["an e-CPF", "FULANA INVENTADA:52998224725", undefined, "52998224725"],
  ])("and says the CNPJ, or the CPF: %s", (_caso, cn, outro, cnpj) => {
    const certificado = opened(pfxOf({ de: createEcnpj(cn, raiz, outro) }));
    expect([certificado.titular, certificado.cnpj]).toEqual([cn.split(":")[0], cnpj]);
  });
});

describe("a certificate file is refused", () => {
  test.each(["rc2-40.p12", "aes-256-sem-mac.p12", "aes-256-senha-acentuada.p12", "sem-chave.p12"])(
    "for a wrong password: %s",
    (nome) => {
      expect(openCertificado(fixture(nome), "Errada123")).toEqual({ kind: "senha-errada" });
    },
  );

  test("for having no key", () => {
    expect(openCertificado(fixture("sem-chave.p12"), "Malote123")).toEqual({ kind: "sem-chave" });
  });

  test("for a key without its certificate", () => {
    const trocado = { chavePem: empresa.chavePem, certificadoPem: raiz.certificadoPem };
    expect(openCertificado(pfxOf({ de: trocado }), "Malote123")).toEqual({ kind: "sem-chave" });
  });

  test.each([
    ["an empty file", new Uint8Array()],
    ["a PEM", Buffer.from(empresa.certificadoPem)],
    ["a DER certificate", new X509Certificate(empresa.certificadoPem).raw],
    ["half a file", fixture("rc2-40.p12").subarray(0, 900)],
    ["a file past 256 kB", Buffer.alloc(256 * 1024 + 1)],
    ["one that asks for 16 million rounds of MAC", withRodadas(fixture("rc2-40.p12"))],
  ])("for being %s", (_caso, bytes) => {
    expect(openCertificado(bytes, "Malote123")).toEqual({ kind: "ilegivel" });
  });
});

function pem(emitido: Emitido): string {
  return new X509Certificate(emitido.certificadoPem).toString();
}

// The same values with every constructed one open-ended, as some Java libraries write them.
function asBer(pfx: Uint8Array): Uint8Array {
  const write = (no: forge.asn1.Asn1): string => {
    if (!Array.isArray(no.value)) return forge.asn1.toDer(no).getBytes();
    return `${String.fromCharCode(no.tagClass | 0x20 | no.type)}\x80${no.value.map(write).join("")}\0\0`;
  };
  return Buffer.from(write(forge.asn1.fromDer(Buffer.from(pfx).toString("latin1"))), "latin1");
}

// The rounds are the third value of MacData, the third of the PFX.
function withRodadas(pfx: Uint8Array): Uint8Array {
  const asn1 = forge.asn1.fromDer(Buffer.from(pfx).toString("latin1"));
  const mac = (asn1.value as forge.asn1.Asn1[])[2] as forge.asn1.Asn1;
  const rodadas = (mac.value as forge.asn1.Asn1[])[2] as forge.asn1.Asn1;
  rodadas.value = "\x00\xff\xff\xff";
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");
}
