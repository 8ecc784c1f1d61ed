import { expect, test } from "vitest";
import { compare } from "./diferencial/comparar.ts";
import { hasXmlsec } from "./diferencial/xmlsec.ts";

const SEMENTE = 20_261_120;
const QUANTIDADE = 200;

// The long run, with as many as one likes: npm run test:long -- assinatura [quantidade] [semente]
test.skipIf(!hasXmlsec)(
  "200 changed documents: we accept none that xmlsec1 refuses, and refuse only for a reason of the list",
  async () => {
    const { errado, porTipo } = await compare({ quantidade: QUANTIDADE, semente: SEMENTE, processos: 4 });
    expect(errado).toEqual([]);
    const lines = [...porTipo.values()];
    const sum = (what: "ambosAceitam" | "ambosRecusam" | "soNosRecusamos"): number =>
      lines.reduce((total, line) => total + line[what], 0);
    // Were everything accepted, or nothing, the comparison would say nothing.
    expect(sum("ambosAceitam")).toBeGreaterThan(10);
    expect(sum("ambosRecusam")).toBeGreaterThan(50);
    expect(sum("soNosRecusamos")).toBeGreaterThan(5);
  },
  60_000,
);
