import { describe, expect, test } from "vitest";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { sampleCaixaDetail } from "../sample-caixa.ts";
import {
  EMPTY_VALUES,
  type FormValues,
  formFieldOf,
  schemaOf,
  toCaixa,
  toFormValues,
} from "./caixa-form-values.ts";

const SAVED_CAIXA = sampleCaixaDetail();
const OAUTH: CaixaDetail = {
  ...SAVED_CAIXA,
  autenticacao: "oauth2",
  oauth: {
    provedor: "microsoft",
    tokenUrl: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    clientId: "app-1",
    escopo: "x",
  },
};
const FINGERPRINT = Array(32).fill("AA").join(":");
const NEW_CAIXA: FormValues = {
  ...EMPTY_VALUES,
  servidor: "pop.novo.example",
  usuario: "a@novo.example",
  senha: "s",
};

/** The fields with validation errors. */
function wrongFields(values: FormValues, savedCaixa: CaixaDetail | null = null): string[] {
  const { error } = schemaOf(savedCaixa).safeParse(values);
  return error ? [...new Set(error.issues.map(({ path }) => path.join(".")))] : [];
}

describe("validation and values of the mailbox form", () => {
  test("a mailbox requires server, user and password", () => {
    expect(wrongFields(NEW_CAIXA)).toEqual([]);
    expect(wrongFields(EMPTY_VALUES)).toEqual(["servidor", "usuario", "senha"]);
  });

  test.each(["https://pop.novo.example", "pop.novo.example/x", "pop novo", "a@novo.example"])(
    "a server that is not a plain host name is rejected: %s",
    (servidor) => expect(wrongFields({ ...NEW_CAIXA, servidor })).toEqual(["servidor"]),
  );

  test.each(["0", "65536", "9a", "-1", "995.0"])("the port %s is rejected", (porta) => {
    expect(wrongFields({ ...NEW_CAIXA, porta })).toEqual(["porta"]);
  });

  test.each(["", "1", "65535", " 2110 "])("the port “%s” is accepted", (porta) => {
    expect(wrongFields({ ...NEW_CAIXA, porta })).toEqual([]);
  });

  test.each([
    ["nothing is", {}],
    ["the server's name is written in capitals", { servidor: " POP.IpeDoLargo.example " }],
    ["the description and the keeping are", { descricao: "Outra", apagar: true }],
  ])("a stored password is kept when %s changed", (_what, overrides) => {
    expect(wrongFields({ ...toFormValues(SAVED_CAIXA), ...overrides }, SAVED_CAIXA)).toEqual([]);
  });

  test.each([
    ["tipo", { tipo: "pop3-starttls" }],
    ["server", { servidor: "outro.example" }],
    ["port", { porta: "2995" }],
    ["user", { usuario: "outro@ipedolargo.example" }],
    ["certificate", { certificadoFixado: FINGERPRINT }],
  ] as const)("the stored password must be typed again after a change of %s", (_what, overrides) => {
    expect(wrongFields({ ...toFormValues(SAVED_CAIXA), ...overrides }, SAVED_CAIXA)).toEqual(["senha"]);
    expect(wrongFields({ ...toFormValues(OAUTH), ...overrides }, OAUTH)).toEqual(["clientSecret"]);
  });

  test("a stored password is kept when a certificate is unpinned, not when another one is pinned", () => {
    const pinned = { ...SAVED_CAIXA, certificadoFixado: FINGERPRINT };
    expect(wrongFields(toFormValues(pinned), pinned)).toEqual([]);
    expect(wrongFields({ ...toFormValues(pinned), certificadoFixado: "" }, pinned)).toEqual([]);
    const otherFingerprint = FINGERPRINT.replaceAll("A", "B");
    expect(wrongFields({ ...toFormValues(pinned), certificadoFixado: otherFingerprint }, pinned)).toEqual([
      "senha",
    ]);
  });

  test("OAuth2 requires token address, client id and a secret", () => {
    const oauth: FormValues = { ...NEW_CAIXA, senha: "", autenticacao: "oauth2" };
    expect(wrongFields(oauth)).toEqual(["tokenUrl", "clientId", "clientSecret"]);
    const whole = { ...oauth, tokenUrl: "https://t.example/token", clientId: "x", refreshToken: "r" };
    expect(wrongFields(whole)).toEqual([]);
    expect(wrongFields({ ...whole, tokenUrl: "http://t.example/token" })).toEqual(["tokenUrl"]);
  });

  test("OAuth2 is rejected on an unencrypted connection", () => {
    expect(wrongFields({ ...toFormValues(OAUTH), tipo: "pop3", clientSecret: "s" }, OAUTH)).toEqual(["tipo"]);
    expect(wrongFields({ ...NEW_CAIXA, tipo: "pop3" })).toEqual([]);
  });

  test("stored OAuth2 secrets are kept while issuer and client id are unchanged", () => {
    const kept = toFormValues(OAUTH);
    expect(wrongFields(kept, OAUTH)).toEqual([]);
    expect(wrongFields({ ...kept, clientId: "app-2" }, OAUTH)).toEqual(["clientSecret"]);
    expect(wrongFields({ ...kept, tokenUrl: "https://outro.example/token" }, OAUTH)).toEqual([
      "clientSecret",
    ]);
  });

  test("messages can be deleted after 1 to 3650 days, or never", () => {
    for (const apagarAposDias of ["", "0", "3651", "x"]) {
      expect(wrongFields({ ...NEW_CAIXA, apagar: true, apagarAposDias })).toEqual(["apagarAposDias"]);
      expect(wrongFields({ ...NEW_CAIXA, apagar: false, apagarAposDias })).toEqual([]);
    }
    expect(toCaixa({ ...NEW_CAIXA, apagar: true, apagarAposDias: "3650" }, null).apagarAposDias).toBe(3650);
    expect(toCaixa(NEW_CAIXA, null).apagarAposDias).toBeNull();
  });

  test("the form sends trimmed values, without the fields that its tipo lacks", () => {
    const sent = toCaixa(
      { ...NEW_CAIXA, servidor: " pop.novo.example ", porta: " 995 ", pasta: "Notas", clientSecret: "fica" },
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
      toCaixa({ ...NEW_CAIXA, tipo: "pop3", certificadoFixado: FINGERPRINT }, null).certificadoFixado,
    ).toBeNull();
    expect(toCaixa({ ...NEW_CAIXA, tipo: "imaps", pasta: "Notas" }, null).pasta).toBe("Notas");
    expect(toCaixa({ ...NEW_CAIXA, autenticacao: "oauth2" }, null).senha).toBeNull();
  });
});

test("the field path of a server error maps to a form field", () => {
  expect(formFieldOf("caixaEmail.oauth.clientSecret")).toBe("clientSecret");
  expect(formFieldOf("caixa.senha")).toBe("senha");
  expect(formFieldOf("caixa.toString")).toBeUndefined();
});
