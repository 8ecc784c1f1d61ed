import { randomBytes } from "node:crypto";
import { makeSegredosOauth, type SegredosOauth } from "./oauth-tokens.ts";
import type { Credencial } from "./porteiro.ts";
import type { Portas } from "./servidor.ts";

/**
 * Stored state of the mail servers, so that a configured caixa survives a restart. Port 0 = any.
 */
export type GuardadoCorreio = {
  credencial: Credencial;
  oauth: SegredosOauth;
  portas: { pop3: Portas; imap: Portas; oauth: number; smtp: number };
};

/**
 * Reads the stored state and creates what is missing.
 * @param kept the result of `writeGuardado`, or anything
 */
export function readGuardado(kept: unknown, usuario: string): GuardadoCorreio {
  const known = recordOf(kept);
  const porta = (name: string): number => (typeof known[name] === "number" ? known[name] : 0);
  const { senha } = recordOf(known.credencial);
  const oauth = recordOf(known.oauth);
  const portas = {
    pop3: { clara: porta("pop3"), tls: porta("pop3s"), autoAssinada: porta("pop3sAutoAssinada") },
    imap: { clara: porta("imap"), tls: porta("imaps"), autoAssinada: porta("imapsAutoAssinada") },
    oauth: porta("tokens"),
    smtp: porta("smtp"),
  };
  return {
    credencial: { usuario, senha: typeof senha === "string" ? senha : randomBytes(12).toString("base64url") },
    oauth: isSegredos(oauth) ? oauth : makeSegredosOauth(),
    portas,
  };
}

export function writeGuardado({ credencial, oauth, portas }: GuardadoCorreio): Record<string, unknown> {
  return {
    pop3: portas.pop3.clara,
    pop3s: portas.pop3.tls,
    pop3sAutoAssinada: portas.pop3.autoAssinada,
    imap: portas.imap.clara,
    imaps: portas.imap.tls,
    imapsAutoAssinada: portas.imap.autoAssinada,
    tokens: portas.oauth,
    smtp: portas.smtp,
    credencial,
    oauth,
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isSegredos(value: Record<string, unknown>): value is SegredosOauth {
  return ["clientSecret", "refreshToken", "chave"].every((name) => typeof value[name] === "string");
}
