import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { DAY_MS } from "@malote/syntax";
import forge from "node-forge";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTransmissor } from "../../sefaz/read-transmissor.ts";
import { type CertificateIssuer, createCertificateIssuer } from "./certificate-issuer.ts";
import { type KeySet, openKeySet } from "./key-set.ts";
import { seedKeySet } from "./shared-key-set.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
const CNPJ = "99827364000100";
const ALFANUMERICO = "12ABC34501DE35";

let dir: string;
let keySet: KeySet;
let certificateIssuer: CertificateIssuer;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-emissora-"));
  await seedKeySet(dir);
  keySet = await openKeySet(dir, NOW);
  certificateIssuer = createCertificateIssuer(keySet, () => NOW);
}, 60_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function openPfx(pfx: Buffer, senha: string) {
  const asn1 = forge.asn1.fromDer(forge.util.createBuffer(pfx.toString("latin1")));
  const opened = forge.pkcs12.pkcs12FromAsn1(asn1, senha);
  const bags = (bagType = "") => opened.getBags({ bagType })[bagType] ?? [];
  const keys = [...bags(forge.pki.oids.pkcs8ShroudedKeyBag), ...bags(forge.pki.oids.keyBag)];
  return { certificados: bags(forge.pki.oids.certBag).length, chaves: keys.length };
}

describe("issuing a test certificate", () => {
  test.each(["aes256", "3des", "rc2-40"] as const)(
    "a certificate is issued as a PKCS#12 encrypted with %s, with its chain",
    async (cifra) => {
      const { pfx, senha } = await certificateIssuer.make({ cnpj: CNPJ, cifra });
      expect(openPfx(pfx, senha)).toEqual({ certificados: 3, chaves: 1 });
      expect(() => openPfx(pfx, "outra")).toThrow();
    },
  );

  test("a certificate encrypted with RC2-40 cannot be opened by OpenSSL 3", async () => {
    const { pfx, senha: passphrase } = await certificateIssuer.make({ cnpj: CNPJ, cifra: "rc2-40" });
    expect(() => createSecureContext({ pfx, passphrase })).toThrow(/unsupported/i);
    const today = await certificateIssuer.make({ cnpj: CNPJ });
    expect(() => createSecureContext({ pfx: today.pfx, passphrase })).not.toThrow();
  });

  test("a certificate contains a CNPJ with letters, a CPF, or neither", async () => {
    const numberOf = async (options: Parameters<CertificateIssuer["make"]>[0]) =>
      readTransmissor(new X509Certificate((await certificateIssuer.make(options)).certificadoPem).raw);
    expect(await numberOf({ cnpj: ALFANUMERICO })).toBe(ALFANUMERICO);
    expect(await numberOf({ cnpj: "98746120025" })).toBe("98746120025");
    expect(await numberOf({ cnpj: CNPJ, semDocumento: true })).toBeNull();
  });

  test("a certificate expires in the given number of days, also in the past", async () => {
    const expired = await certificateIssuer.make({ cnpj: CNPJ, validoDias: -1 });
    expect(expired.validoAte.getTime()).toBe(NOW.getTime() - DAY_MS);
    const soon = await certificateIssuer.make({ cnpj: CNPJ, validoDias: 20 });
    expect(soon.validoAte.getTime()).toBe(NOW.getTime() + 20 * DAY_MS);
  });

  test("a certificate may lack its key, or be issued by an unknown authority", async () => {
    for (const cifra of ["aes256", "rc2-40"] as const) {
      const { pfx, senha } = await certificateIssuer.make({ cnpj: CNPJ, semChave: true, cifra });
      expect(openPfx(pfx, senha)).toEqual({ certificados: 3, chaves: 0 });
    }
    const stranger = new X509Certificate(
      (await certificateIssuer.make({ cnpj: CNPJ, estranho: true })).certificadoPem,
    );
    const trusted = new X509Certificate((await certificateIssuer.make({ cnpj: CNPJ })).certificadoPem);
    const intermediaria = new X509Certificate(keySet.intermediaria.certificadoPem);
    expect([stranger.checkIssued(intermediaria), trusted.checkIssued(intermediaria)]).toEqual([false, true]);
  });
});
