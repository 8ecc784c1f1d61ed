import type { Papel } from "@malote/dfe";
import { raizCnpj } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** Domains in which anyone gets an address: a mailbox there proves no company. */
const PROVEDORES: ReadonlySet<string> = new Set(
  `163.com aol.com bol.com.br brturbo.com.br click21.com.br disroot.org fastmail.com globo.com globomail.com gmail.com gmx.com gmx.net googlemail.com
  hey.com hotmail.com hotmail.com.br icloud.com ig.com.br live.com live.com.br mac.com mail.com mail.ru me.com msn.com oi.com.br onda.com.br
  outlook.com outlook.com.br pm.me pop.com.br proton.me protonmail.com qq.com r7.com rocketmail.com superig.com.br terra.com.br tuta.com tuta.io
  tutanota.com uol.com.br veloxmail.com.br yahoo.com yahoo.com.br yandex.com yandex.ru ymail.com zipmail.com.br zoho.com`.split(
    /\s+/,
  ),
);
const DOMINIO = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/;
/** com.br, ind.br, gov.br…: under them others register. */
const CATEGORIA_BR = /^[a-z0-9]{2,12}\.br$/;

/**
 * A domain that the operator proves, in lower case.
 * @throws {Refusal} dominioInvalido; dominioDeProvedor for one in which anyone gets an address
 */
export function readDominio(text: string): string {
  const dominio = text.trim().toLowerCase();
  if (!DOMINIO.test(dominio) || CATEGORIA_BR.test(dominio)) throw new Refusal("dominioInvalido");
  if (PROVEDORES.has(dominio)) throw new Refusal("dominioDeProvedor", { values: { dominio } });
  return dominio;
}

/** The domain of an e-mail address, in lower case; null of what is none. */
export function dominioOf(endereco: string | null): string | null {
  const [, dominio] = /^[^@\s<>]+@([^@\s<>]+)$/.exec(endereco?.trim() ?? "") ?? [];
  return dominio?.toLowerCase() ?? null;
}

/** A document that came by e-mail. emitente: its issuer's CNPJ or CPF. */
export type Recebido = { veredito: string; emitente: string; papel: Papel | null };

/**
 * The companies that a received document proves: a stranger signed, under a known chain and with SEFAZ's protocol, that the company's address
 * is in the domain, which the operator has proved, of the mailbox that it came to.
 * @param doDominio CNPJs of the conta, those of them that are not proved, and the proved domain of the mailbox
 */
export function findProvadas(
  { veredito, emitente, papel }: Recebido,
  doDominio: { dominio: string; cnpjs: readonly string[]; porProvar: readonly string[] },
): string[] {
  const { dominio, cnpjs, porProvar } = doDominio;
  if (veredito !== "autentica" || papel === null) return [];
  if (cnpjs.some((cnpj) => raizCnpj(cnpj) === raizCnpj(emitente))) return [];
  return enderecadosOf(papel).flatMap(({ documento, email }) =>
    documento !== null && porProvar.includes(documento) && dominioOf(email) === dominio ? [documento] : [],
  );
}

type Enderecado = { documento: string | null; email: string | null };

function enderecadosOf(papel: Papel): Enderecado[] {
  if (papel.kind === "nfe") return papel.destinatario === null ? [] : [papel.destinatario];
  if (papel.kind !== "cte") return [];
  const { destinatario, remetente, expedidor, recebedor } = papel;
  return [destinatario, remetente, expedidor, recebedor].filter((parte) => parte !== null);
}
