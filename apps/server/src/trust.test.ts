import { expect, test } from "vitest";
import { readTrust } from "./trust.ts";

const PAA = "11444777000161";

test("the operator's signing providers are trusted in contas, never in a demo conta", () => {
  const config = { icpBrasilDir: null, sandbox: null, trustedProviders: [PAA] };
  expect(readTrust(config, false)).toEqual({ trustedCas: [], providers: [PAA] });
  expect(readTrust(config, true)).toEqual({ trustedCas: [], providers: [], isPartial: true });
});
