import type { Caixa, MensagemGuardada } from "../caixa.ts";
import { type Conjunto, isIn, parseConjunto } from "./conjunto.ts";

/** A folder: a mailbox with a name. */
export type Pasta = { nome: string; caixa: Caixa };

/** The selected folder as the session knows it: sequence numbers are positions in `mensagens`. */
export type Vista = {
  caixa: Caixa;
  somenteLeitura: boolean;
  readonly uidValidity: number;
  mensagens: MensagemGuardada[];
};

export type Vista1 = { seq: number; mensagem: MensagemGuardada };

export const MARCAS = ["\\Seen", "\\Answered", "\\Flagged", "\\Deleted", "\\Draft"];

export function openVista(caixa: Caixa, somenteLeitura: boolean): Vista {
  return { caixa, somenteLeitura, uidValidity: caixa.uidValidity, mensagens: [...caixa.list()] };
}

/**
 * Updates the view to the mailbox and returns the untagged lines for the client.
 * @source RFC 3501 §7.3, §7.4.1
 */
export function syncVista(vista: Vista): string[] {
  const { caixa } = vista;
  const now = caixa.list();
  const alive = new Set(now.map(({ uid }) => uid));
  const known = vista.mensagens.at(-1)?.uid ?? 0;
  const lines: string[] = [];
  for (let index = vista.mensagens.length - 1; index >= 0; index--) {
    if (!alive.has(vista.mensagens[index]?.uid ?? 0)) lines.push(`* ${index + 1} EXPUNGE`);
  }
  const kept = vista.mensagens.filter(({ uid }) => alive.has(uid));
  const arrived = now.filter(({ uid }) => uid > known);
  vista.mensagens = [...kept, ...arrived];
  if (arrived.length > 0) lines.push(`* ${vista.mensagens.length} EXISTS`);
  return lines;
}

/** Selects the messages of a set, by UID or sequence number; null when the set is malformed. */
export function pickMensagens(vista: Vista, texto: string, byUid: boolean): Vista1[] | null {
  const { mensagens } = vista;
  const largest = byUid ? (mensagens.at(-1)?.uid ?? 0) : mensagens.length;
  const conjunto: Conjunto | null = parseConjunto(texto, Math.max(largest, 1));
  if (!conjunto) return null;
  const picked: Vista1[] = [];
  // A mailbox may hold tens of thousands of messages: allocate only for the requested ones.
  for (const [index, mensagem] of mensagens.entries()) {
    if (isIn(conjunto, byUid ? mensagem.uid : index + 1)) picked.push({ seq: index + 1, mensagem });
  }
  return picked;
}
