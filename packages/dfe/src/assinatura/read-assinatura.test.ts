import { describe, expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { CNPJ, CONFIANCA, empresa, intermediaria, OUTRO_CNPJ, raiz } from "../tests/confianca.ts";
import { makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import { makeCredencial } from "../tests/pki.ts";
import type { Exame } from "../veredito.ts";

const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa));
const VALORES = ["DigestValue", "SignatureValue", "X509Certificate"];

/** What is said of a signature one of whose values is another. */
function stateWith(tag: string, change: (text: string) => string): Exame["assinatura"] {
  const xml = nota.replace(new RegExp(`(?<=<${tag}>)[^<]+`), change);
  return examineDfe(Buffer.from(xml), CONFIANCA).assinatura;
}

const MALFORMADA = { estado: "erro", motivos: ["assinatura-malformada"] };

describe("a value of the signature", () => {
  test.each(VALORES)("longer than any may be is refused by its size: %s", (tag) => {
    for (const text of ["A".repeat(5_000_000), " A".repeat(4_000_000), "\n".repeat(8_000_000)]) {
      expect(stateWith(tag, () => text)).toEqual(MALFORMADA);
    }
  });

  test.each(VALORES.slice(1))("may come in lines: %s", (tag) => {
    const lines = (text: string): string => `\n  ${text.replace(/.{40}/g, "$&\r\n  ")}\r\n`;
    expect(stateWith(tag, lines)).toEqual({ estado: "valida", motivos: [] });
  });

  test.each(VALORES)("is base64 to its end: %s", (tag) => {
    for (const change of ["A", "AA=", "AAA=AAAA", "A===", "AA-_", "===="]) {
      expect(stateWith(tag, () => change)).toEqual(MALFORMADA);
    }
  });
});

describe("the certificates that come along", () => {
  const outra = makeCredencial({
    nome: "OUTRA LTDA:99887766000105",
    cnpj: OUTRO_CNPJ,
    emissor: intermediaria,
  });
  const withThese = (...ders: string[]): Exame =>
    examineDfe(
      Buffer.from(
        nota.replace(
          /<X509Certificate>.*<\/X509Certificate>/,
          ders.map((der) => `<X509Certificate>${der}</X509Certificate>`).join(""),
        ),
      ),
      CONFIANCA,
    );

  test("may bring those of its chain behind the signer's", () => {
    const { assinatura, certificado } = withThese(empresa.der, intermediaria.der, raiz.der);
    expect(assinatura.estado).toBe("valida");
    expect(certificado?.documento).toBe(CNPJ);
  });

  test.each([
    ["behind its chain", [raiz, intermediaria, empresa]],
    ["behind somebody else's", [outra, empresa]],
  ])("do not hold the signer's elsewhere, where others would not look: %s", (_where, credenciais) => {
    expect(withThese(...credenciais.map(({ der }) => der)).assinatura.estado).toBe("invalida");
  });

  test("are not the signer's because they stand there", () => {
    expect(withThese(raiz.der, outra.der).assinatura).toEqual({
      estado: "invalida",
      motivos: ["assinatura-divergente"],
    });
  });

  test("are as many as a chain has, and all of them read", () => {
    expect(withThese(...Array.from({ length: 4 }, () => empresa.der)).assinatura.estado).toBe("valida");
    expect(withThese(...Array.from({ length: 5 }, () => empresa.der)).assinatura).toEqual(MALFORMADA);
    expect(withThese(empresa.der, "isto não").assinatura).toEqual(MALFORMADA);
  });
});
