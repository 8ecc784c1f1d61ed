import { expect, test } from "vitest";
import { readTrust } from "./trust.ts";

const PAA = "11444777000161";

test("trusts the operator's signing providers in contas, never in a demo conta", () => {
  const config = { icpBrasilDir: null, sandbox: null, trustedProviders: [PAA] };
  expect(readTrust(config, false)).toEqual({ ancoras: [], provedores: [PAA] });
  expect(readTrust(config, true)).toEqual({ ancoras: [], provedores: [], parcial: true });
});
