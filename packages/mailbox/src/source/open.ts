import { DEFAULT_PORT } from "../network/connection.ts";
import { type Endpoint, type NetworkPolicy, type Resolver, resolveEndpoint } from "../network/endpoint.ts";
import { openPop3Source } from "../pop3/login.ts";
import type { MailboxConfig, MailSource } from "./mail-source.ts";

/**
 * Connects and signs in.
 * @param resolver name resolution, called once; defaults to that of the system
 * @throws MailOutage with every cause except grande-demais
 */
export async function openMailSource(
  mailbox: MailboxConfig,
  network: NetworkPolicy,
  resolver?: Resolver,
): Promise<MailSource> {
  const porta = mailbox.porta ?? DEFAULT_PORT[mailbox.tipo];
  const endpoint = await resolveEndpoint({ servidor: mailbox.servidor, porta }, network, resolver);
  return openAt(mailbox, endpoint, network);
}

/** Connects to a checked destination and signs in. */
export async function openAt(
  mailbox: MailboxConfig,
  endpoint: Endpoint,
  network: NetworkPolicy,
): Promise<MailSource> {
  if (!mailbox.tipo.startsWith("imap")) return openPop3Source(mailbox, endpoint, network);
  // loaded on demand: POP3 does not need the IMAP client
  const { openImapSource } = await import("../imap/source.ts");
  return openImapSource(mailbox, endpoint, network);
}
