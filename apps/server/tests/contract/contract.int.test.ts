import {
  type Envelope,
  formatMessage,
  getMethodRow,
  METHODS,
  type MethodName,
  permissionOf,
  type Role,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, post } from "../setup/wire.ts";
import { API_TOKEN_CASES } from "./cases/api-token.ts";
import { CONTA_CASES } from "./cases/conta.ts";
import { DOCUMENT_CASES } from "./cases/documents.ts";
import { EMPRESA_CAIXA_FILE_CASES } from "./cases/empresa-caixa-files.ts";
import { LOTE_CASES } from "./cases/lote.ts";
import { OPERADOR_CASES } from "./cases/operador.ts";
import { PAINEL_CASES } from "./cases/painel.ts";
import { PASSKEY_CASES } from "./cases/passkey.ts";
import { PEDIDO_XML_CASES } from "./cases/pedido-xml.ts";
import { USER_CASES } from "./cases/users.ts";
import { VISAO_CASES } from "./cases/visao.ts";
import { WEBHOOK_CASES } from "./cases/webhook.ts";
import { type ContractFixture, type MethodCase, openContractFixture } from "./contract-fixture.ts";
import { describeFileEndpoints } from "./describe-file-endpoints.ts";
import { listInvalidParams, listParams } from "./method-params.ts";
import { readSpec7 } from "./spec-7.ts";

/** Every method of the contract: a missing one does not compile. */
const CASES = {
  ...USER_CASES,
  ...PASSKEY_CASES,
  ...API_TOKEN_CASES,
  ...CONTA_CASES,
  ...OPERADOR_CASES,
  ...EMPRESA_CAIXA_FILE_CASES,
  ...DOCUMENT_CASES,
  ...LOTE_CASES,
  ...VISAO_CASES,
  ...PAINEL_CASES,
  ...PEDIDO_XML_CASES,
  ...WEBHOOK_CASES,
} satisfies {
  [N in MethodName]: MethodCase<N>;
};
const METHOD_ORDER = Object.keys(CASES) as MethodName[];
const SPEC = readSpec7();

let p: ContractFixture;
beforeAll(async () => {
  p = await openContractFixture();
});
afterAll(() => p.wire.dispose());

/** The case of a method known only at run time. */
function caseOf(name: MethodName): MethodCase<MethodName> {
  return CASES[name] as unknown as MethodCase<MethodName>;
}

type MethodCall = { method: string; params: unknown; por: Role; headers?: Record<string, string> };

async function call({ method, params, por, headers = {} }: MethodCall): Promise<Answer> {
  const token: Record<string, string> =
    por === "visitante" ? {} : { authorization: `Bearer ${p.team[por].token}` };
  const answer = await post(p.wire, { id: 1, method, params }, { headers: { ...token, ...headers } });
  return (await answer.json()) as Answer;
}

describe("methods and files of the specification's §7", () => {
  test("the specification names 57 methods, nine downloads and two uploads", () => {
    const services = new Map<string, number>();
    for (const { nome } of SPEC.methods) {
      const service = nome.slice(0, nome.indexOf("."));
      services.set(service, (services.get(service) ?? 0) + 1);
    }
    expect(Object.fromEntries(services)).toEqual({
      ...{ Auth: 1, Usuario: 15, Conta: 4, Empresa: 4, CaixaEmail: 5, Painel: 3, Nota: 14 },
      ...{ Auditor: 2, Email: 2, Download: 2, Importacao: 2, Exportacao: 3 },
    });
    expect([SPEC.methods.length, SPEC.downloads.length, SPEC.uploads.length]).toEqual([57, 9, 2]);
  });

  test.each(SPEC.methods)(
    "the method $nome takes the params of the specification and requires no others",
    ({ nome, params }) => {
      expect(Object.keys(METHODS)).toContain(nome);
      const { todos, obrigatorios } = listParams(nome as MethodName);
      expect(todos).toEqual(expect.arrayContaining([...params]));
      expect(params).toEqual(expect.arrayContaining(obrigatorios));
    },
  );

  test("the specification has four autocompletes, each with only searchKey", () => {
    const names = METHOD_ORDER.filter((name) => name.startsWith("Autocomplete."));
    expect(names).toHaveLength(4);
    for (const name of names)
      expect(listParams(name)).toEqual({ todos: ["searchKey"], obrigatorios: ["searchKey"] });
  });
});

