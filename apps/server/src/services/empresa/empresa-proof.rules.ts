import type { PrintedForm } from "@malote/dfe";
import { cnpjRoot } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** Public mail providers: a mailbox in their domains proves no company. */
const MAIL_PROVIDERS: ReadonlySet<string> = new Set(
  `163.com aol.com bol.com.br brturbo.com.br click21.com.br disroot.org fastmail.com globo.com globomail.com gmail.com gmx.com gmx.net googlemail.com
  hey.com hotmail.com hotmail.com.br icloud.com ig.com.br live.com live.com.br mac.com mail.com mail.ru me.com msn.com oi.com.br onda.com.br
  outlook.com outlook.com.br pm.me pop.com.br proton.me protonmail.com qq.com r7.com rocketmail.com superig.com.br terra.com.br tuta.com tuta.io
  tutanota.com uol.com.br veloxmail.com.br yahoo.com yahoo.com.br yandex.com yandex.ru ymail.com zipmail.com.br zoho.com`.split(
    /\s+/,
  ),
);
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/;
/** com.br, ind.br, gov.br…: public suffixes, under which any company can register. */
const BR_CATEGORY = /^[a-z0-9]{2,12}\.br$/;

/**
 * Reads a domain that the operator proves, in lower case.
 * @throws {Refusal} dominioInvalido; dominioDeProvedor for a public mail provider
 */
export function readDomain(text: string): string {
  const dominio = text.trim().toLowerCase();
  if (!DOMAIN.test(dominio) || BR_CATEGORY.test(dominio)) throw new Refusal("dominioInvalido");
  if (MAIL_PROVIDERS.has(dominio)) throw new Refusal("dominioDeProvedor", { values: { dominio } });
  return dominio;
}

/** The domain of an e-mail address, in lower case; null for an invalid address. */
export function domainOf(address: string | null): string | null {
  const [, dominio] = /^[^@\s<>]+@([^@\s<>]+)$/.exec(address?.trim() ?? "") ?? [];
  return dominio?.toLowerCase() ?? null;
}

/** A document received by e-mail. emitente: its issuer's CNPJ or CPF. */
export type ReceivedDocumento = { veredito: string; emitente: string; papel: PrintedForm | null };

/**
 * The CNPJs that a received document proves. Its issuer is a stranger; chain and SEFAZ protocol are
 * valid; and the signed address of the empresa is in the mailbox's domain, which the operator has
 * proved.
 * @param ofDomain all CNPJs of the conta, the unproved ones, and the mailbox's proved domain
 */
export function findProvedCnpjs(
  { veredito, emitente, papel }: ReceivedDocumento,
  ofDomain: { dominio: string; cnpjs: readonly string[]; porProvar: readonly string[] },
): string[] {
  const { dominio, cnpjs, porProvar } = ofDomain;
  if (veredito !== "autentica" || papel === null) return [];
  if (cnpjs.some((cnpj) => cnpjRoot(cnpj) === cnpjRoot(emitente))) return [];
  return addresseesOf(papel).flatMap(({ documento, email }) =>
    documento !== null && porProvar.includes(documento) && domainOf(email) === dominio ? [documento] : [],
  );
}

type Addressee = { documento: string | null; email: string | null };

function addresseesOf(papel: PrintedForm): Addressee[] {
  switch (papel.kind) {
    case "nfe":
      return papel.destinatario === null ? [] : [papel.destinatario];
    case "cte": {
      const { destinatario, remetente, expedidor, recebedor } = papel;
      return [destinatario, remetente, expedidor, recebedor].filter((parte) => parte !== null);
    }
    case "mdfe":
    case "evento":
      return [];
  }
}
