import { expect, test } from "vitest";
import { ACESSO, PERFIS, perfisDaApi, permissaoOf, permissaoOfAll, readPath } from "./acesso.ts";
import { ESCOPOS, escopoOf } from "./escopos.ts";
import type { Access } from "./method.ts";
import { METHODS } from "./table.ts";

const allowed = (access: Access, person = false): string[] =>
  PERFIS.filter((perfil) => permissaoOf({ access, person }, perfil) === "sim");

test("each way in lets those in whom the specification names (§6)", () => {
  expect(allowed("public")).toEqual([...PERFIS]);
  expect(allowed("signedIn")).toEqual(PERFIS.filter((perfil) => perfil !== "visitante"));
  expect(allowed("manifestante")).toEqual(["manifestante"]);
  expect(allowed("manager")).toEqual(["administrador", "proprietario"]);
  expect(allowed("self")).toEqual(["administrador", "proprietario"]);
});

test("about themselves ordinary people may what only managers may about others", () => {
  expect(PERFIS.filter((perfil) => ACESSO.self[perfil] === "proprio")).toEqual(["usuario", "manifestante"]);
});

test("what is for a person alone no program calls", () => {
  expect(permissaoOf({ access: "signedIn" }, "api")).toBe("sim");
  expect(permissaoOf({ access: "signedIn", person: true }, "api")).toBe("nao");
});

test("what changes people, their keys or the conta is for a person alone", () => {
  const forPrograms = Object.entries(METHODS).filter(
    ([name, row]) =>
      /^(Usuario|Conta|Auth)\./.test(name) &&
      !row.readOnly &&
      permissaoOf(row, "api") !== "nao" &&
      row.access !== "public",
  );
  expect(forPrograms.map(([name]) => name)).toEqual([]);
});

test("a method about oneself says where its params name the person, and only such a one", () => {
  for (const [name, row] of Object.entries(METHODS)) {
    expect([name, "self" in row]).toEqual([name, row.access === "self"]);
  }
});

test("nothing that changes something is called by GET, and nothing that is read-only changes", () => {
  const changing =
    /^(set|save|delete|new|send|reset|invite|consultar|manifest|liberar|processa|reprocessar|coletar|end|start|confirm|remove|sair|logar|retomar|ping|rotate|revoke|resend|test|reautenticar|rename|retry|request|warn)/;
  for (const [name, { readOnly }] of Object.entries(METHODS)) {
    const verb = name.slice(name.indexOf(".") + 1);
    expect([name, readOnly]).toEqual([
      name,
      !changing.test(verb) && verb !== "getNotaDownloadPublico" && !/^load/.test(verb),
    ]);
  }
});

test("a path of params is read by own names alone", () => {
  const params = { usuario: { id: "1", nada: null } };
  expect(readPath(params, "usuario.id")).toBe("1");
  expect(readPath(params, "usuario.nada")).toBeNull();
  for (const path of [
    "usuario.nome",
    "id",
    "usuario.id.length",
    "usuario.nada.id",
    "__proto__",
    "usuario.constructor",
  ]) {
    expect([path, readPath(params, path)]).toEqual([path, undefined]);
  }
  for (const none of [null, undefined, 1, "usuario"]) expect(readPath(none, "usuario")).toBeUndefined();
});

test("a token with every scope is still nobody in person", () => {
  const perfis = perfisDaApi(ESCOPOS);
  expect(perfis).toEqual(["api", "manifestante", "administrador"]);
  expect(permissaoOfAll({ access: "manager" }, perfis)).toBe("sim");
  expect(permissaoOfAll({ access: "manager", person: true }, perfis)).toBe("nao");
  expect(permissaoOfAll({ access: "self" }, perfisDaApi(["manifestar"]))).toBe("nao");
  expect(permissaoOfAll({ access: "self" }, ["usuario"])).toBe("proprio");
});

test("each method says what a token needs for it: reading never takes more than reading", () => {
  const said = (name: keyof typeof METHODS) => escopoOf(name, METHODS[name]);
  expect(said("Nota.getNota")).toBe("notas:ler");
  expect(said("Nota.setProcessadoErp")).toBe("notas:marcar");
  expect(said("Nota.manifestacao")).toBe("manifestar");
  expect(said("Nota.liberarQuarentena")).toBe("admin");
  expect(said("Email.getEmail")).toBe("emails:ler");
  expect(said("Autocomplete.getRemetentes")).toBe("emails:ler");
  expect(said("Importacao.getImportacao")).toBe("importar");
  expect(said("Empresa.saveEmpresa")).toBe("admin");
  expect(said("Conta.getConta")).toBeNull();
  expect(said("Auth.sair")).toBeNull();
});

test("a service that nobody thought of is for managers' tokens", () => {
  expect(escopoOf("Novo.getNovo", { access: "signedIn", readOnly: true })).toBe("admin");
});
