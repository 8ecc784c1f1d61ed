import type { Caixa, StoredMessage } from "../caixa.ts";
import { isInSet, type NumberSet, parseNumberSet } from "./number-set.ts";

/** A folder: a mailbox with a name. */
export type Folder = { nome: string; caixa: Caixa };

/** The selected folder as the session knows it: sequence numbers are positions in `messages`. */
export type FolderView = {
  caixa: Caixa;
  readOnly: boolean;
  readonly uidValidity: number;
  messages: StoredMessage[];
};

export type NumberedMessage = { seq: number; message: StoredMessage };

export const FLAGS = ["\\Seen", "\\Answered", "\\Flagged", "\\Deleted", "\\Draft"];

export function openView(caixa: Caixa, readOnly: boolean): FolderView {
  return { caixa, readOnly, uidValidity: caixa.uidValidity, messages: [...caixa.list()] };
}

/**
 * Updates the view to the mailbox and returns the untagged lines for the client.
 * @source RFC 3501 §7.3, §7.4.1
 */
export function syncView(view: FolderView): string[] {
  const { caixa } = view;
  const now = caixa.list();
  const alive = new Set(now.map(({ uid }) => uid));
  const known = view.messages.at(-1)?.uid ?? 0;
  const lines: string[] = [];
  for (let index = view.messages.length - 1; index >= 0; index--) {
    if (!alive.has(view.messages[index]?.uid ?? 0)) lines.push(`* ${index + 1} EXPUNGE`);
  }
  const kept = view.messages.filter(({ uid }) => alive.has(uid));
  const arrived = now.filter(({ uid }) => uid > known);
  view.messages = [...kept, ...arrived];
  if (arrived.length > 0) lines.push(`* ${view.messages.length} EXISTS`);
  return lines;
}

/** Selects the messages of a set, by UID or sequence number; null when the set is malformed. */
export function pickMessages(view: FolderView, texto: string, byUid: boolean): NumberedMessage[] | null {
  const { messages } = view;
  const largest = byUid ? (messages.at(-1)?.uid ?? 0) : messages.length;
  const numberSet: NumberSet | null = parseNumberSet(texto, Math.max(largest, 1));
  if (!numberSet) return null;
  const picked: NumberedMessage[] = [];
  // A mailbox may hold tens of thousands of messages: allocate only for the requested ones.
  for (const [index, message] of messages.entries()) {
    if (isInSet(numberSet, byUid ? message.uid : index + 1)) picked.push({ seq: index + 1, message });
  }
  return picked;
}
