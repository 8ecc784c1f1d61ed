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
])("a file called %s: %s", (name, wrong) => expect(wrongArquivo(named(name))).toBe(wrong));

test("a certificate has something in it, and is no larger than certificates are", () => {
  expect(wrongArquivo(null)).toBe(erros.arquivo);
  expect(wrongArquivo(named("a.pfx", 0))).toBe(erros.vazio);
  expect(wrongArquivo(named("a.pfx", CERTIFICADO_MAX_BYTES))).toBeNull();
  expect(wrongArquivo(named("a.pfx", CERTIFICADO_MAX_BYTES + 1))).toContain("256 KB");
});

test("without a password nothing is sent", () => {
  const { error } = schema.safeParse({ arquivo: new File(["x"], "a.pfx"), senha: "" });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["senha", "Senha deve ser informada."],
  ]);
});

test("the server's names lead to the fields of the form", () => {
  expect(campoOf("certSenha")).toBe("senha");
  expect(campoOf("arquivo")).toBe("arquivo");
  expect(campoOf("empresaId")).toBeNull();
});
