// The order matters: the user agent of each browser also contains the names of later ones.
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

/** The names of browser and system from a user agent; null when neither is recognised. */
export function nameNavegador(agente: string | null): string | null {
  if (agente === null) return null;
  const find = (known: typeof NAVEGADORES): string | undefined =>
    known.find(([pattern]) => pattern.test(agente))?.[1];
  const names = [find(NAVEGADORES), find(SISTEMAS)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(" em ");
}
