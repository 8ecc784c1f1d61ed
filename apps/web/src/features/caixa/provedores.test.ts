import { describe, expect, test } from "vitest";
import {
  chooseEmissor,
  dominioOf,
  findProvedor,
  followTipo,
  guessProvedor,
  oauthPadrao,
  PROVEDORES,
  servidorDe,
} from "./provedores.ts";

function servidorOf(id: string, usuario: string): string | null {
  const provedor = PROVEDORES.find((each) => each.id === id);
  if (!provedor) throw new Error(`no provider ${id}`);
  return servidorDe(provedor, usuario);
}

describe("the provider of an address", () => {
  test.each([
    ["notas@gmail.com", "gmail"],
    ["notas@HOTMAIL.com.br", "outlook"],
    ["notas@bol.com.br", "uol"],
    ["notas@me.com", "icloud"],
  ])("%s belongs to %s", (usuario, id) => {
    expect(findProvedor(usuario)?.id).toBe(id);
  });

  test.each(["notas@ipedolargo.example", "notas", "notas@", "gmail.com", ""])(
    "%s has no known provider",
    (usuario) => {
      expect(findProvedor(usuario)).toBeNull();
    },
  );

  test("derives the server from the domain when the provider has none", () => {
    expect(servidorOf("hostgator", "nfe@ipedolargo.example")).toBe("mail.ipedolargo.example");
    expect(servidorOf("uol", "nfe@bol.com.br")).toBe("imap.bol.com.br");
    expect(servidorOf("hostgator", "nfe")).toBeNull();
  });

  test("recognises a stored mailbox by its server", () => {
    expect(guessProvedor("nfe@ipedolargo.example", "imap.gmail.com")?.id).toBe("gmail");
    expect(guessProvedor("nfe@ipedolargo.example", "mail.ipedolargo.example")?.id).toBe("hostgator");
    expect(guessProvedor("nfe@gmail.com", "pop.outro.example")).toBeNull();
  });
});

test("providers that require OAuth2 have token addresses and scopes", () => {
  const only = PROVEDORES.filter(({ oauth }) => oauth !== null);
  expect(only.map(({ id }) => id)).toEqual(["microsoft", "outlook"]);
  expect(oauthPadrao("microsoft", "imaps").escopo).toContain("IMAP.AccessAsUser.All");
  expect(oauthPadrao("microsoft", "spop3").escopo).toContain("POP.AccessAsUser.All");
});

test("another issuer fills in its addresses; one without any keeps the typed ones", () => {
  const written = { tipo: "imaps", tokenUrl: "https://t.example/token", escopo: "mail" } as const;
  expect(chooseEmissor({ ...written, provedor: "outro" })).toEqual({
    tokenUrl: "https://t.example/token",
    escopo: "mail",
  });
  expect(chooseEmissor({ ...written, provedor: "google" })).toEqual(oauthPadrao("google", "imaps"));
});

test("an issuer's scope follows the tipo; a typed scope stays", () => {
  const { escopo } = oauthPadrao("microsoft", "imaps");
  expect(followTipo({ tipo: "spop3", provedor: "microsoft", escopo })).toContain("POP.AccessAsUser.All");
  expect(followTipo({ tipo: "imap-starttls", provedor: "microsoft", escopo })).toBe(escopo);
  expect(followTipo({ tipo: "spop3", provedor: "microsoft", escopo: "meu/.default" })).toBe("meu/.default");
  expect(followTipo({ tipo: "spop3", provedor: "outro", escopo })).toBe(escopo);
});

test("extracts the domain after the last @", () => {
  expect(dominioOf(" nfe@Ipe.Example ")).toBe("ipe.example");
  expect(dominioOf("nfe@ipe")).toBe("");
});