describe("a method called with invalid input", () => {
  test.each(METHOD_ORDER)(
    "the method %s names the field of a wrong type and the unknown field",
    async (name) => {
      const por = caseOf(name).caller;
      for (const { params, campo } of listInvalidParams(name)) {
        const { error, result } = await call({ method: name, params, por });
        expect([result, error?.code]).toEqual([null, -32602]);
        expect(error?.data).toContainEqual({ campo, mensagem: expect.stringMatching(/\w/) });
      }
    },
  );

  test.each([
    "Nota.getnota",
    "nota.getNota",
    "Nota",
    "getNota",
    "Nota.getNota ",
    "Nada.getNota",
    "Conta.toString",
  ])("%j is an unknown method", async (method) => {
    const { error } = await call({ method, params: {}, por: "proprietario" });
    expect(error).toEqual({ code: -32601, message: "Method not found" });
  });
});

describe("a caller without permission", () => {
  const CLOSED = METHOD_ORDER.filter((name) => METHODS[name].access !== "public");

  test.each(CLOSED)("the method %s answers Unauthorized to a visitor", async (name) => {
    const { error, result } = await call({ method: name, params: {}, por: "visitante" });
    expect([result, error]).toEqual([null, { code: -32001, message: "Unauthorized" }]);
  });

  const RESERVED = CLOSED.filter((name) => permissionOf(getMethodRow(name), "usuario") !== "sim");

  test.each(RESERVED)("the method %s refuses an ordinary user with a sentence", async (name) => {
    const params = { id: p.team.proprietario.usuarioId };
    const { result } = await call({ method: name, params, por: "usuario" });
    const needsManifestante = METHODS[name].access === "manifestante";
    expect(result).toEqual({
      sucesso: false,
      mensagem: formatMessage(needsManifestante ? "manifestacaoSemPermissao" : "acessoRestrito"),
      erros: [],
      object: null,
      results: null,
      totalCount: null,
    });
  });
});

// In the order of the tables: later cases use the results of earlier ones.
describe("a method called with valid input", () => {
  const WITH_REFUSAL = METHOD_ORDER.filter((name) => CASES[name].refusal !== null);

  test.each(WITH_REFUSAL)("the method %s refuses with its documented sentence", async (name) => {
    const { caller: por, refusal: recusa } = caseOf(name);
    if (recusa === null) throw new Error("no refusal");
    const { error, result } = await call({ method: name, params: await recusa.params(p), por });
    if (recusa.sentence === "Unauthorized") return expect(error?.message).toBe("Unauthorized");
    const mensagem = formatMessage(recusa.sentence, recusa.values);
    const erros = recusa.campo === undefined ? [] : [{ campo: recusa.campo, mensagem }];
    expect(error).toBeNull();
    if (METHODS[name].result.shape === "login") {
      return expect(result).toEqual({ sucesso: false, authToken: null, mensagem });
    }
    expect(result).toMatchObject({ sucesso: false, mensagem, erros, object: null, results: null });
  });

  test.each(METHOD_ORDER)("the method %s has its documented effect", async (name) => {
    const { caller: por, params: envia, headers, verify: mostra } = caseOf(name);
    const params = await envia(p);
    const { error, result } = await call({
      method: name,
      params,
      por,
      ...(headers ? { headers: headers(p) } : {}),
    });
    expect([error, result?.mensagem ?? null]).toEqual([null, result?.sucesso ? result.mensagem : null]);
    expect(result).toMatchObject({ sucesso: true });
    await mostra(result as Envelope, p);
  });

  test("only methods without refusable input have no refusal case", () => {
    const withoutRefusal = METHOD_ORDER.filter((name) => CASES[name].refusal === null);
    const withoutParams = withoutRefusal.filter((name) => listParams(name).todos.length === 0);
    expect(withoutRefusal.filter((name) => !withoutParams.includes(name))).toEqual([
      "Usuario.getListUsuario",
      "Usuario.getMeusDados",
      "Usuario.saveColor",
      "Conta.setSegundoFatorManifestacao",
      "Empresa.getListEmpresa",
      "CaixaEmail.getListCaixaEmail",
      "Autocomplete.getEmpresas",
      "Autocomplete.getParticipantes",
      "Autocomplete.getRemetentes",
      "Autocomplete.getUsuarios",
      "Lote.getListLote",
      "Visao.getListVisao",
      "Visao.importVisoes",
      "PedidoXml.setLembrete",
    ]);
  });
});

describeFileEndpoints(() => p);
