import { expect, test } from "vitest";
import { ACCESS, permissionOf, permissionOfAll, ROLES, readPath, rolesOfScopes, scopeOf } from "./access.ts";
import type { Access } from "./method.ts";
import { SCOPES } from "./scopes.ts";
import { METHODS } from "./table.ts";

const allowed = (access: Access, person = false): string[] =>
  ROLES.filter((perfil) => permissionOf({ access, person }, perfil) === "sim");

test("each access level admits the perfis that §6 of the specification allows", () => {
  expect(allowed("public")).toEqual([...ROLES]);
  expect(allowed("signedIn")).toEqual(ROLES.filter((perfil) => perfil !== "visitante"));
  expect(allowed("manifestante")).toEqual(["manifestante"]);
  expect(allowed("manager")).toEqual(["administrador", "proprietario"]);
  expect(allowed("self")).toEqual(["administrador", "proprietario"]);
});

test("a `self` method lets ordinary users act on themselves, and managers on anyone", () => {
  expect(ROLES.filter((perfil) => ACCESS.self[perfil] === "proprio")).toEqual(["usuario", "manifestante"]);
});

test("an API token cannot call a method that is reserved for persons", () => {
  expect(permissionOf({ access: "signedIn" }, "api")).toBe("sim");
  expect(permissionOf({ access: "signedIn", person: true }, "api")).toBe("nao");
});

test("methods that change people, their keys or the conta are reserved for persons", () => {
  const forPrograms = Object.entries(METHODS).filter(
    ([name, row]) =>
      /^(Usuario|Conta|Auth)\./.test(name) &&
      !row.readOnly &&
      permissionOf(row, "api") !== "nao" &&
      row.access !== "public",
  );
  expect(forPrograms.map(([name]) => name)).toEqual([]);
});

test("exactly the `self` methods say which param names the user", () => {
  for (const [name, row] of Object.entries(METHODS)) {
    expect([name, "self" in row]).toEqual([name, row.access === "self"]);
  }
});

test("a method is readOnly exactly if its verb changes nothing", () => {
  const changing =
    /^(set|save|delete|new|send|reset|invite|consultar|manifest|liberar|colocar|processa|reprocessar|coletar|end|start|confirm|remove|sair|logar|retomar|ping|rotate|revoke|resend|test|reautenticar|rename|retry|request|warn|pedir|dar|import)/;
  for (const [name, { readOnly }] of Object.entries(METHODS)) {
    const verb = name.slice(name.indexOf(".") + 1);
    expect([name, readOnly]).toEqual([
      name,
      !changing.test(verb) && verb !== "getNotaDownloadPublico" && !/^load/.test(verb),
    ]);
  }
});

test("readPath reads own properties only, no inherited ones", () => {
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

test("an API token with every scope cannot call a method that is reserved for persons", () => {
  const perfis = rolesOfScopes(SCOPES);
  expect(perfis).toEqual(["api", "manifestante", "administrador"]);
  expect(permissionOfAll({ access: "manager" }, perfis)).toBe("sim");
  expect(permissionOfAll({ access: "manager", person: true }, perfis)).toBe("nao");
  expect(permissionOfAll({ access: "self" }, rolesOfScopes(["manifestar"]))).toBe("nao");
  expect(permissionOfAll({ access: "self" }, ["usuario"])).toBe("proprio");
});

test("each method has a scope, and methods that only read need only a read scope", () => {
  const said = (name: keyof typeof METHODS) => scopeOf(name, METHODS[name]);
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

test("a method of an unknown service needs the admin scope", () => {
  expect(scopeOf("Novo.getNovo", { access: "signedIn", readOnly: true })).toBe("admin");
});
