import { createHash, createVerify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe } from "@malote/dfe";
import { isChaveAcesso, isCpf, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandomSource } from "../../random-source.ts";
import { hasSchemas, validateSchema } from "../../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../../tests/verify-signature.ts";
import { type KeySet, openKeySet, trustedCasPem } from "../certificates/key-set.ts";
import { seedKeySet } from "../certificates/shared-key-set.ts";
import { EMPRESAS_DEMO } from "../companies/companies.ts";
import {
  FORNECEDOR_ALFANUMERICO,
  FORNECEDORES,
  type Fornecedor,
  PRODUTOR_RURAL,
} from "../companies/suppliers.ts";
import { createDocumentGenerator, type DocumentGenerator } from "../document-generator.ts";
import { makeProtocolo, writeProc } from "../documento/protocolo.ts";
import type { SignedNota } from "./nfe.ts";
import type { NotaInput } from "./nota-input.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
const OFFLINE = { tpEmis: "9", justificativa: "Sem comunicação com a SEFAZ desde as nove horas" };

let dir: string;
let keySet: KeySet;
let generator: DocumentGenerator;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-nfe-"));
  await seedKeySet(dir);
  keySet = await openKeySet(dir, NOW);
  generator = createDocumentGenerator(keySet, createRandomSource());
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const [destinatario] = EMPRESAS_DEMO;
const vinicola = FORNECEDORES.find(({ produtos }) => produtos.some(({ seletivo }) => seletivo));
const [torrefacao] = FORNECEDORES;
if (!vinicola || !torrefacao) throw new Error("no suppliers");

function sign(fornecedor: Fornecedor, changes: Partial<NotaInput> = {}): SignedNota {
  const itens = fornecedor.produtos.map((produto) => ({ produto, quantidade: "3.0000", desconto: 0n }));
  const input = { fornecedor, destinatario, emissao: NOW, serie: 1, numero: 4217, itens };
  return generator.signNota({ ...input, ...changes });
}

const TEST_CASES: readonly [nome: string, fornecedor: Fornecedor, mudanca: Partial<NotaInput>][] = [
  ["an NFC-e with QR code 3", torrefacao, { modelo: "65" }],
  ["an NFC-e with QR code 2", torrefacao, { modelo: "65", versaoQrCode: "2" }],
  ["an NFC-e issued offline, QR code 3", torrefacao, { modelo: "65", contingencia: OFFLINE }],
  [
    "an NFC-e issued offline, QR code 2",
    torrefacao,
    { modelo: "65", versaoQrCode: "2", contingencia: OFFLINE },
  ],
  ["an NFC-e whose CNPJ has letters", FORNECEDOR_ALFANUMERICO, { modelo: "65" }],
  ["an NFC-e of homologação", torrefacao, { modelo: "65", ambiente: "2" }],
  ["an NF-e with imposto seletivo", vinicola, { seletivo: true }],
  ["an NF-e of a produtor rural with CPF", PRODUTOR_RURAL, { serie: 920 }],
  ["an NF-e of homologação", torrefacao, { ambiente: "2" }],
  ["an NF-e in contingency", torrefacao, { contingencia: { ...OFFLINE, tpEmis: "6" } }],
];

describe.each(TEST_CASES)("generating %s", (_nome, fornecedor, changes) => {
  test("the nota has a valid key with its model, issuer, series and issue type", () => {
    const { chaveAcesso } = sign(fornecedor, changes);
    const partes = splitChaveAcesso(chaveAcesso);
    expect(isChaveAcesso(chaveAcesso)).toBe(true);
    expect(partes).toMatchObject({
      modelo: changes.modelo ?? "55",
      documento: fornecedor.cnpj.padStart(14, "0"),
      serie: String(changes.serie ?? 1).padStart(3, "0"),
    });
    expect(chaveAcesso.charAt(34)).toBe(changes.contingencia?.tpEmis ?? "1");
  });

  test.skipIf(!hasXmlsec)("xmlsec1 accepts the signature of the nota, and refuses it after a change", () => {
    const { xml } = sign(fornecedor, changes);
    expect(isSignatureValid(xml, "infNFe")).toBe(true);
    expect(isSignatureValid(xml.replace("<vNF>", "<vNF>9"), "infNFe")).toBe(false);
  });

  test.skipIf(!hasSchemas)("the nota is valid by procNFe_v4.00.xsd (../shared/schemas)", () => {
    const nota = sign(fornecedor, changes);
    const xml = writeProc(nota, makeProtocolo(nota, 77));
    validateSchema("procNFe_v4.00.xsd", xml);
    expect(() => validateSchema("procNFe_v4.00.xsd", xml.replace("<natOp>", "<natOp> "))).toThrow();
  });
});

