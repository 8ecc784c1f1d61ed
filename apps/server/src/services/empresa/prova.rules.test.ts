import type { Papel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { dominioOf, findProvadas, readDominio } from "./prova.rules.ts";

const VITIMA = "27391485000148";
const NOSSA = "41820376000120";
const FORNECEDOR = "99869113000195";
const DOMINIO = "ipedolargo.com.br";

const nfe = (email: string | null, documento = VITIMA): Papel =>
  ({ kind: "nfe", destinatario: { documento, email } }) as Papel;
const cte = (email: string): Papel =>
  ({
    ...{ kind: "cte", destinatario: null, remetente: { documento: VITIMA, email }, expedidor: null },
    recebedor: null,
  }) as Papel;

const recebido = (papel: Papel | null, o: { veredito?: string; emitente?: string } = {}) => ({
  veredito: "autentica",
  emitente: FORNECEDOR,
  papel,
  ...o,
});
const caixa = { dominio: DOMINIO, cnpjs: [VITIMA, NOSSA], porProvar: [VITIMA] };

describe("a document received in a mailbox of a proved domain", () => {
  test("proves the empresa whose address in a stranger's signed document is in that domain", () => {
    expect(findProvadas(recebido(nfe("Fiscal@IpeDoLargo.com.br")), caixa)).toEqual([VITIMA]);
    expect(findProvadas(recebido(cte(`nfe@${DOMINIO}`)), caixa)).toEqual([VITIMA]);
  });

  test.each([
    ["with no address", recebido(nfe(null))],
    ["with an address elsewhere", recebido(nfe("fiscal@outra.com.br"))],
    ["with an address in a domain beneath", recebido(nfe(`fiscal@sub.${DOMINIO}`))],
    ["with a domain that only ends like it", recebido(nfe(`fiscal@x${DOMINIO}`))],
    ["whose chain is not known", recebido(nfe(`a@${DOMINIO}`), { veredito: "integra" })],
    ["that SEFAZ did not authorize", recebido(nfe(`a@${DOMINIO}`), { veredito: "sem-protocolo" })],
    ["that the company issued itself", recebido(nfe(`a@${DOMINIO}`), { emitente: VITIMA })],
    [
      "that another company of the conta issued",
      recebido(nfe(`a@${DOMINIO}`), { emitente: "41820376000201" }),
    ],
    ["to a company that is not the conta's", recebido(nfe(`a@${DOMINIO}`, FORNECEDOR))],
    ["to one that is proved already", recebido(nfe(`a@${DOMINIO}`, NOSSA))],
    ["without a printed form", recebido(null)],
  ])("proves nothing: a document %s", (_what, documento) => {
    expect(findProvadas(documento, caixa)).toEqual([]);
  });
});

test.each(["gmail.com", "GMAIL.com ", "outlook.com", "hotmail.com.br", "uol.com.br", "proton.me"])(
  "refuses %s: any person can get an address there",
  (dominio) => {
    expect(() => readDominio(dominio)).toThrow(/provedor de e-mail/);
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
])("refuses %j: not the domain of a company", (dominio) => {
  expect(() => readDominio(dominio)).toThrow(/só o domínio/);
});

test("converts a domain to lower case", () => {
  expect(readDominio(" Empresa.COM.br ")).toBe("empresa.com.br");
});

test.each([
  ["nfe@empresa.com.br", "empresa.com.br"],
  [" NFE@Empresa.com.br ", "empresa.com.br"],
  ["caixa", null],
  ["a@b@c.com", null],
  ["<a@b.com>", null],
  [null, null],
])("extracts from the address %j the domain %j", (endereco, dominio) => {
  expect(dominioOf(endereco)).toBe(dominio);
});
