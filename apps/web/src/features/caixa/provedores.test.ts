import { describe, expect, test } from "vitest";
import { dominioOf, findProvedor, guessProvedor, oauthPadrao, PROVEDORES, servidorDe } from "./provedores.ts";

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
  ])("%s is at %s", (usuario, id) => {
    expect(findProvedor(usuario)?.id).toBe(id);
  });

  test.each(["notas@ipedolargo.example", "notas", "notas@", "gmail.com", ""])("%s is at none", (usuario) => {
    expect(findProvedor(usuario)).toBeNull();
  });

  test("its own domain names the server where the provider has none of its own", () => {
    expect(servidorOf("hostgator", "nfe@ipedolargo.example")).toBe("mail.ipedolargo.example");
    expect(servidorOf("uol", "nfe@bol.com.br")).toBe("imap.bol.com.br");
    expect(servidorOf("hostgator", "nfe")).toBeNull();
  });

  test("a stored mailbox is known by its server too", () => {
    expect(guessProvedor("nfe@ipedolargo.example", "imap.gmail.com")?.id).toBe("gmail");
    expect(guessProvedor("nfe@ipedolargo.example", "mail.ipedolargo.example")?.id).toBe("hostgator");
    expect(guessProvedor("nfe@gmail.com", "pop.outro.example")).toBeNull();
  });
});

test("who only takes OAuth2 comes with its addresses", () => {
  const only = PROVEDORES.filter(({ oauth }) => oauth !== null);
  expect(only.map(({ id }) => id)).toEqual(["microsoft", "outlook"]);
  expect(oauthPadrao("microsoft", "imaps").escopo).toContain("IMAP.AccessAsUser.All");
  expect(oauthPadrao("microsoft", "spop3").escopo).toContain("POP.AccessAsUser.All");
});

test("a domain is what comes after the last at sign", () => {
  expect(dominioOf(" nfe@Ipe.Example ")).toBe("ipe.example");
  expect(dominioOf("nfe@ipe")).toBe("");
});
