import { describe, expect, test } from "vitest";
import { attributeOf } from "../xml/tree.ts";
import { checkEstrutura } from "./check-estrutura.ts";
import { type Amostra, hasCorpus, readCorpus } from "./tests/shared.ts";
import { signedOf } from "./tests/signed-of.ts";

/** Documents whose signature is valid and that still differ from their layout, with the reason of each. */
const EXCECOES: Readonly<Record<string, readonly string[]>> = {
  // Samples of a library, signed with a test certificate: the emitter is 99999999999999 and 1.03 is paid for 103.00.
  "enviNFe/Samuel-Oliveira+Java_NFe__IbsCbs": [
    "estrutura-formato infNFe/emit/CNPJ",
    "soma-divergente infNFe/pag",
  ],
  // Samples of a library whose key was invented without its check digit.
  "nfeDadosMsg/nfephp-org+sped-nfe__exemplo_xml_request_sefaz": ["estrutura-formato infEvento/chNFe"],
};

function excecoesOf({ file }: Amostra): readonly string[] {
  return Object.entries(EXCECOES).find(([prefix]) => file.startsWith(prefix))?.[1] ?? [];
}

/** "regra caminho" of everything that any signed element of a file has against it. */
function foundIn(amostra: Amostra): string[] {
  return signedOf(amostra.bytes)
    .flatMap(checkEstrutura)
    .map(({ regra, caminho }) => `${regra} ${caminho}`);
}

describe.skipIf(!hasCorpus)("the collection ../shared/corpus/dfe", () => {
  const amostras = hasCorpus ? readCorpus() : [];

  test("has no document with a valid signature that we complain of, but for a named few", () => {
    const validas = amostras.filter((each) => each.signature === "valid");
    const wrong = validas.flatMap((each) => {
      const surprises = foundIn(each).filter((found) => !excecoesOf(each).includes(found));
      return surprises.map((found) => `${each.file}: ${found}`);
    });
    expect(wrong).toEqual([]);
    expect(validas.flatMap((each) => signedOf(each.bytes)).length).toBeGreaterThan(30);
  });

  test("has no exception that is not needed", () => {
    const validas = amostras.filter((each) => each.signature === "valid");
    for (const [prefix, esperadas] of Object.entries(EXCECOES)) {
      const found = validas.filter((each) => each.file.startsWith(prefix)).flatMap(foundIn);
      expect(new Set(found)).toEqual(new Set(esperadas));
    }
  });

  test("of the documents that were authorized, only those that somebody edited do not add up", () => {
    const somas = amostras
      .filter((each) => each.hasProtocol && each.dv === "ok" && each.signature !== "valid")
      .filter((each) => foundIn(each).some((found) => found.startsWith("soma-divergente")))
      .map((each) => each.file.replace(/^.*__/, ""));
    expect(somas.sort()).toEqual(SOMAS_EDITADAS);
  });

  test("is checked without a fault, whatever is in it", () => {
    let checked = 0;
    for (const amostra of amostras) {
      for (const signed of signedOf(amostra.bytes)) {
        for (const { regra, caminho } of checkEstrutura(signed)) {
          expect(regra).toMatch(/^(estrutura|soma)-/);
          expect(caminho.startsWith(signed.local), caminho).toBe(true);
        }
        if (attributeOf(signed, "versao")) checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(150);
  });
});

/** Each of them has a digest that does not match, or none: somebody edited it for an example. */
const SOMAS_EDITADAS: readonly string[] = [
  // Every value is a filler.
  "MDFProcessadoTest.java_embedded-1.xml",
  // Prices and payment are not those of its items.
  "NFCeProd1.xml",
  "NFe00000857.xml",
  // One item, copied or replaced to fill pages; the totals stayed.
  "nfce-unauthorized-hom.xml",
  "nfce-unauthorized-prod.xml",
  "nfce.xml",
  // Every value is a filler.
  "notaprocessada.xml",
  "product_list_with_many_products.xml",
  "product_list_with_many_products_and_long_names.xml",
  "product_list_with_single_product.xml",
  "product_list_with_single_product_and_long_name.xml",
  // Items were cut away.
  "v2_Retrato.xml",
  // References were copied to fill pages.
  "xml-mdfe-multiples-pages.xml",
];
