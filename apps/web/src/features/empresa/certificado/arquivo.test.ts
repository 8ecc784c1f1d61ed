import { CERTIFICADO_MAX_BYTES } from "@malote/contract";
import { expect, test } from "vitest";
import { certificado as textos } from "../../../textos/certificados.ts";
import { campoOf, schema, wrongArquivo } from "./arquivo.ts";

const { erros } = textos;
const named = (name: string, size = 4_096) => ({ name, size });

test.each([
  ["empresa.pfx", null],
  ["EMPRESA.P12", null],
  ["nota.xml", erros.tipo],
  ["empresa.pfx.zip", erros.tipo],
  ["pfx", erros.tipo],
])("checks the file name %s: %s", (name, wrong) => expect(wrongArquivo(named(name))).toBe(wrong));

test("rejects an empty file and one above the maximum size", () => {
  expect(wrongArquivo(null)).toBe(erros.arquivo);
  expect(wrongArquivo(named("a.pfx", 0))).toBe(erros.vazio);
  expect(wrongArquivo(named("a.pfx", CERTIFICADO_MAX_BYTES))).toBeNull();
  expect(wrongArquivo(named("a.pfx", CERTIFICADO_MAX_BYTES + 1))).toContain("256 KB");
});

test("requires a password", () => {
  const { error } = schema.safeParse({ arquivo: new File(["x"], "a.pfx"), senha: "" });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["senha", "Senha deve ser informada."],
  ]);
});

test("maps the server's field names to form fields", () => {
  expect(campoOf("certSenha")).toBe("senha");
  expect(campoOf("arquivo")).toBe("arquivo");
  expect(campoOf("empresaId")).toBeNull();
});
