import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import forge from "node-forge";
import { describe, expect, test } from "vitest";
import { createAuthority, createEcnpj, type IssuedCertificate } from "../tests/pki.ts";
import { openCertificado } from "./certificado.ts";

const root = createAuthority("AC RAIZ INVENTADA");
const intermediate = createAuthority("AC INVENTADA", root);
const empresa = createEcnpj("AÇOUGUE INVENTADO LTDA:11222333000181", intermediate, "11222333000181");

type PfxSpec = {
  holder: IssuedCertificate;
  extra?: IssuedCertificate[];
  senha?: string;
  algoritmo?: "aes256" | "3des";
};

function pfxOf({ holder, extra = [], senha = "Malote123", algoritmo = "aes256" }: PfxSpec): Uint8Array {
  const certificados = [...extra, holder].map((one) => forge.pki.certificateFromPem(one.certificadoPem));
  const chave = forge.pki.privateKeyFromPem(holder.chavePem);
  const asn1 = forge.pkcs12.toPkcs12Asn1(chave, certificados, senha, { algorithm: algoritmo });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");
}

// fixtures/*.p12 were made by OpenSSL 3 for an invented company, with `openssl pkcs12 -export` and
// one of: -legacy -certpbe PBE-SHA1-RC2-40, -nomac, -nokeys, or a password with accents.
function fixture(name: string): Uint8Array {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url));
}

function opened(pfx: Uint8Array, senha = "Malote123") {
  const result = openCertificado(pfx, senha);
  if (result.kind !== "ok") throw new Error(result.kind);
  return result.certificado;
}

describe("openCertificado with valid files", () => {
  test.each(["aes256", "3des"] as const)("opens a file encrypted with %s", (algoritmo) => {
    const certificado = opened(pfxOf({ holder: empresa, algoritmo }));
    expect(certificado).toMatchObject({
      titular: "AÇOUGUE INVENTADO LTDA",
      cnpj: "11222333000181",
      cadeiaPem: [],
    });
    expect(certificado.validoDe < certificado.validoAte).toBe(true);
  });

  test.each(["rc2-40.p12", "aes-256-sem-mac.p12"])("opens a file written by OpenSSL: %s", (name) => {
    const certificado = opened(fixture(name));
    expect(certificado).toMatchObject({ titular: "MERCADO INVENTADO LTDA", cnpj: "11222333000181" });
    expect(
      new X509Certificate(certificado.certificadoPem).verify(
        new X509Certificate(certificado.certificadoPem).publicKey,
      ),
    ).toBe(true);
  });

  test("opens a file in BER with indefinite lengths", () => {
    expect(opened(asBer(fixture("rc2-40.p12"))).cnpj).toBe("11222333000181");
  });

  test("opens a file whose password has accents", () => {
    expect(opened(fixture("aes-256-senha-acentuada.p12"), "ação e reação").cnpj).toBe("11222333000181");
  });

  test("opens a file whose chain precedes the leaf: the leaf matches the key, its issuers follow", () => {
    const certificado = opened(pfxOf({ holder: empresa, extra: [root, intermediate] }));
    expect(certificado.certificadoPem).toBe(pem(empresa));
    expect(certificado.cadeiaPem).toEqual([pem(intermediate), pem(root)]);
  });

  test.each([
    ["letters in the otherName", "MERCADO INVENTADO:11222333000181", "12ABC34501DE35", "12ABC34501DE35"],
    ["only the CN's number", "MERCADO INVENTADO:11222333000181", undefined, "11222333000181"],
    ["a number that is no CNPJ", "MERCADO INVENTADO:11222333000182", undefined, null],
    ["an e-CPF", "FULANA INVENTADA:52998224725", undefined, "52998224725"],
  ])("reads the CNPJ or CPF of the holder: %s", (_case, cn, other, cnpj) => {
    const certificado = opened(pfxOf({ holder: createEcnpj(cn, root, other) }));
    expect([certificado.titular, certificado.cnpj]).toEqual([cn.split(":")[0], cnpj]);
  });
});

describe("openCertificado with files that cannot be used", () => {
  test.each(["rc2-40.p12", "aes-256-sem-mac.p12", "aes-256-senha-acentuada.p12", "sem-chave.p12"])(
    "refuses a wrong password: %s",
    (name) => {
      expect(openCertificado(fixture(name), "Errada123")).toEqual({ kind: "senha-errada" });
    },
  );

  test("refuses a file without a key", () => {
    expect(openCertificado(fixture("sem-chave.p12"), "Malote123")).toEqual({ kind: "sem-chave" });
  });

  test("refuses a key without its certificate", () => {
    const mismatched = { chavePem: empresa.chavePem, certificadoPem: root.certificadoPem };
    expect(openCertificado(pfxOf({ holder: mismatched }), "Malote123")).toEqual({ kind: "sem-chave" });
  });

  test.each([
    ["an empty file", new Uint8Array()],
    ["a PEM", Buffer.from(empresa.certificadoPem)],
    ["a DER certificate", new X509Certificate(empresa.certificadoPem).raw],
    ["half a file", fixture("rc2-40.p12").subarray(0, 900)],
    ["a file past 256 kB", Buffer.alloc(256 * 1024 + 1)],
    ["a file that demands 16 million MAC rounds", withIterations(fixture("rc2-40.p12"))],
  ])("refuses %s as unreadable", (_case, bytes) => {
    expect(openCertificado(bytes, "Malote123")).toEqual({ kind: "ilegivel" });
  });
});

function pem(issued: IssuedCertificate): string {
  return new X509Certificate(issued.certificadoPem).toString();
}

// Writes the same values with indefinite length for every constructed one, as some Java libraries
// do.
function asBer(pfx: Uint8Array): Uint8Array {
  const write = (node: forge.asn1.Asn1): string => {
    if (!Array.isArray(node.value)) return forge.asn1.toDer(node).getBytes();
    return `${String.fromCharCode(node.tagClass | 0x20 | node.type)}\x80${node.value.map(write).join("")}\0\0`;
  };
  return Buffer.from(write(forge.asn1.fromDer(Buffer.from(pfx).toString("latin1"))), "latin1");
}

// MacData is the third value of the PFX; the iteration count is the third value of MacData.
function withIterations(pfx: Uint8Array): Uint8Array {
  const asn1 = forge.asn1.fromDer(Buffer.from(pfx).toString("latin1"));
  const mac = (asn1.value as forge.asn1.Asn1[])[2] as forge.asn1.Asn1;
  const iterations = (mac.value as forge.asn1.Asn1[])[2] as forge.asn1.Asn1;
  iterations.value = "\x00\xff\xff\xff";
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), "latin1");
}