describe("generated notas in our own validation", () => {
  const judge = (nota: SignedNota, xml: string) => {
    const { veredito, achados } = examineDfe(Buffer.from(xml, "utf8"), {
      trustedCas: [trustedCasPem(keySet)],
    });
    return { veredito, achados: achados.map(({ codigo }) => codigo), modelo: nota.modelo };
  };

  test.each(TEST_CASES)("%s is judged authentic, except in homologação", (_nome, fornecedor, changes) => {
    const nota = sign(fornecedor, changes);
    const homologacao = nota.ambiente === "2";
    expect(judge(nota, writeProc(nota, makeProtocolo(nota, 77)))).toEqual({
      veredito: homologacao ? "nao-autorizada" : "autentica",
      achados: homologacao ? ["ambiente-homologacao"] : [],
      modelo: changes.modelo ?? "55",
    });
  });

  test("a signed nota without protocol is judged sem-protocolo", () => {
    const nota = sign(torrefacao);
    expect(judge(nota, nota.xml)).toMatchObject({ veredito: "sem-protocolo", achados: ["sem-protocolo"] });
  });
});

function qrCodeOf({ xml }: SignedNota): string[] {
  const texto = /<qrCode>[^<]*\?p=([^<]*)<\/qrCode>/.exec(xml)?.[1] ?? "";
  return texto.split("|");
}

describe("the QR code of an NFC-e", () => {
  test("a QR code of version 3 contains only key, version and environment", () => {
    const nota = sign(torrefacao, { modelo: "65" });
    expect(qrCodeOf(nota)).toEqual([nota.chaveAcesso, "3", "1"]);
  });

  test("a QR code of version 3, offline, ends with the issuer's signature of the fields before it", () => {
    const nota = sign(torrefacao, { modelo: "65", contingencia: OFFLINE });
    const campos = qrCodeOf(nota);
    expect(campos.slice(0, 7)).toEqual([
      nota.chaveAcesso,
      "3",
      "1",
      "20",
      nota.valorTotal,
      "1",
      destinatario.cnpj,
    ]);
    const verify = (texto: string): boolean =>
      createVerify("sha1")
        .update(texto)
        .verify(keySet.ecnpjs[torrefacao.cnpj]?.certificadoPem ?? "", campos[7] ?? "", "base64");
    expect(verify(campos.slice(0, 7).join("|"))).toBe(true);
    expect(verify(campos.slice(0, 6).join("|"))).toBe(false);
  });

  test("a QR code of version 2, offline, contains day, amount and digest, and ends with a hash", () => {
    const nota = sign(torrefacao, { modelo: "65", versaoQrCode: "2", contingencia: OFFLINE });
    const [, versao, , dia, valor, digest, , hash] = qrCodeOf(nota);
    expect([versao, dia, valor]).toEqual(["2", "20", nota.valorTotal]);
    expect(Buffer.from(digest ?? "", "hex").toString()).toBe(nota.digVal);
    expect(hash).toMatch(/^[0-9A-F]{40}$/);
  });
});

test("the protocol contains the digest of the signed content", () => {
  const nota = sign(torrefacao);
  const signed = /<infNFe .*<\/infNFe>/.exec(nota.xml)?.[0] ?? "";
  const canonical = signed.replace("<infNFe ", '<infNFe xmlns="http://www.portalfiscal.inf.br/nfe" ');
  expect(makeProtocolo(nota, 1).digVal).toBe(createHash("sha1").update(canonical).digest("base64"));
});

test("an NF-e of the consumption reform shows IS, IBS and CBS of its items, and their totals", () => {
  const { xml, valorTotal } = sign(vinicola, { seletivo: true });
  const [itens = "", total = ""] = xml.split("<total>");
  const cents = (name: string, part: string): number =>
    [...part.matchAll(new RegExp(`<${name}>([0-9]+)\\.([0-9]{2})</${name}>`, "g"))]
      .map((match) => Number(`${match[1]}${match[2]}`))
      .reduce((sum, value) => sum + value, 0);
  expect(cents("vIS", itens)).toBeGreaterThan(0);
  expect(cents("vIS", total)).toBe(cents("vIS", itens));
  expect(cents("vCBS", total)).toBe(cents("vCBS", itens));
  expect(cents("vItem", itens)).toBe(cents("vNFTot", total));
  expect(total).toContain(`<vNFTot>${valorTotal}</vNFTot>`);
});

test("a produtor rural signs with an e-CPF: the CPF under 2.16.76.1.3.1, and no CNPJ", () => {
  const pem = keySet.ecnpjs[PRODUTOR_RURAL.cnpj]?.certificadoPem ?? "";
  const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ""), "base64").toString("latin1");
  const oid = (last: number): string =>
    Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, last]).toString("latin1");
  expect(isCpf(PRODUTOR_RURAL.cnpj)).toBe(true);
  const at = der.indexOf(oid(1)) + 7;
  expect(der.slice(at + 4, at + 4 + 19).slice(8)).toBe(PRODUTOR_RURAL.cnpj);
  expect(der.includes(oid(3))).toBe(false);
});
