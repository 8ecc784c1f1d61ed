import { expect, test } from "vitest";
import type { Empresa } from "../../rpc/empresas.ts";
import type { Caixa } from "../../rpc/queries.ts";
import { itensOf, passoOf, situacaoOf } from "./passos.ts";

const EMPRESA = { id: "e1", nome: "Padaria", certificado: null } as Empresa;
const COM_CERT = { ...EMPRESA, certificado: { diasRestantes: 300 } } as Empresa;
const CAIXA = { id: "c1", usuario: "nfe@padaria.example", ultimaColeta: null } as Caixa;
const LIDA = { ...CAIXA, id: "c2", ultimaColeta: new Date() };

test("starts at the first incomplete step", () => {
  expect(passoOf(null, situacaoOf([], [], false))).toBe("empresa");
  expect(passoOf(null, situacaoOf([EMPRESA], [], false))).toBe("certificado");
  expect(passoOf(null, situacaoOf([COM_CERT], [], false))).toBe("caixa");
  expect(passoOf(null, situacaoOf([COM_CERT], [CAIXA], false))).toBe("emails");
  expect(passoOf(null, situacaoOf([COM_CERT], [LIDA], true))).toBe("emails");
});

test("opens any requested step, but the certificate only after a company", () => {
  expect(passoOf("caixa", situacaoOf([EMPRESA], [], false))).toBe("caixa");
  expect(passoOf("empresa", situacaoOf([COM_CERT], [CAIXA], true))).toBe("empresa");
  expect(passoOf("certificado", situacaoOf([], [], false))).toBe("empresa");
  expect(passoOf("outro", situacaoOf([], [], false))).toBe("empresa");
});

test("the card has five items; a mailbox that collected once has a proven connection", () => {
  const feitos = (situacao: ReturnType<typeof situacaoOf>): string =>
    itensOf(situacao)
      .flatMap(({ item, feito }) => (feito ? [item] : []))
      .join(" ");
  expect(feitos(situacaoOf([], [], false))).toBe("");
  expect(feitos(situacaoOf([EMPRESA], [CAIXA], false))).toBe("empresa caixa");
  expect(feitos(situacaoOf([COM_CERT], [CAIXA, LIDA], true))).toBe(
    "empresa certificado caixa teste documento",
  );
});

test("selects the first company without a certificate", () => {
  const sem = { ...EMPRESA, id: "e2" };
  expect(situacaoOf([COM_CERT, sem], [], false).empresa?.id).toBe("e2");
});
