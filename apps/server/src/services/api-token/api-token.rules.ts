import { crc32 } from "node:zlib";
import { API_TOKEN_EXPIRA_MAX_DIAS, API_TOKEN_GRACA_HORAS, ESCOPOS, type Escopo } from "@malote/contract";
import { createToken } from "../../secrets/token.ts";

/** Tells that a leaked token is Malote's, and whether it opens only a sandbox. */
const PREFIXO = { real: "mal_live_", sandbox: "mal_test_" } as const;
const BASE = 36;
const SOMA_LENGTH = 7;
/** Tokens of the older form have no middle part and are still valid. */
const FORMA = /^mal_(?:live_|test_)?[A-Za-z0-9_-]{43}[0-9a-z]{7}$/;
/** Characters of the random part that are shown. */
const COMECO = 4;
const FIM = 4;
const ALEATORIO_LENGTH = 43 + SOMA_LENGTH;

const HORA_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * A new token: prefix, 43 characters of base64url (256 random bits), and a 7-character checksum
 * that detects truncation and typing errors.
 */
export function createApiToken({ sandbox }: { sandbox: boolean }): string {
  const body = PREFIXO[sandbox ? "sandbox" : "real"] + createToken();
  return body + checksumOf(body);
}

/** Whether a text can be an API token, checked before any lookup. */
export function isApiToken(text: string): boolean {
  return FORMA.test(text) && checksumOf(text.slice(0, -SOMA_LENGTH)) === text.slice(-SOMA_LENGTH);
}

/** Beginning and end of a token, to tell it from another. */
export function maskApiToken(token: string): string {
  return `${token.slice(0, token.length - ALEATORIO_LENGTH + COMECO)}…${token.slice(-FIM)}`;
}

function checksumOf(body: string): string {
  return crc32(body).toString(BASE).padStart(SOMA_LENGTH, "0");
}

/** Scopes in the order of the contract, without duplicates. */
export function sortEscopos(escopos: readonly Escopo[]): Escopo[] {
  return ESCOPOS.filter((escopo) => escopos.includes(escopo));
}

/** When the previous secret ends after a rotation. */
export function endOfGraca(agora: Date, gracaHoras: number | null | undefined): Date {
  return new Date(agora.getTime() + (gracaHoras ?? API_TOKEN_GRACA_HORAS) * HORA_MS);
}

/** The latest expiry day that a token may receive today. */
export function lastValidade(hoje: string): string {
  return new Date(Date.parse(`${hoje}T00:00:00Z`) + API_TOKEN_EXPIRA_MAX_DIAS * DAY_MS)
    .toISOString()
    .slice(0, 10);
}

/** Access of a token, as chosen by a manager. */
export type Direitos = { nome: string; escopos: readonly Escopo[]; empresas: readonly string[] | null };

/** Whether a change adds scopes or companies. */
export function isWider(antes: Direitos, depois: Direitos): boolean {
  if (depois.escopos.some((escopo) => !antes.escopos.includes(escopo))) return true;
  if (antes.empresas === null) return false;
  const { empresas } = antes;
  return depois.empresas === null || depois.empresas.some((id) => !empresas.includes(id));
}

/**
 * Access of a token, for the audit record: "ERP: notas:ler, importar; 2 empresas; até 31/12/2026".
 */
export function describeDireitos({ nome, escopos, empresas }: Direitos, validade: string | null): string {
  const quais = empresas === null ? "todas as empresas" : `${empresas.length} empresa(s)`;
  return [`${nome}: ${escopos.join(", ")}`, quais, ...(validade === null ? [] : [`até ${validade}`])].join(
    "; ",
  );
}

const NOME_DO_PRINCIPAL = "ERP";

/** A free name for the main token. nomes: the names in use, in lower case. */
export function nameOfPrincipal(nomes: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const nome = n === 1 ? NOME_DO_PRINCIPAL : `${NOME_DO_PRINCIPAL} ${n}`;
    if (!nomes.includes(nome.toLowerCase())) return nome;
  }
}
