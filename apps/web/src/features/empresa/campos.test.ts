import { describe, expect, test } from "vitest";
import { empresa as textos } from "../../textos/empresas.ts";
import { CAMPOS_NOVOS, type Campos, campoOf, schema, toCampos, toEmpresa } from "./campos.ts";
import { empresaDeTeste } from "./empresa-de-teste.ts";

const NOVA: Campos = { ...CAMPOS_NOVOS, nome: "Ipê do Largo Ltda", cnpj: "27.391.485/0001-48" };

/** The validation errors of the form, by field. */
function wrongs(campos: Campos): Record<string, string> {
  const { error } = schema.safeParse(campos);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);
}

describe("the form of a company", () => {
  test("requires name and CNPJ", () => {
    expect(wrongs(NOVA)).toEqual({});
    expect(wrongs({ ...CAMPOS_NOVOS, nome: "  " })).toEqual({
      nome: textos.erros.nome,
      cnpj: textos.erros.cnpj,
    });
  });

  test.each([
    ["12.ABC.345/01DE-35", undefined],
    ["27.391.485/0001-4", textos.erros.cnpjCurto],
    ["27.391.485/0001-49", textos.erros.cnpjErrado],
    ["12.ABC.345/01DE-36", textos.erros.cnpjErrado],
    ["00.000.000/0000-00", textos.erros.cnpjErrado],
  ])("checks the CNPJ %s: %s", (cnpj, wrong) => expect(wrongs({ ...NOVA, cnpj }).cnpj).toBe(wrong));

  test("sends the CNPJ without mask, and null for no UF", () => {
    expect(toEmpresa({ ...NOVA, nome: "  Ipê " }, null)).toEqual({
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

  test("never enables automatic ciência without both auditor and manifestação", () => {
    const all = { ...NOVA, ativarManifestacao: true, ativarAuditor: true, cienciaAutomatica: true };
    expect(toEmpresa(all, null).cienciaAutomatica).toBe(true);
    expect(toEmpresa({ ...all, ativarAuditor: false }, null).cienciaAutomatica).toBe(false);
    expect(toEmpresa({ ...all, ativarManifestacao: false }, null).cienciaAutomatica).toBe(false);
  });

  test("sends unedited stored values back unchanged", () => {
    const stored = empresaDeTeste({ uf: null, ativarManifestacao: true });
    expect(toCampos(stored)).toMatchObject({ cnpj: "27.391.485/0001-48", uf: "", ativarManifestacao: true });
    expect(toEmpresa(toCampos(stored), stored.id)).toMatchObject({ cnpj: stored.cnpj, uf: null });
  });
});

test("maps the server's field path to a form field", () => {
  expect(campoOf("empresa.cnpj")).toBe("cnpj");
  expect(campoOf("empresa.toString")).toBeNull();
});
