import { expect, test } from "vitest";
import { compare } from "./diferencial/comparar.ts";
import { hasXmlsec } from "./diferencial/xmlsec.ts";

const SEMENTE = 20_261_120;
const QUANTIDADE = 200;

// For longer runs: npm run test:long -- assinatura [quantidade] [semente]
test.skipIf(!hasXmlsec)(
  "200 changed documents: none is accepted against xmlsec1, and each extra refusal has a listed reason",
  async () => {
    const { errado, porTipo } = await compare({ quantidade: QUANTIDADE, semente: SEMENTE, processos: 4 });
    expect(errado).toEqual([]);
    const lines = [...porTipo.values()];
    const sum = (what: "ambosAceitam" | "ambosRecusam" | "soNosRecusamos"): number =>
      lines.reduce((total, line) => total + line[what], 0);
    // If all or none were accepted, the comparison would prove nothing.
    expect(sum("ambosAceitam")).toBeGreaterThan(10);
    expect(sum("ambosRecusam")).toBeGreaterThan(50);
    expect(sum("soNosRecusamos")).toBeGreaterThan(5);
  },
  60_000,
);
