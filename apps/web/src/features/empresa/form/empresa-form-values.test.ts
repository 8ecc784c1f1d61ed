import { describe, expect, test } from "vitest";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { sampleEmpresa } from "../sample-empresa.ts";
import {
  EMPTY_VALUES,
  type FormValues,
  formFieldOf,
  schema,
  toEmpresa,
  toFormValues,
} from "./empresa-form-values.ts";

const NEW_EMPRESA: FormValues = { ...EMPTY_VALUES, nome: "Ipê do Largo Ltda", cnpj: "27.391.485/0001-48" };

/** The validation errors of the form, by field. */
function errorsOf(values: FormValues): Record<string, string> {
  const { error } = schema.safeParse(values);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);
}

describe("validation and values of the company form", () => {
  test("a company requires name and CNPJ", () => {
    expect(errorsOf(NEW_EMPRESA)).toEqual({});
    expect(errorsOf({ ...EMPTY_VALUES, nome: "  " })).toEqual({
      nome: texts.erros.nome,
      cnpj: texts.erros.cnpj,
    });
  });

  test.each([
    ["12.ABC.345/01DE-35", undefined],
    ["27.391.485/0001-4", texts.erros.cnpjCurto],
    ["27.391.485/0001-49", texts.erros.cnpjErrado],
    ["12.ABC.345/01DE-36", texts.erros.cnpjErrado],
    ["00.000.000/0000-00", texts.erros.cnpjErrado],
  ])("the CNPJ %s gives the error: %s", (cnpj, expectedError) =>
    expect(errorsOf({ ...NEW_EMPRESA, cnpj }).cnpj).toBe(expectedError),
  );

  test("the form sends the CNPJ without mask, and null if no UF is chosen", () => {
    expect(toEmpresa({ ...NEW_EMPRESA, nome: "  Ipê " }, null)).toEqual({
      id: null,
      nome: "Ipê",
      cnpj: "27391485000148",
      uf: null,
      ativarManifestacao: false,
      ativarAuditor: false,
      cienciaAutomatica: false,
      feedSefaz: false,
      downloadPublico: true,
    });
  });

  test("automatic ciência is never enabled without both auditor and manifestação", () => {
    const all = { ...NEW_EMPRESA, ativarManifestacao: true, ativarAuditor: true, cienciaAutomatica: true };
    expect(toEmpresa(all, null).cienciaAutomatica).toBe(true);
    expect(toEmpresa({ ...all, ativarAuditor: false }, null).cienciaAutomatica).toBe(false);
    expect(toEmpresa({ ...all, ativarManifestacao: false }, null).cienciaAutomatica).toBe(false);
  });

  test("the form sends unedited stored values unchanged", () => {
    const stored = sampleEmpresa({ uf: null, ativarManifestacao: true });
    expect(toFormValues(stored)).toMatchObject({
      cnpj: "27.391.485/0001-48",
      uf: "",
      ativarManifestacao: true,
    });
    expect(toEmpresa(toFormValues(stored), stored.id)).toMatchObject({ cnpj: stored.cnpj, uf: null });
  });
});

test("the field path of a server error maps to a form field", () => {
  expect(formFieldOf("empresa.cnpj")).toBe("cnpj");
  expect(formFieldOf("empresa.toString")).toBeUndefined();
});
