const KEY = "malote-lembrar";

/** What "remember me" stores on this device: never the password or a token (spec §2). */
export type Lembranca = { identificador: string; nomeUsuario: string };

export function readLembranca(): Lembranca | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof saved !== "object" || saved === null) return null;
    const { identificador, nomeUsuario } = saved as Partial<Record<keyof Lembranca, unknown>>;
    if (typeof identificador !== "string" || typeof nomeUsuario !== "string") return null;
    return { identificador, nomeUsuario };
  } catch {
    return null;
  }
}

/** Stores the user that signed in; null deletes it. */
export function writeLembranca(lembranca: Lembranca | null): void {
  try {
    if (lembranca === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(lembranca));
  } catch {
    // Storage is unavailable: nothing is remembered.
  }
}
