import { callAs } from "../call/call.ts";
import { setToken } from "./session.ts";

/** The published user of the demo conta (setup/demo.ts); the server refuses it where there is no demo. */
const DEMO_USER = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" } as const;

/**
 * Whether this Malote is a demo, as the server wrote into the page. While pages are prerendered it is one:
 * the server removes the entrance (`data-demonstracao`) from the pages of any other Malote.
 */
export function isDemo(): boolean {
  if (typeof document === "undefined") return true;
  return document.querySelector('meta[name="malote:demonstracao"]') !== null;
}

/** Signs in to the demo conta. @throws Refusal when its user has another password */
export async function signInToDemo(): Promise<void> {
  setToken((await callAs(null, "Auth.logar", DEMO_USER)).authToken);
}
