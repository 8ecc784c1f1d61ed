import { PORTA_PADRAO } from "../network/connection.ts";
import { type Destino, findDestino, type RedePolitica, type Resolver } from "../network/endpoint.ts";
import { openPop3Source } from "../pop3/login.ts";
import type { CaixaConfig, MailSource } from "./mail-source.ts";

/**
 * Connects and signs in.
 * @param resolver name resolution, called once; defaults to that of the system
 * @throws MailOutage with every cause except grande-demais
 */
export async function openMailSource(
  caixa: CaixaConfig,
  rede: RedePolitica,
  resolver?: Resolver,
): Promise<MailSource> {
  const porta = caixa.porta ?? PORTA_PADRAO[caixa.tipo];
  const destino = await findDestino({ servidor: caixa.servidor, porta }, rede, resolver);
  return openAt(caixa, destino, rede);
}

/** Connects to a checked destination and signs in. */
export async function openAt(caixa: CaixaConfig, destino: Destino, rede: RedePolitica): Promise<MailSource> {
  if (!caixa.tipo.startsWith("imap")) return openPop3Source(caixa, destino, rede);
  // loaded on demand: POP3 does not need the IMAP client
  const { openImapSource } = await import("../imap/source.ts");
  return openImapSource(caixa, destino, rede);
}
