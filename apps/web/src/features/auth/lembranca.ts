const KEY = "malote-lembrar";

/** What remember-me keeps on this device: never the password, never a token (spec §2). */
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

/** Keeps who signed in, or forgets whoever was kept. */
export function writeLembranca(lembranca: Lembranca | null): void {
  try {
    if (lembranca === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(lembranca));
  } catch {
    // Without storage there is nothing to remember with.
  }
}
