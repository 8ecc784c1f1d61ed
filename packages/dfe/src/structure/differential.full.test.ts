import { expect, test } from "vitest";
import { checkStructure } from "./check-structure.ts";
import { openSchemas } from "./schemas.ts";
import { makeCte, makeCteOs, makeCteSimplificado, makeMdfe, makeNfe } from "./tests/make-documentos.ts";
import { hasSchemas, readSchemas } from "./tests/shared.ts";
import { signedOf } from "./tests/signed-of.ts";

const DOCUMENTOS = [
  { raiz: "NFe", versao: "4.00", xml: makeNfe(1) },
  { raiz: "CTe", versao: "4.00", xml: makeCte() },
  { raiz: "CTeOS", versao: "4.00", xml: makeCteOs() },
  { raiz: "CTeSimp", versao: "4.00", xml: makeCteSimplificado() },
  { raiz: "MDFe", versao: "3.00", xml: makeMdfe() },
];

/** Differences from the schemas that are intended: "change tag". */
const SCHEMA_ONLY: ReadonlySet<string> = new Set([
  // NT 2026.007: an NF-e without IE.
  "removed NFe/IE",
  // Required only in some versions of the package.
  "removed CTe/CRT",
  "removed CTeOS/CRT",
  "removed CTeSimp/CRT",
  "removed NFe/vCredPres",
  "removed NFe/vCredPresCondSus",
]);

type Leaf = { tag: string; from: number; to: number; text: string };

/** The first text-only element of each name, in the signed part. */
function leavesOf(xml: string): Leaf[] {
  const end = xml.search(/<\/inf(?:NFe|Cte|MDFe)>/);
  const leaves = [...xml.slice(0, end).matchAll(/<([A-Za-z0-9]+)>([^<]+)<\/\1>/g)].map((match) => ({
    tag: match[1] ?? "",
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }));
  return leaves.filter((leaf, i) => leaves.findIndex((each) => each.tag === leaf.tag) === i);
}

/** Changes of a leaf: name → replacement text. */
function changesOf({ tag, text }: Leaf): Readonly<Record<string, string>> {
  return {
    removed: "",
    doubled: text + text,
    emptied: `<${tag}></${tag}>`,
    lengthened: text.replace(/(.)(<\/)/, (_, last: string, close: string) => last.repeat(70) + close),
    renamed: `<${tag}><${tag}/></${tag}>`,
  };
}

test.skipIf(!hasSchemas)(
  "the check reports a changed document exactly when the schemas in ../shared/schemas do",
  async () => {
    const schemas = await openSchemas(readSchemas());
    const differ: string[] = [];
    let both = 0;
    for (const { raiz, versao, xml } of DOCUMENTOS) {
      const modal = { from: xml.indexOf("<infModal"), to: xml.indexOf("</infModal>") };
      for (const leaf of leavesOf(xml)) {
        // Schemas do not check the contents of infModal: each modal has its own schema.
        if (leaf.from > modal.from && leaf.from < modal.to) continue;
        for (const [name, text] of Object.entries(changesOf(leaf))) {
          const bytes = Buffer.from(xml.slice(0, leaf.from) + text + xml.slice(leaf.to));
          const result = schemas.validate({ raiz, versao }, bytes);
          const theirs = result.kind === "validado" && result.irregularidades.length > 0;
          const ours = signedOf(bytes)
            .flatMap(checkStructure)
            .some((each) => each.regra !== "soma-divergente");
          if (ours && theirs) both += 1;
          const change = `${name} ${raiz}/${leaf.tag}`;
          if (ours !== theirs && !SCHEMA_ONLY.has(change))
            differ.push(`${ours ? "only we" : "only they"}: ${change}`);
        }
      }
    }
    schemas.close();
    expect(differ).toEqual([]);
    expect(both).toBeGreaterThan(1000);
  },
  60_000,
);
