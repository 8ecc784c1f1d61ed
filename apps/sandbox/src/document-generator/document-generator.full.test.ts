import { X509Certificate } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isChaveAcesso, isCnpj, isCpf, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SignedXml } from "xml-crypto";
import { createRandomSource } from "../random-source.ts";
import { hasSchemas, validateSchema } from "../tests/validate-schema.ts";
import { type KeySet, openKeySet } from "./certificates/key-set.ts";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "./companies/carriers.ts";
import { EMPRESAS_DEMO, RESPONSAVEIS } from "./companies/companies.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES, type Fornecedor } from "./companies/suppliers.ts";
import { createDocumentGenerator, type DocumentGenerator } from "./document-generator.ts";
import { type Protocolo, writeProc } from "./documento/protocolo.ts";
import { writeProcEvento } from "./evento/evento.ts";
import type { SignedNota } from "./nfe/nfe.ts";
import { multiplyToCents, percentOfCents, splitCents, writeCents } from "./xml/cents.ts";

const NOW = new Date("2026-11-20T13:00:00Z");

let dir: string;
let keySet: KeySet;
let generator: DocumentGenerator;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-papelaria-"));
  keySet = await openKeySet(dir, NOW);
  generator = createDocumentGenerator(keySet, createRandomSource());
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function signNota(fornecedor: Fornecedor): SignedNota & { protocolo: Protocolo } {
  const nota = generator.signNota({
    fornecedor,
    destinatario: generator.destinatario,
    emissao: NOW,
    serie: 1,
    numero: 4217,
    itens: generator.inventItens(fornecedor),
  });
  const protocolo: Protocolo = {
    ambiente: "1",
    verAplic: "TESTE",
    chaveAcesso: nota.chaveAcesso,
    dataRecebimento: "2026-11-20T10:00:07-03:00",
    numero: "135260000000001",
    digVal: nota.digVal,
    cStat: "100",
    xMotivo: "Autorizado o uso da NF-e",
  };
  return { ...nota, protocolo };
}

function signEvento(fornecedor: Fornecedor): string {
  const input = { dataEvento: NOW, justificativa: "Pedido desfeito pelo comprador" };
  const evento = generator.signCancelamento(signNota(fornecedor), input);
  return writeProcEvento(evento, { verAplic: "TESTE", numero: "135260000000002", dataRegistro: NOW });
}

/** Whether xml-crypto, an independent implementation, accepts the signature. */
function isSignatureValid(xml: string, certificado: string): boolean {
  const document = new SignedXml({ publicCert: certificado, getCertFromKeyInfo: () => null });
  const signature = xml.match(/<Signature .*?<\/Signature>/s)?.[0] ?? "";
  document.loadSignature(signature);
  try {
    return document.checkSignature(xml) && document.getSignedReferences().length === 1;
  } catch {
    return false;
  }
}

function certificadoOf(fornecedor: Fornecedor): string {
  return keySet.ecnpjs[fornecedor.cnpj]?.certificadoPem ?? "";
}

const ALL_FORNECEDORES = [...FORNECEDORES, FORNECEDOR_ALFANUMERICO];

describe("the key set of the invented companies", () => {
  test("invented companies have CNPJs and CPFs with valid check digits, one CNPJ with letters", () => {
    const cnpjs = [...EMPRESAS_DEMO, ...ALL_FORNECEDORES, TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA].map(
      (empresa) => empresa.cnpj,
    );
    expect(cnpjs.filter((cnpj) => !isCnpj(cnpj))).toEqual([]);
    expect(new Set(cnpjs).size).toBe(cnpjs.length);
    expect(FORNECEDOR_ALFANUMERICO.cnpj).toMatch(/[A-Z]/);
    expect(RESPONSAVEIS.every(({ cpf }) => isCpf(cpf))).toBe(true);
  });

  test("the companies' keys are in a file readable only by its owner, and are reused", async () => {
    expect(statSync(path.join(dir, "papelaria.json")).mode & 0o777).toBe(0o600);
    expect(await openKeySet(dir, NOW)).toEqual(keySet);
  });

  test("existing keys get new certificates when the stored certificates are about to expire", async () => {
    const other = mkdtempSync(path.join(tmpdir(), "malote-papelaria-"));
    cpSync(dir, other, { recursive: true });
    const renewed = await openKeySet(other, new Date("2029-11-10T13:00:00Z"));
    rmSync(other, { recursive: true, force: true });
    expect(renewed.servidor.certificadoPem).not.toBe(keySet.servidor.certificadoPem);
    expect(renewed.servidor.chavePem).toBe(keySet.servidor.chavePem);
    const signedBefore = new X509Certificate(certificadoOf(FORNECEDOR_ALFANUMERICO));
    expect(signedBefore.verify(new X509Certificate(renewed.intermediaria.certificadoPem).publicKey)).toBe(
      true,
    );
  });

  test("a company added later gets a key and a certificate; the CA and all other keys stay the same", async () => {
    const other = mkdtempSync(path.join(tmpdir(), "malote-papelaria-"));
    const { [TRANSPORTADORA.cnpj]: _gone, ...ecnpjs } = keySet.ecnpjs;
    writeFileSync(path.join(other, "papelaria.json"), JSON.stringify({ ...keySet, ecnpjs }));
    const grown = await openKeySet(other, NOW);
    rmSync(other, { recursive: true, force: true });
    expect(grown.ecnpjs[TRANSPORTADORA.cnpj]?.chavePem).toContain("PRIVATE KEY");
    expect(grown.raiz.chavePem).toBe(keySet.raiz.chavePem);
    const keysOf = ({ ecnpjs: all }: KeySet) =>
      Object.entries(all).map(([cnpj, keyPair]) => [cnpj, keyPair.chavePem]);
    expect(keysOf(grown)).toEqual(expect.arrayContaining(keysOf({ ...keySet, ecnpjs })));
  });

  test("e-CNPJs chain to the test root and contain the CNPJ under 2.16.76.1.3.3", () => {
    const raiz = new X509Certificate(keySet.raiz.certificadoPem);
    const intermediaria = new X509Certificate(keySet.intermediaria.certificadoPem);
    const leaf = new X509Certificate(certificadoOf(FORNECEDOR_ALFANUMERICO));
    expect(leaf.checkIssued(intermediaria) && leaf.verify(intermediaria.publicKey)).toBe(true);
    expect(intermediaria.checkIssued(raiz) && intermediaria.verify(raiz.publicKey)).toBe(true);
    expect(leaf.subject).toContain(
      `CN=FAROL DO NORTE AUTOMACAO COMERCIAL LTDA:${FORNECEDOR_ALFANUMERICO.cnpj}`,
    );
    const oid = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x03]);
    const at = leaf.raw.indexOf(oid);
    expect(leaf.raw.subarray(at + oid.length + 4, at + oid.length + 18).toString("latin1")).toBe(
      FORNECEDOR_ALFANUMERICO.cnpj,
    );
  });
});

