import { generateKeyPairSync, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { checkCadeia } from "./check-cadeia.ts";

const AGORA = new Date("2026-11-20T12:00:00Z");
const par = () =>
  forge.pki.privateKeyFromPem(
    generateKeyPairSync("rsa", { modulusLength: 2048 })
      .privateKey.export({ type: "pkcs1", format: "pem" })
      .toString(),
  );
const [NOSSA, DELES] = [par(), par()];

function make(serial: number, [de, por]: [string, string], [dono, assina] = [NOSSA, NOSSA]): string {
  const certificado = forge.pki.createCertificate();
  certificado.publicKey = forge.pki.setRsaPublicKey(dono.n, dono.e);
  certificado.serialNumber = String(10_000_000 + serial);
  certificado.validity.notBefore = new Date("2020-01-01T00:00:00Z");
  certificado.validity.notAfter = new Date("2030-01-01T00:00:00Z");
  certificado.setSubject([{ name: "commonName", value: de }]);
  certificado.setIssuer([{ name: "commonName", value: por }]);
  certificado.setExtensions([{ name: "basicConstraints", cA: !de.startsWith("folha") }]);
  certificado.sign(assina, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificado);
}

const raiz = make(1, ["raiz", "raiz"]);
const verified = vi.spyOn(X509Certificate.prototype, "verify");
afterEach(() => verified.mockClear());
afterAll(() => verified.mockRestore());

test("verifies a chain to the root through authorities in the file", () => {
  const cadeiaPem = [make(3, ["dois", "um"]), make(2, ["um", "raiz"])];
  const certificadoPem = make(4, ["folha", "dois"]);
  expect(checkCadeia({ certificadoPem, cadeiaPem }, [raiz], AGORA)).toBe("verificada");
  expect(checkCadeia({ certificadoPem, cadeiaPem: [] }, [raiz], AGORA)).toBe("desconhecida");
  expect(checkCadeia({ certificadoPem, cadeiaPem: [] }, [raiz, ...cadeiaPem], AGORA)).toBe("verificada");
  expect(checkCadeia({ certificadoPem, cadeiaPem }, [], AGORA)).toBe("nao-verificada");
});

test("trusts neither an issuer's name without a signature nor a root from the file", () => {
  const falsa = make(5, ["raiz", "raiz"], [DELES, DELES]);
  const certificadoPem = make(6, ["folha", "raiz"], [DELES, DELES]);
  expect(checkCadeia({ certificadoPem, cadeiaPem: [falsa] }, [raiz], AGORA)).toBe("desconhecida");
});

test("does not try all orders of many authorities with one name and key", () => {
  const cadeiaPem = Array.from({ length: 60 }, (_, n) => make(100 + n, ["ac", "ac"], [DELES, DELES]));
  const certificadoPem = make(7, ["folha", "ac"], [DELES, DELES]);
  expect(checkCadeia({ certificadoPem, cadeiaPem }, [raiz], AGORA)).toBe("desconhecida");
  // The root verifies itself; each of the eight examined authorities verifies the leaf and is then
  // removed.
  expect(verified.mock.calls.length).toBeLessThanOrEqual(9);
});

test("ignores an authority whose key is so long that each verification is slow", () => {
  const lenta = { ...NOSSA, n: new forge.jsbn.BigInteger(`1${"01".repeat(1_100)}`, 16) };
  const cadeiaPem = [make(8, ["ac", "raiz"], [lenta, NOSSA])];
  const certificadoPem = make(9, ["folha", "ac"], [DELES, DELES]);
  expect(checkCadeia({ certificadoPem, cadeiaPem }, [raiz], AGORA)).toBe("desconhecida");
  // Only the root verifies itself.
  expect(verified).toHaveBeenCalledTimes(1);
});

test("parses and verifies known authorities once for any number of certificates", () => {
  const ancoras = [raiz];
  for (const serial of [10, 11, 12]) {
    const certificadoPem = make(serial, ["folha", "raiz"]);
    expect(checkCadeia({ certificadoPem, cadeiaPem: [] }, ancoras, AGORA)).toBe("verificada");
  }
  expect(verified).toHaveBeenCalledTimes(4);
});
