const STORAGE_KEY = "malote-lembrar";

/** What "remember me" stores on this device: never the password or a token (spec §2). */
export type RememberedUser = { identificador: string; nomeUsuario: string };

export function readRememberedUser(): RememberedUser | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof saved !== "object" || saved === null) return null;
    const { identificador, nomeUsuario } = saved as Partial<Record<keyof RememberedUser, unknown>>;
    if (typeof identificador !== "string" || typeof nomeUsuario !== "string") return null;
    return { identificador, nomeUsuario };
  } catch {
    return null;
  }
}

/** Stores the user that signed in; null deletes it. */
export function writeRememberedUser(user: RememberedUser | null): void {
  try {
    if (user === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(user));
  } catch {
    // Storage is unavailable: nothing is remembered.
  }
}
