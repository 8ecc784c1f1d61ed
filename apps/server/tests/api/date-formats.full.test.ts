import {
  formatMessage,
  MESSAGES,
  METHODS,
  type MethodName,
  readPath,
  SOAP_NAMESPACE,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, get, post, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { publishNotas, rest } from "./send-rest.ts";

let wire: Wire;
let ana: SignedInUser;
let token: string;
/** Issued on 19, 20 and 21 November, early in the morning in Manaus. */
const notas = ["19", "20", "21"].map((dia) => inventNota({ emissao: `2026-11-${dia}T04:30:00Z` }));
const OF_DAY = [notas[1]?.id];

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire, { uf: "AM" });
  await insertNotas(wire, ana.contaId, notas);
  const ids = notas.map(({ id }) => id);
  await publishNotas(wire, ana.contaId, ids);
  token = String(((await ana.call("Usuario.setNewAPIToken", {})).object as { token: string }).token);
});
afterAll(() => wire.dispose());

type ListNotas = (de: string, until: string) => Promise<unknown[]>;

const idsOf = (rows: readonly unknown[] | null | undefined): unknown[] =>
  (rows ?? []).map((row) => (row as { id: string }).id);
const paramsOf = (emissaoDe: string, emissaoAte: string) => ({ searchFilter: { emissaoDe, emissaoAte } });
const method = "Nota.getListNota";

/** The notas of a range of days, by each API and dialect. */
const APIS: Readonly<Record<string, ListNotas>> = {
  "JSON-RPC of the specification": async (de, until) => {
    const call = { id: 1, method, params: paramsOf(de, until), authToken: ana.token };
    return idsOf((await rpc(wire, call)).result?.results);
  },
  "JSON-RPC 2.0": async (de, until) => {
    const body = { jsonrpc: "2.0", id: 1, method, params: paramsOf(de, until) };
    const headers = { authorization: `Bearer ${ana.token}` };
    const answer = (await (await post(wire, body, { headers })).json()) as {
      result: { results: unknown[] };
    };
    return idsOf(answer.result.results);
  },
  "JSON-RPC by GET": async (de, until) => {
    const query = new URLSearchParams({ method, params: JSON.stringify(paramsOf(de, until)) });
    const answer = await get(wire, `/Services/?${query}`, { authorization: `Bearer ${ana.token}` });
    return idsOf(((await answer.json()) as { result: { results: unknown[] } }).result.results);
  },
  REST: async (de, until) => {
    const query = new URLSearchParams({ emissaoDe: de, emissaoAte: until });
    return idsOf((await rest(wire, { token }, `GET /notas?${query}`)).body.itens);
  },
  SOAP: async (de, until) => {
    const errorsOf = `<emissaoDe>${de}</emissaoDe><emissaoAte>${until}</emissaoAte>`;
    const { texto } = await callSoap(`<GetListNota xmlns="${SOAP_NAMESPACE}">${errorsOf}</GetListNota>`);
    return [...texto.matchAll(/<itens><id>([^<]+)/g)].map(([, id]) => id);
  },
};

async function callSoap(mensagem: string): Promise<{ texto: string }> {
  const ns = "http://schemas.xmlsoap.org/soap/envelope/";
  const header = `<Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao>`;
  const body = `<s:Envelope xmlns:s="${ns}"><s:Header>${header}</s:Header><s:Body>${mensagem}</s:Body></s:Envelope>`;
  const headers = { "content-type": "text/xml; charset=utf-8" };
  const response = await fetch(`${wire.server.url}/Services/soap/MailInvoice`, {
    method: "POST",
    headers,
    body,
  });
  return { texto: await response.text() };
}

/** 20 November in Manaus, from its beginning to its last second. */
const FORMATS = [
  ["/Date(1795147200000)/", "/Date(1795233599000)/"],
  ["/Date(1795147200000-0400)/", "/Date(1795233599000-0400)/"],
  ["2026-11-20T04:00:00Z", "2026-11-21T03:59:59.000Z"],
  ["2026-11-20T00:00:00-04:00", "2026-11-20T23:59:59-04:00"],
  ["2026-11-20", "2026-11-20"],
] as const;

describe("a range of days", () => {
  test.each(Object.keys(APIS))("%s finds the same notas for every date format", async (nome) => {
    for (const [de, until] of FORMATS) {
      expect([de, await APIS[nome]?.(de, until)]).toEqual([de, OF_DAY]);
    }
  });
});

