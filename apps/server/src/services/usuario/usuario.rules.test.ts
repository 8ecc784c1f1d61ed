import { expect, test } from "vitest";
import {
  applyProfile,
  compareUsuarios,
  describeChange,
  describeNew,
  maskEmail,
  type Profile,
  refuseEdit,
} from "./usuario.rules.ts";

const rita: Profile = {
  nome: "Rita",
  nomeUsuario: "rita",
  nomeCompleto: "Rita Lemos",
  email: "rita@exemplo.test",
  color: null,
  ativo: true,
  administrador: false,
  permissaoManifestacao: false,
  empresas: null,
};

test("a new user is active, sees all empresas and has no other permission by default", () => {
  const { nome, nomeCompleto, email } = rita;
  expect(applyProfile(null, { nome, nomeUsuario: " RITA ", nomeCompleto, email })).toEqual(rita);
});

test.each([
  ["nothing", {}, null],
  ["a name", { nome: "R" }, "rita: nome Rita → R"],
  [
    "two",
    { email: "s@x.test", administrador: true },
    "rita: e-mail r•••@exemplo.test → s•••@x.test; administrador não → sim",
  ],
  ["companies", { empresas: ["e1"] }, "rita: empresas todas → 1 (e1)"],
  ["a colour", { color: "#112233" }, "rita: cor nenhuma → #112233"],
])("a change of %s is described with user, old value and new value", (_name, o, said) => {
  expect(describeChange(rita, { ...rita, ...o })).toBe(said);
});

test("a new user is described with the permissions beyond the default", () => {
  expect(describeNew(rita)).toBe("rita");
  expect(describeNew({ ...rita, color: "#112233", permissaoManifestacao: true })).toBe(
    "rita: manifestação não → sim",
  );
});

const OWNER = { usuarioId: "1" };
const ADMIN = { usuarioId: "2" };
const is = (id: string, o: Partial<Profile> = {}) => ({
  ...rita,
  id,
  administrador: true,
  proprietarioConta: id === "1",
  ...o,
});

test.each([
  ["an administrator, the owner's rank", ADMIN, is("1"), { administrador: false }, /^Acesso restrito\.$/],
  ["the owner, their own activity", OWNER, is("1"), { ativo: false }, /^Acesso restrito\.$/],
  ["an administrator, their own rank", ADMIN, is("2"), { administrador: false }, /^Acesso restrito\.$/],
  [
    "an administrator, another's companies without the rank",
    ADMIN,
    is("3"),
    { empresas: [] },
    /todas as empresas/,
  ],
])("the change by %s is refused", (_name, caller, current, o, said) => {
  expect(() => refuseEdit({ caller, current, updated: { ...current, ...o } })).toThrow(said);
});

test.each([
  ["the owner, their own name", OWNER, is("1"), { nome: "X" }],
  ["an administrator, the owner's name and address", ADMIN, is("1"), { nome: "X", email: "x@x.test" }],
  ["the owner who was never marked administrator", OWNER, is("1", { administrador: false }), { nome: "X" }],
  ["an administrator, another's rank and activity", ADMIN, is("3"), { administrador: false, ativo: false }],
  ["an administrator who was inactive, again", ADMIN, is("3", { ativo: false }), { ativo: true }],
])("the change by %s is allowed", (_name, caller, current, o) => {
  expect(() => refuseEdit({ caller, current, updated: { ...current, ...o } })).not.toThrow();
});

test("an address is masked except its first letter and its domain", () => {
  expect(maskEmail("rita@exemplo.test")).toBe("r•••@exemplo.test");
});

test("a list of users is sorted alphabetically, and equal values by user name", () => {
  const names = ["Zeca", "álvaro", "Bruno"].map((nomeCompleto, at) => ({
    nomeUsuario: `u${at}`,
    nomeCompleto,
    email: "",
  }));
  expect(names.toSorted(compareUsuarios("nomeCompleto")).map((each) => each.nomeCompleto)).toEqual([
    "álvaro",
    "Bruno",
    "Zeca",
  ]);
  expect(names.toSorted(compareUsuarios("email")).map((each) => each.nomeUsuario)).toEqual([
    "u0",
    "u1",
    "u2",
  ]);
});
