import { expect, test } from "vitest";
import { readConfianca } from "./trust.ts";

const PAA = "11444777000161";

test("trusts the operator's signing providers in contas, never in a demo conta", () => {
  const config = { icpBrasilDir: null, sandbox: null, provedoresConfiaveis: [PAA] };
  expect(readConfianca(config, false)).toEqual({ ancoras: [], provedores: [PAA] });
  expect(readConfianca(config, true)).toEqual({ ancoras: [], provedores: [], parcial: true });
});