/** Date params of each method; wire-dates.test.ts checks that the list is complete. */
const DATE_PARAMS: Readonly<Partial<Record<MethodName, readonly string[]>>> = {
  "Nota.getListNota": ["emissaoDe", "emissaoAte", "criadoDe", "criadoAte", "alteradaDesde"].map(
    (campo) => `searchFilter.${campo}`,
  ),
  "Nota.getNumeroDivergencias": ["searchDateRange.de", "searchDateRange.ate"],
  "Nota.getNotasDivergentes": ["searchDateRange.de", "searchDateRange.ate"],
  "Email.getListEmail": ["searchFilter.dataDe", "searchFilter.dataAte"],
  "Auditor.getListAuditor": ["searchFilter.eventoDe", "searchFilter.eventoAte"],
  "Download.processaDownload": ["dateRange.de", "dateRange.ate"],
  "Painel.getEstatistica": ["searchDateRange.de", "searchDateRange.ate"],
  "Painel.getEstatisticaUF": ["searchDateRange.de", "searchDateRange.ate"],
  "Painel.getEstatisticaDetalhado": ["searchDateRange.de", "searchDateRange.ate"],
  "Painel.getPartesVencimentos": ["searchDateRange.de", "searchDateRange.ate"],
  "Registro.getListRegistro": ["searchFilter.quandoDe", "searchFilter.quandoAte"],
  "ApiToken.saveApiToken": ["apiToken.validade"],
  "Webhook.resendFalhas": ["desde"],
};

describe("a date param", () => {
  const cases = Object.entries(DATE_PARAMS).flatMap(([name, errorsOf]) =>
    errorsOf.map((campo) => [name, campo]),
  );

  test.each(cases)("%s takes %s in every date format or names them", async (name = "", campo = "") => {
    const errorsOf = async (value: string): Promise<{ campo: string; mensagem: string }[]> => {
      const held = campo.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
      expect([readPath(held, campo), name in METHODS]).toEqual([value, true]);
      // An unknown field makes the call fail without effect and list its errors.
      const params = { ...held, inventado: 1 };
      const { error } = await rpc(wire, { id: 1, method: name, params, authToken: ana.token });
      const erros = (error?.data ?? []) as { campo: string; mensagem: string }[];
      expect(erros.map((fieldError) => fieldError.campo)).toContain("inventado");
      return erros.filter((fieldError) => fieldError.campo === campo);
    };
    for (const [format] of FORMATS) expect([format, await errorsOf(format)]).toEqual([format, []]);
    const mensagem = formatMessage("campoData", { campo });
    expect(await errorsOf("20/11/2026")).toEqual([{ campo, mensagem }]);
  });
});

describe("fault of an invalid SOAP message", () => {
  test("a fault names every invalid field of the message, in our own sentences", async () => {
    const wrong = await callSoap(
      `<GetListNota xmlns="${SOAP_NAMESPACE}"><limite>muitos</limite><emissaoDe>ontem</emissaoDe><foo>1</foo></GetListNota>`,
    );
    const erros = [...wrong.texto.matchAll(/<campo>([^<]*)<\/campo><mensagem>([^<]*)</g)];
    expect(erros.map(([, campo, mensagem]) => [campo, mensagem])).toEqual(
      expect.arrayContaining([
        ["limite", formatMessage("campoInteiro", { campo: "limite" })],
        ["emissaoDe", formatMessage("campoData", { campo: "emissaoDe" })],
        ["foo", formatMessage("campoDesconhecido", { campo: "foo" })],
      ]),
    );
    expect(erros).toHaveLength(3);
  });

  test("a fault names an unexpected field of an operation without fields", async () => {
    const { texto } = await callSoap(
      `<GetNotasEntradaEmAberto xmlns="${SOAP_NAMESPACE}"><foo>1</foo></GetNotasEntradaEmAberto>`,
    );
    expect(texto).toContain(formatMessage("campoDesconhecido", { campo: "foo" }));
  });

  test("a fault names a missing field", async () => {
    const { texto } = await callSoap(`<GetNota xmlns="${SOAP_NAMESPACE}"/>`);
    expect(texto).toContain(formatMessage("campoAusente", { campo: "id" }));
    expect(texto).toContain(MESSAGES.restPedidoInvalido);
  });
});
