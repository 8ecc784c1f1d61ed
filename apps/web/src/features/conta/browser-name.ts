import { userTexts } from "../../texts/names/people.ts";

// The order matters: the user agent of each browser also contains the names of later ones.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\//, "Firefox"],
  [/\b(Headless)?Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The names of browser and system from a user agent; null when neither is recognised. */
export function browserNameOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const findName = (known: typeof BROWSERS): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(userTexts.navegadorEm);
}