describe("arithmetic with money", () => {
  test("money is multiplied, rounded half up and split without losing a cent", () => {
    expect(writeCents(multiplyToCents("3.4560", "4.7250"))).toBe("16.33");
    expect(writeCents(multiplyToCents("1.0000", "0.0050"))).toBe("0.01");
    expect(writeCents(percentOfCents(123_45n, "18.00"))).toBe("22.22");
    expect(splitCents(100_00n, 3)).toEqual([33_33n, 33_33n, 33_34n]);
  });
});

describe.each(ALL_FORNECEDORES)("an NF-e of $fantasia", (fornecedor) => {
  test("the NF-e has a valid key and a signature that xml-crypto accepts", () => {
    const nota = signNota(fornecedor);
    const partes = splitChaveAcesso(nota.chaveAcesso);
    expect(isChaveAcesso(nota.chaveAcesso)).toBe(true);
    expect([partes.uf, partes.documento, partes.numero]).toEqual([
      fornecedor.endereco.uf,
      fornecedor.cnpj,
      "000004217",
    ]);
    expect(Number(partes.codigo)).not.toBe(nota.numero);
    expect(isSignatureValid(nota.xml, certificadoOf(fornecedor))).toBe(true);
    const forged = nota.xml.replace(/<vNF>/, "<vNF>9");
    expect(isSignatureValid(forged, certificadoOf(fornecedor))).toBe(false);
  });

  test("the totals of the NF-e equal the sums of its items", () => {
    const { xml: nfeXml, valorTotal } = signNota(fornecedor);
    const cents = (name: string, xml: string): bigint =>
      [...xml.matchAll(new RegExp(`<${name}>([0-9.]+)</${name}>`, "g"))]
        .map((match) => BigInt((match[1] ?? "").replace(".", "")))
        .reduce((sum, value) => sum + value, 0n);
    const itens = nfeXml.slice(0, nfeXml.indexOf("<total>"));
    const total = nfeXml.slice(nfeXml.indexOf("<total>"));
    for (const name of ["vProd", "vICMS", "vIPI", "vPIS", "vCOFINS", "vDesc", "vCBS"]) {
      const declared = name === "vDesc" ? total.slice(0, total.indexOf("</ICMSTot>")) : total;
      expect([name, cents(name, declared)]).toEqual([name, cents(name, itens)]);
    }
    expect(cents("vNF", total)).toBe(cents("vProd", itens) - cents("vDesc", itens) + cents("vIPI", itens));
    expect(cents("vPag", total)).toBe(cents("vNF", total));
    if (fornecedor.parcelas > 0) expect(cents("vDup", total)).toBe(cents("vNF", total));
    expect(writeCents(cents("vNF", total))).toBe(valorTotal);
  });
});

describe.skipIf(!hasSchemas)(
  "validation by the official schemas (../shared/schemas/nfe-PL_010_V1.30)",
  () => {
    test.each(ALL_FORNECEDORES)(
      "an NF-e of $fantasia is valid by the schema, and invalid without its Signature",
      (fornecedor) => {
        const nota = signNota(fornecedor);
        const xml = writeProc(nota, nota.protocolo);
        validateSchema("procNFe_v4.00.xsd", xml);
        expect(() =>
          validateSchema("procNFe_v4.00.xsd", xml.replace(/<Signature .*<\/Signature>/, "")),
        ).toThrow();
      },
    );

    test("a cancellation and its signature are valid by the schemas", () => {
      const [fornecedor] = FORNECEDORES;
      if (!fornecedor) throw new Error("no supplier");
      const xml = signEvento(fornecedor);
      validateSchema("procEventoCancNFe_v1.00.xsd", xml);
      expect(isSignatureValid(xml, certificadoOf(fornecedor))).toBe(true);
    });

    test("a cancellation of a nota with an alphanumeric CNPJ is valid by the general event schema", () => {
      validateSchema("procEventoNFe_v1.00.xsd", signEvento(FORNECEDOR_ALFANUMERICO));
    });
  },
);
