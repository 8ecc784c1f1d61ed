import { describe, expect, test } from "vitest";
import type { CaixaDetalhe } from "../../rpc/queries.ts";
import { caixaDetalheDeTeste } from "./caixa-de-teste.ts";
import { CAMPOS_NOVOS, type Campos, campoOf, schemaOf, toCaixa, toCampos } from "./campos.ts";

const GUARDADA = caixaDetalheDeTeste();
const OAUTH: CaixaDetalhe = {
  ...GUARDADA,
  autenticacao: "oauth2",
  oauth: {
    provedor: "microsoft",
    tokenUrl: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    clientId: "app-1",
    escopo: "x",
  },
};
const IMPRESSAO = Array(32).fill("AA").join(":");
const NOVA: Campos = { ...CAMPOS_NOVOS, servidor: "pop.novo.example", usuario: "a@novo.example", senha: "s" };

/** The fields with validation errors. */
function wrongFields(campos: Campos, guardada: CaixaDetalhe | null = null): string[] {
  const { error } = schemaOf(guardada).safeParse(campos);
  return error ? [...new Set(error.issues.map(({ path }) => path.join(".")))] : [];
}

describe("the form of a mailbox", () => {
  test("requires server, user and password", () => {
    expect(wrongFields(NOVA)).toEqual([]);
    expect(wrongFields(CAMPOS_NOVOS)).toEqual(["servidor", "usuario", "senha"]);
  });

  test.each(["https://pop.novo.example", "pop.novo.example/x", "pop novo", "a@novo.example"])(
    "rejects a server that is not a plain host name: %s",
    (servidor) => expect(wrongFields({ ...NOVA, servidor })).toEqual(["servidor"]),
  );

  test.each(["0", "65536", "9a", "-1", "995.0"])("rejects the port %s", (porta) => {
    expect(wrongFields({ ...NOVA, porta })).toEqual(["porta"]);
  });

  test.each(["", "1", "65535", " 2110 "])("accepts the port “%s”", (porta) => {
    expect(wrongFields({ ...NOVA, porta })).toEqual([]);
  });

  test.each([
    ["nothing is", {}],
    ["the server's name is written in capitals", { servidor: " POP.IpeDoLargo.example " }],
    ["the description and the keeping are", { descricao: "Outra", apagar: true }],
  ])("keeps a stored password when %s changed", (_what, over) => {
    expect(wrongFields({ ...toCampos(GUARDADA), ...over }, GUARDADA)).toEqual([]);
  });

  test.each([
    ["tipo", { tipo: "pop3-starttls" }],
    ["server", { servidor: "outro.example" }],
    ["port", { porta: "2995" }],
    ["user", { usuario: "outro@ipedolargo.example" }],
    ["certificate", { certificadoFixado: IMPRESSAO }],
  ] as const)("requires the password again after another %s", (_what, over) => {
    expect(wrongFields({ ...toCampos(GUARDADA), ...over }, GUARDADA)).toEqual(["senha"]);
    expect(wrongFields({ ...toCampos(OAUTH), ...over }, OAUTH)).toEqual(["clientSecret"]);
  });

  test("keeps the password when a certificate is unpinned, not when another one is pinned", () => {
    const fixada = { ...GUARDADA, certificadoFixado: IMPRESSAO };
    expect(wrongFields(toCampos(fixada), fixada)).toEqual([]);
    expect(wrongFields({ ...toCampos(fixada), certificadoFixado: "" }, fixada)).toEqual([]);
    const outra = IMPRESSAO.replaceAll("A", "B");
    expect(wrongFields({ ...toCampos(fixada), certificadoFixado: outra }, fixada)).toEqual(["senha"]);
  });

  test("requires token address, client id and a secret for OAuth2", () => {
    const oauth: Campos = { ...NOVA, senha: "", autenticacao: "oauth2" };
    expect(wrongFields(oauth)).toEqual(["tokenUrl", "clientId", "clientSecret"]);
    const whole = { ...oauth, tokenUrl: "https://t.example/token", clientId: "x", refreshToken: "r" };
    expect(wrongFields(whole)).toEqual([]);
    expect(wrongFields({ ...whole, tokenUrl: "http://t.example/token" })).toEqual(["tokenUrl"]);
  });

  test("rejects OAuth2 on an unencrypted connection", () => {
    expect(wrongFields({ ...toCampos(OAUTH), tipo: "pop3", clientSecret: "s" }, OAUTH)).toEqual(["tipo"]);
    expect(wrongFields({ ...NOVA, tipo: "pop3" })).toEqual([]);
  });

  test("keeps stored secrets while issuer and client id are unchanged", () => {
    const kept = toCampos(OAUTH);
    expect(wrongFields(kept, OAUTH)).toEqual([]);
    expect(wrongFields({ ...kept, clientId: "app-2" }, OAUTH)).toEqual(["clientSecret"]);
    expect(wrongFields({ ...kept, tokenUrl: "https://outro.example/token" }, OAUTH)).toEqual([
      "clientSecret",
    ]);
  });

  test("accepts deletion after 1 to 3650 days, or never", () => {
    for (const apagarAposDias of ["", "0", "3651", "x"]) {
      expect(wrongFields({ ...NOVA, apagar: true, apagarAposDias })).toEqual(["apagarAposDias"]);
      expect(wrongFields({ ...NOVA, apagar: false, apagarAposDias })).toEqual([]);
    }
    expect(toCaixa({ ...NOVA, apagar: true, apagarAposDias: "3650" }, null).apagarAposDias).toBe(3650);
    expect(toCaixa(NOVA, null).apagarAposDias).toBeNull();
  });

  test("sends trimmed values, without the fields that its type lacks", () => {
    const sent = toCaixa(
      { ...NOVA, servidor: " pop.novo.example ", porta: " 995 ", pasta: "Notas", clientSecret: "fica" },
      null,
    );
    expect(sent).toMatchObject({
      servidor: "pop.novo.example",
      porta: 995,
      pasta: null,
      oauth: null,
      id: null,
    });
    expect(
      toCaixa({ ...NOVA, tipo: "pop3", certificadoFixado: IMPRESSAO }, null).certificadoFixado,
    ).toBeNull();
    expect(toCaixa({ ...NOVA, tipo: "imaps", pasta: "Notas" }, null).pasta).toBe("Notas");
    expect(toCaixa({ ...NOVA, autenticacao: "oauth2" }, null).senha).toBeNull();
  });
});

test("maps the server's field path to a form field", () => {
  expect(campoOf("caixaEmail.oauth.clientSecret")).toBe("clientSecret");
  expect(campoOf("caixa.senha")).toBe("senha");
  expect(campoOf("caixa.toString")).toBeNull();
});
