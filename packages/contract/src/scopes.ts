/** The scopes of an API token; what no scope allows is refused. No scope includes another. */
export const SCOPES = ["notas:ler", "notas:marcar", "manifestar", "importar", "emails:ler", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The default scopes of a token: what every token could do before scopes existed. */
export const DEFAULT_SCOPES: readonly Scope[] = ["notas:ler", "notas:marcar", "importar", "emails:ler"];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
