import { createHash } from "node:crypto";
import path from "node:path";
import { crc32 } from "node:zlib";
import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

/** A secret found in a text. marca: 8 hex digits of its SHA-256, which identify it without revealing it.
 * @typedef {{ linha: number, regra: string, marca: string }} FoundSecret */

/** onde: files that the rule applies to; without it, all.
 * @typedef {{ regra: string, pattern: RegExp, onde?: RegExp,
 *   isSecret?: (match: RegExpExecArray) => boolean }} Rule */

const BINARY_SAMPLE = 8_000;
const CHECKSUM_LENGTH = 7;

// Profiling takes quadratic time: 58 of the 59 s of a scan of this repository.
secretLintProfiler.mark = () => {};

/** Without the rule that honours comments that disable rules: exceptions are in policy.json. */
const PRESET = rules
  .filter(({ meta }) => !meta.id.endsWith("filter-comments"))
  .map((rule) => ({ id: rule.meta.id, rule, options: {} }));

/** Rules that the preset lacks: our own formats, PEM that it skips, passwords in URLs.
 * @type {readonly Rule[]} */
const RULES = [
  {
    regra: "chave-privada",
    pattern: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[^-]{0,200}?[A-Za-z0-9+/=]{40}/g,
  },
  {
    // apps/server/src/services/api-token/api-token.rules.ts; the checksum excludes text that looks alike.
    regra: "token-malote",
    pattern: /mal_(?:live_|test_)?[A-Za-z0-9_-]{43}[0-9a-z]{7}(?![A-Za-z0-9_-])/g,
    isSecret: ([token]) => checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH),
  },
  { regra: "segredo-webhook", pattern: /whsec_[A-Za-z0-9+/]{43}=/g },
  { regra: "chave-malote", pattern: /MALOTE_KEY["']?\s*[:=]\s*["']?(?:[A-Za-z0-9+/]{43}=[,\s]*)+/g },
  { regra: "chave-malote", onde: /\.key$/, pattern: /^[A-Za-z0-9+/]{43}=/gm },
  {
    regra: "senha-em-url",
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`<>]{0,100}:([^\s/@"'`<>]{3,200})@[\w.[-]/gi,
    isSecret: ([, password = ""]) => !isPlaceholder(password),
  },
  {
    regra: "senha-em-url",
    pattern: /[?&](?:password|passwd|pwd|senha|secret|segredo|api_?key|access_token)=([^\s&"'`<>)]{6,200})/gi,
    isSecret: ([, password = ""]) => !isPlaceholder(password),
  },
  {
    regra: "segredo-em-env",
    onde: /(^|\/)\.env[^/]*$/,
    pattern:
      /^[ \t]*(?:export[ \t]+)?\w*(?:KEY|SENHA|PASSWORD|SECRET|TOKEN)\w*[ \t]*=[ \t]*["']?([^\s"'#]{4,})/gm,
    isSecret: ([, value = ""]) => !isPlaceholder(value),
  },
];

/** Files that always hold a private key, whatever their bytes; an A1 certificate is one. */
const KEY_FILE = /\.(?:p12|pfx|jks|keystore|ppk)$/i;

/** @param {string} body */
const checksumOf = (body) => crc32(body).toString(36).padStart(CHECKSUM_LENGTH, "0");

/** A variable, a repeated character or an ellipsis. @param {string} text */
const isPlaceholder = (text) => /^[$%{[(*]/.test(text) || /^(.)\1*$/.test(text) || /^…/.test(text);

/** @param {string} text */
const markOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** @param {Buffer} bytes @returns {string | null} null for a binary file */
function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le");
  return bytes.subarray(0, BINARY_SAMPLE).includes(0) ? null : bytes.toString("utf8");
}

/**
 * Finds the secrets of one file, ordered by line.
 * @param {string} arquivo its path: some rules apply only to certain names @param {Buffer} bytes
 * @returns {Promise<FoundSecret[]>}
 */
export async function findSecrets(arquivo, bytes) {
  if (KEY_FILE.test(arquivo))
    return [{ linha: 1, regra: "arquivo-com-chave", marca: markOf(bytes.toString("latin1")) }];
  const text = decode(bytes);
  if (text === null) return [];
  const preset = await lint(arquivo, text);
  const own = findOwn(arquivo, text).filter(
    ({ from, to }) => !preset.some(({ range: [start, end] }) => start < to && from < end),
  );
  const found = preset.map(({ ruleId, range: [from, to] }) => ({
    regra: ruleId.replace("@secretlint/secretlint-rule-", ""),
    from,
    to,
  }));
  return [...found, ...own]
    .sort((a, b) => a.from - b.from)
    .map(({ regra, from, to }) => ({
      linha: text.slice(0, from).split("\n").length,
      regra,
      marca: markOf(text.slice(from, to)),
    }));
}

/** @param {string} arquivo @param {string} content */
async function lint(arquivo, content) {
  const source = {
    content,
    filePath: arquivo,
    ext: path.extname(arquivo),
    contentType: /** @type {const} */ ("text"),
  };
  const options = { config: { rules: PRESET }, noPhysicFilePath: true };
  const { messages } = await lintSource({ source, options });
  return messages;
}

/** @param {string} arquivo @param {string} text @returns {{ regra: string, from: number, to: number }[]} */
const findOwn = (arquivo, text) =>
  RULES.filter(({ onde }) => onde === undefined || onde.test(arquivo)).flatMap(
    ({ regra, pattern, isSecret }) =>
      [...text.matchAll(pattern)]
        .filter((match) => isSecret?.(match) ?? true)
        .map((match) => ({ regra, from: match.index, to: match.index + match[0].length })),
  );
