import { PORTA_PADRAO } from "../network/connection.ts";
import { type Destino, findDestino, type RedePolitica, type Resolver } from "../network/endpoint.ts";
import { openPop3Source } from "../pop3/login.ts";
import type { CaixaConfig, MailSource } from "./mail-source.ts";

/** Connects and signs in.
 * @param resolver name resolution, asked once; the system's own unless a test brings another
 * @throws MailOutage with every cause but grande-demais */
export async function openMailSource(
  caixa: CaixaConfig,
  rede: RedePolitica,
  resolver?: Resolver,
): Promise<MailSource> {
  const porta = caixa.porta ?? PORTA_PADRAO[caixa.tipo];
  const destino = await findDestino({ servidor: caixa.servidor, porta }, rede, resolver);
  return openAt(caixa, destino, rede);
}

/** Connects to a destination already checked, and signs in. */
export async function openAt(caixa: CaixaConfig, destino: Destino, rede: RedePolitica): Promise<MailSource> {
  if (!caixa.tipo.startsWith("imap")) return openPop3Source(caixa, destino, rede);
  // a box that is read by POP3 need not load a client of IMAP
  const { openImapSource } = await import("../imap/source.ts");
  return openImapSource(caixa, destino, rede);
}
