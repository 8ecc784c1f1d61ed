import type { CaixaType } from "@malote/contract";

const DEFAULT_PORTS: Record<CaixaType, number> = {
  pop3: 110,
  "pop3-starttls": 110,
  spop3: 995,
  imap: 143,
  "imap-starttls": 143,
  imaps: 993,
};

/** The default port of a mailbox type. */
export function defaultPort(tipo: CaixaType): number {
  return DEFAULT_PORTS[tipo];
}

/** Whether mailboxes of this type have folders. */
export function isImap(tipo: CaixaType): boolean {
  return tipo.startsWith("imap");
}

/** Whether passwords and e-mails are sent unencrypted. */
export function isUnencrypted(tipo: CaixaType): boolean {
  return tipo === "pop3" || tipo === "imap";
}
