/** The header of a raw e-mail must end within these bytes. */
export const HEAD_MAX = 65_536;

/** An e-mail has at least one field of SENDERS and one of OTHERS. */
const SENDERS = ["from", "received", "return-path", "delivered-to"];
const OTHERS = ["date", "message-id", "subject", "mime-version", "to", "received", "content-type"];
/** Fields that name the mailbox of a delivered message, most reliable first. */
const RECIPIENTS = ["delivered-to", "x-original-to", "envelope-to", "x-delivered-to", "to", "cc"];
const FIELD = /^([!-9;-~]+)[ \t]*:/;
const ADDRESS = /[^\s<>"(),;:]+@[^\s<>"(),;:]+/g;

/**
 * The header fields of a raw e-mail, by lower-case name; null if the bytes are no e-mail.
 * @source RFC 5322 §2.2
 */
export function readRawHeader(head: Uint8Array): ReadonlyMap<string, string[]> | null {
  const text = Buffer.from(head).toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? (head.length < HEAD_MAX ? text.length : -1);
  if (end <= 0) return null;
  const fields = new Map<string, string[]>();
  for (const line of text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)) {
    const name = FIELD.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) return null;
    fields.set(name, [...(fields.get(name) ?? []), line.slice(line.indexOf(":") + 1).trim()]);
  }
  const has = (names: readonly string[]): boolean => names.some((name) => fields.has(name));
  return has(SENDERS) && has(OTHERS) && fields.size > 1 ? fields : null;
}

/**
 * The mailbox of a delivered message: the one in its header, or the only one of the conta.
 * @returns null when it is ambiguous
 */
export function chooseCaixa(
  header: ReadonlyMap<string, string[]>,
  caixas: readonly { id: string; usuario: string }[],
): string | null {
  for (const name of RECIPIENTS) {
    const addresses = (header.get(name) ?? []).flatMap((value) => value.toLowerCase().match(ADDRESS) ?? []);
    const caixa = caixas.find(({ usuario }) => addresses.includes(usuario.toLowerCase()));
    if (caixa) return caixa.id;
  }
  return caixas.length === 1 ? (caixas[0]?.id ?? null) : null;
}
