import { describe, expect, test } from "vitest";
import type { Examination } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import { makeCredential } from "../tests/pki.ts";
import { CNPJ, CONFIANCA, empresa, intermediate, OTHER_CNPJ, root } from "../tests/trust.ts";

const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa));
const VALUES = ["DigestValue", "SignatureValue", "X509Certificate"];

/** The signature state after one value of the signature is changed. */
function stateWith(tag: string, change: (text: string) => string): Examination["assinatura"] {
  const xml = nota.replace(new RegExp(`(?<=<${tag}>)[^<]+`), change);
  return examineDfe(Buffer.from(xml), CONFIANCA).assinatura;
}

const MALFORMED = { estado: "erro", motivos: ["assinatura-malformada"] };

describe("the values of a signature", () => {
  test.each(VALUES)("a value of the signature is refused when too long: %s", (tag) => {
    for (const text of ["A".repeat(5_000_000), " A".repeat(4_000_000), "\n".repeat(8_000_000)]) {
      expect(stateWith(tag, () => text)).toEqual(MALFORMED);
    }
  });

  test.each(VALUES.slice(1))("a value of the signature may contain line breaks: %s", (tag) => {
    const lines = (text: string): string => `\n  ${text.replace(/.{40}/g, "$&\r\n  ")}\r\n`;
    expect(stateWith(tag, lines)).toEqual({ estado: "valida", motivos: [] });
  });

  test.each(VALUES)("a value of the signature must be valid base64 to its end: %s", (tag) => {
    for (const change of ["A", "AA=", "AAA=AAAA", "A===", "AA-_", "===="]) {
      expect(stateWith(tag, () => change)).toEqual(MALFORMED);
    }
  });
});

describe("the certificates in a signature", () => {
  const other = makeCredential({
    nome: "OUTRA LTDA:99887766000105",
    cnpj: OTHER_CNPJ,
    emissor: intermediate,
  });
  const withThese = (...ders: string[]): Examination =>
    examineDfe(
      Buffer.from(
        nota.replace(
          /<X509Certificate>.*<\/X509Certificate>/,
          ders.map((der) => `<X509Certificate>${der}</X509Certificate>`).join(""),
        ),
      ),
      CONFIANCA,
    );

  test("a signature may include the chain after the signer's certificate", () => {
    const { assinatura, certificado } = withThese(empresa.der, intermediate.der, root.der);
    expect(assinatura.estado).toBe("valida");
    expect(certificado?.documento).toBe(CNPJ);
  });

  test.each([
    ["after its chain", [root, intermediate, empresa]],
    ["after that of another company", [other, empresa]],
  ])("the certificates of a signature must start with the signer's: %s", (_where, credentials) => {
    expect(withThese(...credentials.map(({ der }) => der)).assinatura.estado).toBe("invalida");
  });

  test("a foreign certificate in the signature is not taken for the signer's", () => {
    expect(withThese(root.der, other.der).assinatura).toEqual({
      estado: "invalida",
      motivos: ["assinatura-divergente"],
    });
  });

  test("a signature has no more certificates than a chain, and all must be readable", () => {
    expect(withThese(...Array.from({ length: 4 }, () => empresa.der)).assinatura.estado).toBe("valida");
    expect(withThese(...Array.from({ length: 5 }, () => empresa.der)).assinatura).toEqual(MALFORMED);
    expect(withThese(empresa.der, "isto não").assinatura).toEqual(MALFORMED);
  });
});
