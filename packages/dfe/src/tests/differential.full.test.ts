import { expect, test } from "vitest";
import { compare } from "./differential/compare.ts";
import { hasXmlsec } from "./differential/xmlsec.ts";

const SEED = 20_261_120;
const COUNT = 200;

// For longer runs: npm run test:long -- signature [quantidade] [semente]
test.skipIf(!hasXmlsec)(
  "no change in 200 documents is accepted against xmlsec1, and each extra refusal has a listed reason",
  async () => {
    const { wrong, byKind } = await compare({ quantidade: COUNT, semente: SEED, processos: 4 });
    expect(wrong).toEqual([]);
    const lines = [...byKind.values()];
    const sum = (what: "bothAccept" | "bothRefuse" | "onlyWeRefuse"): number =>
      lines.reduce((total, line) => total + line[what], 0);
    // If all or none were accepted, the comparison would prove nothing.
    expect(sum("bothAccept")).toBeGreaterThan(10);
    expect(sum("bothRefuse")).toBeGreaterThan(50);
    expect(sum("onlyWeRefuse")).toBeGreaterThan(5);
  },
  60_000,
);
