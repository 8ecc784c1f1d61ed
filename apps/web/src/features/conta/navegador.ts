// The order says: each of these calls itself by the names that come after it as well.
const NAVEGADORES: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\//, "Firefox"],
  [/\b(Headless)?Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SISTEMAS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a browser is called by people, out of what it calls itself; null when it says nothing that is known. */
export function nameNavegador(agente: string | null): string | null {
  if (agente === null) return null;
  const find = (known: typeof NAVEGADORES): string | undefined =>
    known.find(([pattern]) => pattern.test(agente))?.[1];
  const names = [find(NAVEGADORES), find(SISTEMAS)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(" em ");
}
