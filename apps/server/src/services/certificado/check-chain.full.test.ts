import { generateKeyPairSync, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { checkChain } from "./check-chain.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const keyPair = () =>
  forge.pki.privateKeyFromPem(
    generateKeyPairSync("rsa", { modulusLength: 2048 })
      .privateKey.export({ type: "pkcs1", format: "pem" })
      .toString(),
  );
const [OURS, THEIRS] = [keyPair(), keyPair()];

function make(serial: number, [de, por]: [string, string], [owner, signer] = [OURS, OURS]): string {
  const certificado = forge.pki.createCertificate();
  certificado.publicKey = forge.pki.setRsaPublicKey(owner.n, owner.e);
  certificado.serialNumber = String(10_000_000 + serial);
  certificado.validity.notBefore = new Date("2020-01-01T00:00:00Z");
  certificado.validity.notAfter = new Date("2030-01-01T00:00:00Z");
  certificado.setSubject([{ name: "commonName", value: de }]);
  certificado.setIssuer([{ name: "commonName", value: por }]);
  certificado.setExtensions([{ name: "basicConstraints", cA: !de.startsWith("folha") }]);
  certificado.sign(signer, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificado);
}

const root = make(1, ["raiz", "raiz"]);
const verified = vi.spyOn(X509Certificate.prototype, "verify");
afterEach(() => verified.mockClear());
afterAll(() => verified.mockRestore());

test("a chain is verified to the root through authorities in the file", () => {
  const cadeiaPem = [make(3, ["dois", "um"]), make(2, ["um", "raiz"])];
  const certificadoPem = make(4, ["folha", "dois"]);
  expect(checkChain({ certificadoPem, cadeiaPem }, [root], NOW)).toBe("verificada");
  expect(checkChain({ certificadoPem, cadeiaPem: [] }, [root], NOW)).toBe("desconhecida");
  expect(checkChain({ certificadoPem, cadeiaPem: [] }, [root, ...cadeiaPem], NOW)).toBe("verificada");
  expect(checkChain({ certificadoPem, cadeiaPem }, [], NOW)).toBe("nao-verificada");
});

test("neither an issuer's name without a signature nor a root from the file is trusted", () => {
  const forged = make(5, ["raiz", "raiz"], [THEIRS, THEIRS]);
  const certificadoPem = make(6, ["folha", "raiz"], [THEIRS, THEIRS]);
  expect(checkChain({ certificadoPem, cadeiaPem: [forged] }, [root], NOW)).toBe("desconhecida");
});

test("many authorities with one name and key are not tried in all orders", () => {
  const cadeiaPem = Array.from({ length: 60 }, (_, n) => make(100 + n, ["ac", "ac"], [THEIRS, THEIRS]));
  const certificadoPem = make(7, ["folha", "ac"], [THEIRS, THEIRS]);
  expect(checkChain({ certificadoPem, cadeiaPem }, [root], NOW)).toBe("desconhecida");
  // The root verifies itself; each of the eight examined authorities verifies the leaf and is then
  // removed.
  expect(verified.mock.calls.length).toBeLessThanOrEqual(9);
});

test("an authority whose key is so long that each verification is slow is ignored", () => {
  const slow = { ...OURS, n: new forge.jsbn.BigInteger(`1${"01".repeat(1_100)}`, 16) };
  const cadeiaPem = [make(8, ["ac", "raiz"], [slow, OURS])];
  const certificadoPem = make(9, ["folha", "ac"], [THEIRS, THEIRS]);
  expect(checkChain({ certificadoPem, cadeiaPem }, [root], NOW)).toBe("desconhecida");
  // Only the root verifies itself.
  expect(verified).toHaveBeenCalledTimes(1);
});

test("known authorities are parsed and verified once for any number of certificates", () => {
  const trustedCas = [root];
  for (const serial of [10, 11, 12]) {
    const certificadoPem = make(serial, ["folha", "raiz"]);
    expect(checkChain({ certificadoPem, cadeiaPem: [] }, trustedCas, NOW)).toBe("verificada");
  }
  expect(verified).toHaveBeenCalledTimes(4);
});
