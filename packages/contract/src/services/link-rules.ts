/** Domain endings that mail programs turn into links even without "http": generic ones, Brazil's, and
 * those popular with abusers. Not every country is listed: a user name may end like a surname of two
 * letters (maria.sa). */
const ENDINGS =
  "com|net|org|info|biz|edu|gov|mil|int|app|dev|io|co|br|ar|uk|eu|us|ru|su|cn|cc|ws|tk|ml|ga|cf|gq|pw|tv|ly|gg|" +
  "xyz|site|online|shop|store|top|club|link|click|live|pro|page|web|cloud|space|website|tech|fun|vip|win|bid|loan|" +
  "men|work|life|world|today|icu|buzz|rest|bar|cam|cfd|sbs|lol|mom|quest|zip|mov|email|help|support|digital|network";
/** The full stop, and the characters that DNS reads as one.   @source UTS 46 §2.3 */
const DOT = "[.\\u3002\\uff0e\\uff61\\u2024]";
const SCHEME = /[a-z][a-z0-9+.-]*:\s*[/\\]{2}|(?:javascript|data|mailto|tel|vbscript):\S/i;
const WWW = new RegExp(`(?<![\\p{L}\\p{N}])www\\d?${DOT}(?=\\S)`, "iu");
const DOMAIN = new RegExp(`[\\p{L}\\p{N}_-]${DOT}(?:${ENDINGS}|xn--[a-z0-9-]+)(?![\\p{L}\\p{N}_-])`, "iu");
/** Any ending of two letters, or of a non-Latin script. */
const ANY_DOMAIN = new RegExp(
  `[\\p{L}\\p{N}_-]{2}${DOT}(?:[a-z]{2}|[^\\P{L}\\p{Script=Latin}]{2,})(?![\\p{L}\\p{N}_-])`,
  "iu",
);
const AT = /[\p{L}\p{N}._+-]@[\p{L}\p{N}]/u;
/** Line ends, other control characters, and marks that hide text or change its direction; emoji joiners
 * are allowed. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** Whether a mail program would turn a sign-in name or company name into a link. */
export function hasDomain(text: string): boolean {
  return SCHEME.test(text) || WWW.test(text) || DOMAIN.test(text);
}

/** The same for a person's name, which is never written like a domain. Stricter, because e-mails to
 * strangers contain it. */
export function hasAddress(text: string): boolean {
  return hasDomain(text) || ANY_DOMAIN.test(text) || AT.test(text);
}

/** Whether a text has line ends, control characters or marks that change how the rest is read. */
export function hasLineBreak(text: string): boolean {
  return BREAKS.test(text.trim());
}

/** A stored text as one line without links: adds a space after each dot, colon, slash and at sign of an
 * address. A text without an address stays unchanged.
 * @param isLink what counts as an address: {@link hasDomain} for names that users must type exactly */
export function withoutLinks(text: string, isLink = hasAddress): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if (!isLink(line)) return line;
  return line.replace(/[.:@/\\\u3002\uff0e\uff61\u2024](?=\S)/gu, "$& ");
}
