import { crc32 } from "node:zlib";
import { API_TOKEN_EXPIRY_MAX_DAYS, API_TOKEN_GRACE_HOURS, SCOPES, type Scope } from "@malote/contract";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { createToken } from "../../secrets/token.ts";

/** Tells that a leaked token is Malote's, and whether it opens only a sandbox. */
const PREFIX = { real: "mal_live_", sandbox: "mal_test_" } as const;
const BASE = 36;
const CHECKSUM_LENGTH = 7;
/** Tokens of the older form have no middle part and are still valid. */
const FORMAT = /^mal_(?:live_|test_)?[A-Za-z0-9_-]{43}[0-9a-z]{7}$/;
/** Characters of the random part that are shown. */
const MASK_START = 4;
const MASK_END = 4;
const RANDOM_LENGTH = 43 + CHECKSUM_LENGTH;

/**
 * A new token: prefix, 43 characters of base64url (256 random bits), and a 7-character checksum
 * that detects truncation and typing errors.
 */
export function createApiToken({ sandbox }: { sandbox: boolean }): string {
  const body = PREFIX[sandbox ? "sandbox" : "real"] + createToken();
  return body + checksumOf(body);
}

/** Whether a text can be an API token, checked before any lookup. */
export function isApiToken(text: string): boolean {
  return FORMAT.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Beginning and end of a token, to tell it from another. */
export function maskApiToken(token: string): string {
  return `${token.slice(0, token.length - RANDOM_LENGTH + MASK_START)}…${token.slice(-MASK_END)}`;
}

function checksumOf(body: string): string {
  return crc32(body).toString(BASE).padStart(CHECKSUM_LENGTH, "0");
}

/** Scopes in the order of the contract, without duplicates. */
export function sortEscopos(escopos: readonly Scope[]): Scope[] {
  return SCOPES.filter((escopo) => escopos.includes(escopo));
}

/** When the previous secret ends after a rotation. */
export function endOfGrace(now: Date, gracaHoras: number | null | undefined): Date {
  return new Date(now.getTime() + (gracaHoras ?? API_TOKEN_GRACE_HOURS) * HOUR_MS);
}

/** The latest expiry day that a token may receive today. */
export function lastExpiryDay(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + API_TOKEN_EXPIRY_MAX_DAYS * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

/** Access of a token, as chosen by a manager. */
export type TokenAccess = { nome: string; escopos: readonly Scope[]; empresas: readonly string[] | null };

/** Whether a change adds scopes or companies. */
export function isWider(before: TokenAccess, after: TokenAccess): boolean {
  if (after.escopos.some((escopo) => !before.escopos.includes(escopo))) return true;
  if (before.empresas === null) return false;
  const { empresas } = before;
  return after.empresas === null || after.empresas.some((id) => !empresas.includes(id));
}

/**
 * Access of a token, for the audit record: "ERP: notas:ler, importar; 2 empresas; até 31/12/2026".
 */
export function describeAccess({ nome, escopos, empresas }: TokenAccess, validade: string | null): string {
  const scopeOfEmpresas = empresas === null ? "todas as empresas" : `${empresas.length} empresa(s)`;
  return [
    `${nome}: ${escopos.join(", ")}`,
    scopeOfEmpresas,
    ...(validade === null ? [] : [`até ${validade}`]),
  ].join("; ");
}

const MAIN_TOKEN_NAME = "ERP";

/** A free name for the main token. nomes: the names in use, in lower case. */
export function nameOfMainToken(nomes: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const nome = n === 1 ? MAIN_TOKEN_NAME : `${MAIN_TOKEN_NAME} ${n}`;
    if (!nomes.includes(nome.toLowerCase())) return nome;
  }
}
