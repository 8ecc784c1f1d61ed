import { randomBytes } from "node:crypto";
import type { Credentials } from "./caixa-gate.ts";
import { makeOauthSecrets, type OauthSecrets } from "./oauth-tokens.ts";
import type { ProtocolPorts } from "./protocol-server.ts";

/**
 * Stored state of the mail servers, so that a configured caixa survives a restart. Port 0 = any.
 */
export type StoredMailState = {
  credencial: Credentials;
  oauth: OauthSecrets;
  portas: { pop3: ProtocolPorts; imap: ProtocolPorts; oauth: number; smtp: number };
};

/**
 * Reads the stored state and creates what is missing.
 * @param kept the result of `writeMailState`, or anything
 */
export function readMailState(kept: unknown, usuario: string): StoredMailState {
  const known = recordOf(kept);
  const portOf = (name: string): number => (typeof known[name] === "number" ? known[name] : 0);
  const { senha } = recordOf(known.credencial);
  const oauth = recordOf(known.oauth);
  const portas = {
    pop3: { clara: portOf("pop3"), tls: portOf("pop3s"), autoAssinada: portOf("pop3sAutoAssinada") },
    imap: { clara: portOf("imap"), tls: portOf("imaps"), autoAssinada: portOf("imapsAutoAssinada") },
    oauth: portOf("tokens"),
    smtp: portOf("smtp"),
  };
  return {
    credencial: { usuario, senha: typeof senha === "string" ? senha : randomBytes(12).toString("base64url") },
    oauth: isOauthSecrets(oauth) ? oauth : makeOauthSecrets(),
    portas,
  };
}

export function writeMailState({ credencial, oauth, portas }: StoredMailState): Record<string, unknown> {
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

function isOauthSecrets(value: Record<string, unknown>): value is OauthSecrets {
  return ["clientSecret", "refreshToken", "chave"].every((name) => typeof value[name] === "string");
}
