import type { PrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { domainOf, findProvedCnpjs, readDomain } from "./empresa-proof.rules.ts";

const VICTIM = "27391485000148";
const OURS = "41820376000120";
const SUPPLIER = "99869113000195";
const DOMAIN = "ipedolargo.com.br";

const nfe = (email: string | null, documento = VICTIM): PrintedForm =>
  ({ kind: "nfe", destinatario: { documento, email } }) as PrintedForm;
const cte = (email: string): PrintedForm =>
  ({
    ...{ kind: "cte", destinatario: null, remetente: { documento: VICTIM, email }, expedidor: null },
    recebedor: null,
  }) as PrintedForm;

const received = (papel: PrintedForm | null, o: { veredito?: string; emitente?: string } = {}) => ({
  veredito: "autentica",
  emitente: SUPPLIER,
  papel,
  ...o,
});
const caixa = { dominio: DOMAIN, cnpjs: [VICTIM, OURS], porProvar: [VICTIM] };

describe("a document received in a mailbox of a proved domain", () => {
  test("a stranger's signed document proves the empresa whose address in it is in that domain", () => {
    expect(findProvedCnpjs(received(nfe("Fiscal@IpeDoLargo.com.br")), caixa)).toEqual([VICTIM]);
    expect(findProvedCnpjs(received(cte(`nfe@${DOMAIN}`)), caixa)).toEqual([VICTIM]);
  });

  test.each([
    ["with no address", received(nfe(null))],
    ["with an address elsewhere", received(nfe("fiscal@outra.com.br"))],
    ["with an address in a domain beneath", received(nfe(`fiscal@sub.${DOMAIN}`))],
    ["with a domain that only ends like it", received(nfe(`fiscal@x${DOMAIN}`))],
    ["whose chain is not known", received(nfe(`a@${DOMAIN}`), { veredito: "integra" })],
    ["that SEFAZ did not authorize", received(nfe(`a@${DOMAIN}`), { veredito: "sem-protocolo" })],
    ["that the company issued itself", received(nfe(`a@${DOMAIN}`), { emitente: VICTIM })],
    [
      "that another company of the conta issued",
      received(nfe(`a@${DOMAIN}`), { emitente: "41820376000201" }),
    ],
    ["to a company that is not the conta's", received(nfe(`a@${DOMAIN}`, SUPPLIER))],
    ["to one that is proved already", received(nfe(`a@${DOMAIN}`, OURS))],
    ["without a printed form", received(null)],
  ])("a document %s proves no empresa", (_what, documento) => {
    expect(findProvedCnpjs(documento, caixa)).toEqual([]);
  });
});

test.each(["gmail.com", "GMAIL.com ", "outlook.com", "hotmail.com.br", "uol.com.br", "proton.me"])(
  "the domain %s is refused: any person can get an address there",
  (dominio) => {
    expect(() => readDomain(dominio)).toThrow(/provedor de e-mail/);
  },
);

test.each([
  "com.br",
  "ind.br",
  "br",
  "empresa",
  "a@empresa.com.br",
  "https://empresa.com.br",
  "",
  "emp resa.com",
])("the domain %j is refused: it is not the domain of a company", (dominio) => {
  expect(() => readDomain(dominio)).toThrow(/só o domínio/);
});

test("a domain is converted to lower case", () => {
  expect(readDomain(" Empresa.COM.br ")).toBe("empresa.com.br");
});

test.each([
  ["nfe@empresa.com.br", "empresa.com.br"],
  [" NFE@Empresa.com.br ", "empresa.com.br"],
  ["caixa", null],
  ["a@b@c.com", null],
  ["<a@b.com>", null],
  [null, null],
])("the domain of the address %j is %j", (address, dominio) => {
  expect(domainOf(address)).toBe(dominio);
});
