import { type Locator, page } from "vitest/browser";
import { refuse, SignedOut } from "./fake-server.ts";

/** Answers of a server whose session ended, and the dialog that then asks for the password. */

export const signedOut = (): never => {
  throw new SignedOut();
};

export const noOtherSession = { "Auth.retomar": refuse("Entre no Malote.") };

export const expired = (): Locator => page.getByRole("dialog", { name: "Sua sessão expirou" });

export const fillPassword = (password: string): Promise<void> =>
  expired().getByRole("textbox", { name: "Senha" }).fill(password);
