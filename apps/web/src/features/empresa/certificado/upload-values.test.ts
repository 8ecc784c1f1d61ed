import { CERTIFICADO_MAX_BYTES } from "@malote/contract";
import { expect, test } from "vitest";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { checkFile, schema, uploadFieldOf } from "./upload-values.ts";

const { erros } = texts;
const fileOf = (name: string, size = 4_096) => ({ name, size });

test.each([
  ["empresa.pfx", null],
  ["EMPRESA.P12", null],
  ["nota.xml", erros.tipo],
  ["empresa.pfx.zip", erros.tipo],
  ["pfx", erros.tipo],
])("the certificate file name %s gives the error: %s", (name, expectedError) =>
  expect(checkFile(fileOf(name))).toBe(expectedError),
);

test("an empty certificate file and one above the maximum size are rejected", () => {
  expect(checkFile(null)).toBe(erros.arquivo);
  expect(checkFile(fileOf("a.pfx", 0))).toBe(erros.vazio);
  expect(checkFile(fileOf("a.pfx", CERTIFICADO_MAX_BYTES))).toBeNull();
  expect(checkFile(fileOf("a.pfx", CERTIFICADO_MAX_BYTES + 1))).toContain("256 KB");
});

test("a certificate upload requires a password", () => {
  const { error } = schema.safeParse({ arquivo: new File(["x"], "a.pfx"), senha: "" });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["senha", "Senha deve ser informada."],
  ]);
});

test("the server's field names map to form fields", () => {
  expect(uploadFieldOf("certSenha")).toBe("senha");
  expect(uploadFieldOf("arquivo")).toBe("arquivo");
  expect(uploadFieldOf("empresaId")).toBeNull();
});
