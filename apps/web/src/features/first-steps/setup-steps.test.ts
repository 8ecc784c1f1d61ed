import { expect, test } from "vitest";
import type { Empresa } from "../../rpc/conta/empresas.ts";
import type { Caixa } from "../../rpc/documents/queries.ts";
import { cardItemsOf, currentStepOf, setupOf } from "./setup-steps.ts";

const EMPRESA = { id: "e1", nome: "Padaria", certificado: null } as Empresa;
const WITH_CERTIFICADO = { ...EMPRESA, certificado: { diasRestantes: 300 } } as Empresa;
const CAIXA = { id: "c1", usuario: "nfe@padaria.example", ultimaColeta: null } as Caixa;
const COLLECTED_CAIXA = { ...CAIXA, id: "c2", ultimaColeta: new Date() };

test("the setup starts at the first incomplete step", () => {
  expect(currentStepOf(null, setupOf([], [], false))).toBe("empresa");
  expect(currentStepOf(null, setupOf([EMPRESA], [], false))).toBe("certificado");
  expect(currentStepOf(null, setupOf([WITH_CERTIFICADO], [], false))).toBe("caixa");
  expect(currentStepOf(null, setupOf([WITH_CERTIFICADO], [CAIXA], false))).toBe("emails");
  expect(currentStepOf(null, setupOf([WITH_CERTIFICADO], [COLLECTED_CAIXA], true))).toBe("emails");
});

test("the setup opens any requested step, but the certificate step only after a company exists", () => {
  expect(currentStepOf("caixa", setupOf([EMPRESA], [], false))).toBe("caixa");
  expect(currentStepOf("empresa", setupOf([WITH_CERTIFICADO], [CAIXA], true))).toBe("empresa");
  expect(currentStepOf("certificado", setupOf([], [], false))).toBe("empresa");
  expect(currentStepOf("outro", setupOf([], [], false))).toBe("empresa");
});

test("the setup card has five items; a mailbox that collected once has a proven connection", () => {
  const doneItems = (setup: ReturnType<typeof setupOf>): string =>
    cardItemsOf(setup)
      .flatMap(({ item, done }) => (done ? [item] : []))
      .join(" ");
  expect(doneItems(setupOf([], [], false))).toBe("");
  expect(doneItems(setupOf([EMPRESA], [CAIXA], false))).toBe("empresa caixa");
  expect(doneItems(setupOf([WITH_CERTIFICADO], [CAIXA, COLLECTED_CAIXA], true))).toBe(
    "empresa certificado caixa teste documento",
  );
});

test("the certificate step selects the first company without a certificate", () => {
  const withoutCertificado = { ...EMPRESA, id: "e2" };
  expect(setupOf([WITH_CERTIFICADO, withoutCertificado], [], false).empresa?.id).toBe("e2");
});
