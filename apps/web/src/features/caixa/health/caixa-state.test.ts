import { expect, test } from "vitest";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { testStepsOf } from "../connection-test/use-connection-test.ts";
import { sampleCaixa } from "../sample-caixa.ts";
import { caixaStateOf, silenceTextOf, sortCaixas, summarise } from "./caixa-state.ts";

const YESTERDAY = new Date("2026-11-19T20:52:00Z");

function caixa(overrides: Partial<Caixa> = {}): Caixa {
  return sampleCaixa({ ultimaColeta: YESTERDAY, ultimaVisita: YESTERDAY, ...overrides });
}
const FAILURE = { ultimoErro: "A conexão caiu.", erroDesde: YESTERDAY, falhasSeguidas: 1 } as const;

test.each([
  ["collects", {}, "coletando"],
  ["collects right now", { estado: "coletando" }, "coletando"],
  ["was never read", { ultimaColeta: null }, "primeira"],
  ["has been still for long", { silenciosaDesde: YESTERDAY }, "silenciosa"],
  ["failed once", { ...FAILURE, estado: "erro" }, "falhou"],
  ["failed twice", { ...FAILURE, falhasSeguidas: 2, estado: "erro" }, "parada"],
  ["never worked", { ...FAILURE, ultimaColeta: null, estado: "erro" }, "parada"],
  ["fails and is being tried again", { ...FAILURE, falhasSeguidas: 3, estado: "coletando" }, "parada"],
  ["fails and is still", { ...FAILURE, silenciosaDesde: YESTERDAY, estado: "erro" }, "falhou"],
] as const)("the state of a mailbox that %s", (_what, overrides, state) => {
  expect(caixaStateOf(caixa(overrides))).toBe(state);
});

test("a silent mailbox shows since when it is silent, whatever the date of its last e-mail", () => {
  const silentCaixa = caixa({ silenciosaDesde: YESTERDAY, ultimoEmailEm: new Date("2026-11-02T12:00:00Z") });
  const now = new Date("2026-11-25T12:00:00Z");
  const silenceText = "Sem e-mail desde 19/11 17:52, mais tempo que o habitual.";
  expect(silenceTextOf(silentCaixa, now, "America/Sao_Paulo")).toBe(silenceText);
  expect(silenceTextOf({ ...silentCaixa, ultimoEmailEm: null }, now, "America/Sao_Paulo")).toBe(silenceText);
  expect(silenceTextOf({ ...silentCaixa, ...FAILURE }, now, "America/Sao_Paulo")).toBeNull();
});

test("the mailbox summary counts each state that occurs, from healthy to stopped", () => {
  const stopped = caixa({ ...FAILURE, falhasSeguidas: 4 });
  expect(summarise([stopped, caixa(), caixa(), stopped]).map(({ text }) => text)).toEqual([
    "2 coletando",
    "2 paradas",
  ]);
});

test("mailboxes are sorted ignoring case and accents, ties by name", () => {
  const caixas = [
    caixa({ descricao: "Órgãos", servidor: "b.example", tipo: "imaps" }),
    caixa({ descricao: "", usuario: "avulsas@ipe.example", servidor: "b.example" }),
    caixa({ descricao: "Praça", servidor: "a.example", tipo: "imaps" }),
  ];
  const names = (sortOrder: Parameters<typeof sortCaixas>[1]): string[] =>
    sortCaixas(caixas, sortOrder).map(({ descricao, usuario }) => descricao || usuario);
  expect(names("descricao")).toEqual(["avulsas@ipe.example", "Órgãos", "Praça"]);
  expect(names("servidor")).toEqual(["Praça", "avulsas@ipe.example", "Órgãos"]);
  expect(names("tipo")).toEqual(["Órgãos", "Praça", "avulsas@ipe.example"]);
});

test.each([
  ["spop3", "senha", "dns tcp tls saudacao entrada listagem"],
  ["imap-starttls", "oauth2", "dns tcp saudacao tls token entrada listagem"],
  ["pop3", "senha", "dns tcp saudacao entrada listagem"],
] as const)("a connection test over %s with %s lists its own steps", (tipo, autenticacao, steps) => {
  expect(
    testStepsOf([], { tipo, autenticacao })
      .map(({ passo: step }) => step)
      .join(" "),
  ).toBe(steps);
});

test("a connection test lists the steps not reached after those done", () => {
  const seen = testStepsOf(
    [
      { passo: "dns", ok: true, mensagem: "ok" },
      { passo: "tcp", ok: false, mensagem: "Recusou." },
    ],
    { tipo: "pop3", autenticacao: "senha" },
  );
  expect(seen.map(({ estado: state }) => state)).toEqual([
    "certo",
    "falhou",
    "intocado",
    "intocado",
    "intocado",
  ]);
});
