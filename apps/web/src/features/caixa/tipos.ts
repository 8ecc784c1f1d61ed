import type { TipoCaixa } from "@malote/contract";

const PORTAS: Record<TipoCaixa, number> = {
  pop3: 110,
  "pop3-starttls": 110,
  spop3: 995,
  imap: 143,
  "imap-starttls": 143,
  imaps: 993,
};

/** The default port of a mailbox type. */
export function portaPadrao(tipo: TipoCaixa): number {
  return PORTAS[tipo];
}

/** Whether mailboxes of this type have folders. */
export function isImap(tipo: TipoCaixa): boolean {
  return tipo.startsWith("imap");
}

/** Whether passwords and e-mails are sent unencrypted. */
export function isAberto(tipo: TipoCaixa): boolean {
  return tipo === "pop3" || tipo === "imap";
}
