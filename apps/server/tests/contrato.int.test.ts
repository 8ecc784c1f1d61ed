import {
  type Envelope,
  formatMensagem,
  getMethodRow,
  METHODS,
  type MethodName,
  type Perfil,
  permissaoOf,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeArquivos } from "./contrato-arquivos.ts";
import { CASOS_API_TOKEN } from "./contrato-casos-api-token.ts";
import { CASOS_CASA } from "./contrato-casos-casa.ts";
import { CASOS_CONTA } from "./contrato-casos-conta.ts";
import { CASOS_DOCUMENTOS } from "./contrato-casos-documentos.ts";
import { CASOS_OPERADOR } from "./contrato-casos-operador.ts";
import { CASOS_PASSKEY } from "./contrato-casos-passkey.ts";
import { CASOS_PESSOAS } from "./contrato-casos-pessoas.ts";
import { CASOS_WEBHOOK } from "./contrato-casos-webhook.ts";
import { type Caso, openPalco, type Palco } from "./contrato-palco.ts";
import { listParams, spoilParams } from "./contrato-params.ts";
import { readSpec7 } from "./contrato-spec.ts";
import { type Answer, post } from "./wire.ts";

/** Every method of the contract: a missing one does not compile. */
const CASOS = {
  ...CASOS_PESSOAS,
  ...CASOS_PASSKEY,
  ...CASOS_API_TOKEN,
  ...CASOS_CONTA,
  ...CASOS_OPERADOR,
  ...CASOS_CASA,
  ...CASOS_DOCUMENTOS,
  ...CASOS_WEBHOOK,
} satisfies {
  [N in MethodName]: Caso<N>;
};
const ORDEM = Object.keys(CASOS) as MethodName[];
const SPEC = readSpec7();

let p: Palco;
beforeAll(async () => {
  p = await openPalco();
});
afterAll(() => p.wire.dispose());

/** The case of a method known only at run time. */
function casoOf(name: MethodName): Caso<MethodName> {
  return CASOS[name] as unknown as Caso<MethodName>;
}

type Chamada = { method: string; params: unknown; por: Perfil; headers?: Record<string, string> };

async function call({ method, params, por, headers = {} }: Chamada): Promise<Answer> {
  const token: Record<string, string> =
    por === "visitante" ? {} : { authorization: `Bearer ${p.elenco[por].token}` };
  const answer = await post(p.wire, { id: 1, method, params }, { headers: { ...token, ...headers } });
  return (await answer.json()) as Answer;
}

describe("the specification's §7", () => {
  test("names 57 methods, nine downloads and two uploads", () => {
    const servicos = new Map<string, number>();
    for (const { nome } of SPEC.metodos) {
      const servico = nome.slice(0, nome.indexOf("."));
      servicos.set(servico, (servicos.get(servico) ?? 0) + 1);
    }
    expect(Object.fromEntries(servicos)).toEqual({
      ...{ Auth: 1, Usuario: 15, Conta: 4, Empresa: 4, CaixaEmail: 5, Painel: 3, Nota: 14 },
      ...{ Auditor: 2, Email: 2, Download: 2, Importacao: 2, Exportacao: 3 },
    });
    expect([SPEC.metodos.length, SPEC.downloads.length, SPEC.uploads.length]).toEqual([57, 9, 2]);
  });

  test.each(SPEC.metodos)(
    "$nome takes the params of the specification and requires no others",
    ({ nome, params }) => {
      expect(Object.keys(METHODS)).toContain(nome);
      const { todos, obrigatorios } = listParams(nome as MethodName);
      expect(todos).toEqual(expect.arrayContaining([...params]));
      expect(params).toEqual(expect.arrayContaining(obrigatorios));
    },
  );

  test("has four autocompletes, each with only searchKey", () => {
    const names = ORDEM.filter((name) => name.startsWith("Autocomplete."));
    expect(names).toHaveLength(4);
    for (const name of names)
      expect(listParams(name)).toEqual({ todos: ["searchKey"], obrigatorios: ["searchKey"] });
  });
});

describe("a method called with invalid input", () => {
  test.each(ORDEM)("%s names the field of a wrong type and the unknown field", async (name) => {
    const por = casoOf(name).por;
    for (const { params, campo } of spoilParams(name)) {
      const { error, result } = await call({ method: name, params, por });
      expect([result, error?.code]).toEqual([null, -32602]);
      expect(error?.data).toContainEqual({ campo, mensagem: expect.stringMatching(/\w/) });
    }
  });

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
  const FECHADOS = ORDEM.filter((name) => METHODS[name].access !== "public");

  test.each(FECHADOS)("%s answers Unauthorized to a visitor", async (name) => {
    const { error, result } = await call({ method: name, params: {}, por: "visitante" });
    expect([result, error]).toEqual([null, { code: -32001, message: "Unauthorized" }]);
  });

  const RESERVADOS = FECHADOS.filter((name) => permissaoOf(getMethodRow(name), "usuario") !== "sim");

  test.each(RESERVADOS)("%s refuses an ordinary user with a sentence", async (name) => {
    const params = { id: p.elenco.proprietario.usuarioId };
    const { result } = await call({ method: name, params, por: "usuario" });
    const manifesta = METHODS[name].access === "manifestante";
    expect(result).toEqual({
      sucesso: false,
      mensagem: formatMensagem(manifesta ? "manifestacaoSemPermissao" : "acessoRestrito"),
      erros: [],
      object: null,
      results: null,
      totalCount: null,
    });
  });
});

// In the order of the tables: later cases use the results of earlier ones.
describe("a method called with valid input", () => {
  const RECUSAM = ORDEM.filter((name) => CASOS[name].recusa !== null);

  test.each(RECUSAM)("%s refuses with its documented sentence", async (name) => {
    const { por, recusa } = casoOf(name);
    if (recusa === null) throw new Error("no refusal");
    const { error, result } = await call({ method: name, params: await recusa.envia(p), por });
    if (recusa.diz === "Unauthorized") return expect(error?.message).toBe("Unauthorized");
    const mensagem = formatMensagem(recusa.diz, recusa.valores);
    const erros = recusa.campo === undefined ? [] : [{ campo: recusa.campo, mensagem }];
    expect(error).toBeNull();
    if (METHODS[name].result.shape === "login") {
      return expect(result).toEqual({ sucesso: false, authToken: null, mensagem });
    }
    expect(result).toMatchObject({ sucesso: false, mensagem, erros, object: null, results: null });
  });

  test.each(ORDEM)("%s has its documented effect", async (name) => {
    const { por, envia, headers, mostra } = casoOf(name);
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
    const semRecusa = ORDEM.filter((name) => CASOS[name].recusa === null);
    const askedNothing = semRecusa.filter((name) => listParams(name).todos.length === 0);
    expect(semRecusa.filter((name) => !askedNothing.includes(name))).toEqual([
      "Usuario.getListUsuario",
      "Usuario.saveColor",
      "Conta.setSegundoFatorManifestacao",
      "Empresa.getListEmpresa",
      "CaixaEmail.getListCaixaEmail",
      "Autocomplete.getEmpresas",
      "Autocomplete.getParticipantes",
      "Autocomplete.getRemetentes",
      "Autocomplete.getUsuarios",
    ]);
  });
});

describeArquivos(() => p);
