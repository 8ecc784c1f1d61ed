import { StartRefusal } from "../errors.ts";
import type { SmtpConfig } from "./mailer.ts";

/** The sandbox's SMTP server, without its port: it is on this machine, has no TLS and delivers nothing. */
export const SMTP_SANDBOX: Omit<SmtpConfig, "porta"> = {
  servidor: "127.0.0.1",
  tls: false,
  semTls: true,
  usuario: null,
  senha: null,
  de: "Malote <malote@sandbox.example>",
};

const PORTS = { "smtp:": 587, "smtps:": 465 } as const;
const EXAMPLE = "smtps://usuario:senha@smtp.exemplo.com.br:465";
const ADDRESS = /^[^\s@<>",;:]+@[^\s@<>",;:]+$/;

/**
 * Parses SMTP_URL. smtps:// uses TLS from the first byte. smtp:// requires STARTTLS, unless the server is
 * this machine or the URL has `?tls=nao`.
 * @param from SMTP_FROM; if null, the URL's user name is the sender when it is an e-mail address
 * @throws {StartRefusal} with a sentence that never repeats the address, which holds a password
 */
export function readSmtpUrl(text: string, from: string | null): SmtpConfig {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isSupportedProtocol(url.protocol) || url.hostname === "") {
    throw new StartRefusal(`SMTP_URL não é um endereço de servidor de saída. Exemplo: ${EXAMPLE}`);
  }
  const servidor = url.hostname.replace(/^\[(.+)\]$/, "$1");
  const [usuario, senha] = [decode(url.username), decode(url.password)];
  const isLoopback = servidor === "localhost" || servidor === "::1" || /^127\./.test(servidor);
  const semTls = isLoopback || url.searchParams.get("tls") === "nao";
  if (usuario !== "" && semTls && !isLoopback && url.protocol === "smtp:") {
    throw new StartRefusal("SMTP_URL usa senha sem TLS: ela trafegaria sem criptografia. Tire ?tls=nao.");
  }
  return {
    servidor,
    porta: url.port === "" ? PORTS[url.protocol] : Number(url.port),
    tls: url.protocol === "smtps:",
    semTls,
    usuario: usuario || null,
    senha: senha || null,
    de: readFrom(from, usuario),
  };
}

function isSupportedProtocol(protocol: string): protocol is keyof typeof PORTS {
  return Object.hasOwn(PORTS, protocol);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartRefusal(
      "SMTP_URL tem um % inválido no usuário ou na senha: escreva % como %25 e @ como %40.",
    );
  }
}

function readFrom(from: string | null, usuario: string): string {
  if (from === null) {
    if (ADDRESS.test(usuario)) return `Malote <${usuario}>`;
    throw new StartRefusal(
      "Falta SMTP_FROM: o remetente dos e-mails, como Malote <malote@suaempresa.com.br>.",
    );
  }
  const named = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(from.trim());
  const address = (named?.[2] ?? from).trim();
  if (!ADDRESS.test(address)) throw new StartRefusal(`SMTP_FROM=${from} não traz um endereço de e-mail.`);
  return named === null ? `Malote <${address}>` : `${named[1]?.trim()} <${address}>`.trim();
}
