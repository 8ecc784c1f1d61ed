import { describe, expect, test } from "vitest";
import {
  domainOf,
  EMAIL_PROVIDERS,
  findProvider,
  guessProvider,
  oauthDefaults,
  scopeForType,
  serverOf,
  valuesOfIssuer,
} from "./email-providers.ts";

function serverAt(id: string, usuario: string): string | null {
  const provider = EMAIL_PROVIDERS.find((each) => each.id === id);
  if (!provider) throw new Error(`no provider ${id}`);
  return serverOf(provider, usuario);
}

describe("the provider of an e-mail address", () => {
  test.each([
    ["notas@gmail.com", "gmail"],
    ["notas@HOTMAIL.com.br", "outlook"],
    ["notas@bol.com.br", "uol"],
    ["notas@me.com", "icloud"],
  ])("the address %s belongs to the provider %s", (usuario, id) => {
    expect(findProvider(usuario)?.id).toBe(id);
  });

  test.each(["notas@ipedolargo.example", "notas", "notas@", "gmail.com", ""])(
    "the address %s has no known provider",
    (usuario) => {
      expect(findProvider(usuario)).toBeNull();
    },
  );

  test("the mail server is derived from the address's domain when the provider has no server of its own", () => {
    expect(serverAt("hostgator", "nfe@ipedolargo.example")).toBe("mail.ipedolargo.example");
    expect(serverAt("uol", "nfe@bol.com.br")).toBe("imap.bol.com.br");
    expect(serverAt("hostgator", "nfe")).toBeNull();
  });

  test("the provider of a stored mailbox is recognised by its server", () => {
    expect(guessProvider("nfe@ipedolargo.example", "imap.gmail.com")?.id).toBe("gmail");
    expect(guessProvider("nfe@ipedolargo.example", "mail.ipedolargo.example")?.id).toBe("hostgator");
    expect(guessProvider("nfe@gmail.com", "pop.outro.example")).toBeNull();
  });
});

test("providers that require OAuth2 have token addresses and scopes", () => {
  const only = EMAIL_PROVIDERS.filter(({ oauth }) => oauth !== null);
  expect(only.map(({ id }) => id)).toEqual(["microsoft", "outlook"]);
  expect(oauthDefaults("microsoft", "imaps").escopo).toContain("IMAP.AccessAsUser.All");
  expect(oauthDefaults("microsoft", "spop3").escopo).toContain("POP.AccessAsUser.All");
});

test("choosing an OAuth2 issuer fills in its addresses; an issuer without addresses keeps the typed ones", () => {
  const written = { tipo: "imaps", tokenUrl: "https://t.example/token", escopo: "mail" } as const;
  expect(valuesOfIssuer({ ...written, provedor: "outro" })).toEqual({
    tokenUrl: "https://t.example/token",
    escopo: "mail",
  });
  expect(valuesOfIssuer({ ...written, provedor: "google" })).toEqual(oauthDefaults("google", "imaps"));
});

test("the scope of an issuer follows the mailbox tipo; a typed scope stays", () => {
  const { escopo } = oauthDefaults("microsoft", "imaps");
  expect(scopeForType({ tipo: "spop3", provedor: "microsoft", escopo })).toContain("POP.AccessAsUser.All");
  expect(scopeForType({ tipo: "imap-starttls", provedor: "microsoft", escopo })).toBe(escopo);
  expect(scopeForType({ tipo: "spop3", provedor: "microsoft", escopo: "meu/.default" })).toBe("meu/.default");
  expect(scopeForType({ tipo: "spop3", provedor: "outro", escopo })).toBe(escopo);
});

test("the domain of an e-mail address is the part after its last @", () => {
  expect(domainOf(" nfe@Ipe.Example ")).toBe("ipe.example");
  expect(domainOf("nfe@ipe")).toBe("");
});
