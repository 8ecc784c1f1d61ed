// What `npm run check -- prosa` refuses in comments and test titles. See CONTRIBUTING.md §Words.

/** Maximum width of a line with a comment, in columns. */
export const MAX_COLUMNS = 110;

/** Refused words, each with its plain replacement. @type {[RegExp, string][]} */
export const WORDS = [
  [/\b(in|of|leaves?|our|the) house\b/i, "application, installation"],
  [/\btellings?\b/i, "delivery"],
  [/\bwish(es|ed)?\b/i, "pending request, option"],
  [/\b(heeds?|heeded|hush(es|ed)?)\b/i, "apply, silence, pause"],
  [/\bhears? (of|from|that|nothing|it)\b/i, "reads, receives"],
  [/\blets? go of\b/i, "releases, deletes"],
  [/\b(politely|manners)\b/i, "rate limit, rate policy"],
  [/\b(fates?|sorte)\b/i, "outcome"],
  [/\b(is|are|was|were|be|been) told\b/i, "returned, notified, reported"],
  [/\b(whom it is for|who (asks|comes|waits|sent|wants))\b/i, "the caller, the user, the requester"],
  [/\b(somebody|nobody|whoever|whomever)\b/i, "a user, no user, the caller"],
  [/\b(is|are|was|were) (away|gone)\b/i, "unavailable, deleted"],
  [/\bworth (something|nothing|as much)\b/i, "valid, invalid"],
  [/\bpasseios?\b|\b(the|a|one|our|its) walk\b/i, "distribution sync"],
  [
    /\b(a|the|each|this|no) letters? (that|to|for|goes|leaves|says)\b|\bcartas?\b(?![ -]de[ -]corre)/i,
    "e-mail, notification",
  ],
  [/\b(the|a) brake\b|\bfreio\b/i, "throttle"],
  [/\b(the|a) vault\b|\bcofre\b/i, "secret box"],
  [/\bbears? (a|the) link\b/i, "holds"],
];

/** @param {string} text one comment line or test title @returns {string[]} one sentence per refused word */
export function findWords(text) {
  return WORDS.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`«${found[0]}»: escreva ${instead}`];
  });
}
