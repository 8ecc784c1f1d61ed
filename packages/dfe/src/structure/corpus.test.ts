import { describe, expect, test } from "vitest";
import { attributeOf } from "../xml/tree.ts";
import { checkStructure } from "./check-structure.ts";
import { hasCorpus, readCorpus, type Sample } from "./tests/shared.ts";
import { signedOf } from "./tests/signed-of.ts";

/** Documents with a valid signature that violate their layout, with the reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Samples of a library, signed with a test certificate: the emitente is 99999999999999, and 103.00 are
  // paid for 1.03.
  "enviNFe/Samuel-Oliveira+Java_NFe__IbsCbs": [
    "estrutura-formato infNFe/emit/CNPJ",
    "soma-divergente infNFe/pag",
  ],
  // Samples of a library with an invented key without a valid check digit.
  "nfeDadosMsg/nfephp-org+sped-nfe__exemplo_xml_request_sefaz": ["estrutura-formato infEvento/chNFe"],
};

function exceptionsOf({ file }: Sample): readonly string[] {
  return Object.entries(EXCEPTIONS).find(([prefix]) => file.startsWith(prefix))?.[1] ?? [];
}

/** "regra caminho" of every irregularity in a file. */
function foundIn(sample: Sample): string[] {
  return signedOf(sample.bytes)
    .flatMap(checkStructure)
    .map(({ regra, caminho }) => `${regra} ${caminho}`);
}

describe.skipIf(!hasCorpus)("checking the corpus ../shared/corpus/dfe", () => {
  const samples = hasCorpus ? readCorpus() : [];

  test("validly signed documents of the corpus have irregularities only for listed exceptions", () => {
    const validas = samples.filter((each) => each.signature === "valid");
    const wrong = validas.flatMap((each) => {
      const surprises = foundIn(each).filter((found) => !exceptionsOf(each).includes(found));
      return surprises.map((found) => `${each.file}: ${found}`);
    });
    expect(wrong).toEqual([]);
    expect(validas.flatMap((each) => signedOf(each.bytes)).length).toBeGreaterThan(30);
  });

  test("each listed exception is found in the corpus", () => {
    const validas = samples.filter((each) => each.signature === "valid");
    for (const [prefix, esperadas] of Object.entries(EXCEPTIONS)) {
      const found = validas.filter((each) => each.file.startsWith(prefix)).flatMap(foundIn);
      expect(new Set(found)).toEqual(new Set(esperadas));
    }
  });

  test("among authorized documents of the corpus only edited ones have wrong sums", () => {
    const sums = samples
      .filter((each) => each.hasProtocol && each.dv === "ok" && each.signature !== "valid")
      .filter((each) => foundIn(each).some((found) => found.startsWith("soma-divergente")))
      .map((each) => each.file.replace(/^.*__/, ""));
    expect(sums.sort()).toEqual(EDITED_SUMS);
  });

  test("every document of the corpus is checked without throwing", () => {
    let checked = 0;
    for (const sample of samples) {
      for (const signed of signedOf(sample.bytes)) {
        for (const { regra, caminho } of checkStructure(signed)) {
          expect(regra).toMatch(/^(estrutura|soma)-/);
          expect(caminho.startsWith(signed.local), caminho).toBe(true);
        }
        if (attributeOf(signed, "versao")) checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(150);
  });
});

/** Their digest is wrong or missing: they were edited for an example. */
const EDITED_SUMS: readonly string[] = [
  // All values are placeholders.
  "MDFProcessadoTest.java_embedded-1.xml",
  // Prices and payment do not match the items.
  "NFCeProd1.xml",
  "NFe00000857.xml",
  // One item was repeated or replaced to fill pages; the totals are unchanged.
  "nfce-unauthorized-hom.xml",
  "nfce-unauthorized-prod.xml",
  "nfce.xml",
  // All values are placeholders.
  "notaprocessada.xml",
  "product_list_with_many_products.xml",
  "product_list_with_many_products_and_long_names.xml",
  "product_list_with_single_product.xml",
  "product_list_with_single_product_and_long_name.xml",
  // Items were removed.
  "v2_Retrato.xml",
  // References were repeated to fill pages.
  "xml-mdfe-multiples-pages.xml",
];
