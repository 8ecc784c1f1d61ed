import { expect, test } from "vitest";
import type { Caixa } from "../../rpc/queries.ts";
import { passosOf } from "./prova.ts";
import { estadoOf, sortCaixas, summarise } from "./saude.ts";

const ONTEM = new Date("2026-11-19T20:52:00Z");

function caixa(over: Partial<Caixa> = {}): Caixa {
  return {
    id: "01900000-0000-7000-8000-000000000001",
    tipo: "spop3",
    usuario: "nfe@ipedolargo.example",
    descricao: "NF-e Matriz",
    servidor: "pop.ipedolargo.example",
    porta: null,
    autenticacao: "senha",
    estado: "aguardando",
    ultimaColeta: ONTEM,
    ultimaVisita: ONTEM,
    proximaColeta: null,
    ultimoErro: null,
    ultimoErroEm: null,
    erroDesde: null,
    falhasSeguidas: 0,
    emailsHoje: 0,
    emailsTotal: 0,
    ultimoEmailEm: null,
    silenciosaDesde: null,
    ...over,
  };
}
const FALHA = { ultimoErro: "A conexão caiu.", erroDesde: ONTEM, falhasSeguidas: 1 } as const;

test.each([
  ["collects", {}, "coletando"],
  ["collects right now", { estado: "coletando" }, "coletando"],
  ["was never read", { ultimaColeta: null }, "primeira"],
  ["has been still for long", { silenciosaDesde: ONTEM }, "silenciosa"],
  ["failed once", { ...FALHA, estado: "erro" }, "falhou"],
  ["failed twice", { ...FALHA, falhasSeguidas: 2, estado: "erro" }, "parada"],
  ["never worked", { ...FALHA, ultimaColeta: null, estado: "erro" }, "parada"],
  ["fails and is being tried again", { ...FALHA, falhasSeguidas: 3, estado: "coletando" }, "parada"],
  ["fails and is still", { ...FALHA, silenciosaDesde: ONTEM, estado: "erro" }, "falhou"],
] as const)("a mailbox that %s", (_what, over, estado) => {
  expect(estadoOf(caixa(over))).toBe(estado);
});

test("the summary counts the states that occur, from well to stopped", () => {
  const parada = caixa({ ...FALHA, falhasSeguidas: 4 });
  expect(summarise([parada, caixa(), caixa(), parada]).map(({ texto }) => texto)).toEqual([
    "2 coletando",
    "2 paradas",
  ]);
});

test("the list is sorted as people read, equals by name", () => {
  const caixas = [
    caixa({ descricao: "Órgãos", servidor: "b.example", tipo: "imaps" }),
    caixa({ descricao: "", usuario: "avulsas@ipe.example", servidor: "b.example" }),
    caixa({ descricao: "Praça", servidor: "a.example", tipo: "imaps" }),
  ];
  const names = (ordem: Parameters<typeof sortCaixas>[1]): string[] =>
    sortCaixas(caixas, ordem).map(({ descricao, usuario }) => descricao || usuario);
  expect(names("descricao")).toEqual(["avulsas@ipe.example", "Órgãos", "Praça"]);
  expect(names("servidor")).toEqual(["Praça", "avulsas@ipe.example", "Órgãos"]);
  expect(names("tipo")).toEqual(["Órgãos", "Praça", "avulsas@ipe.example"]);
});

test.each([
  ["spop3", "senha", "dns tcp tls saudacao entrada listagem"],
  ["imap-starttls", "oauth2", "dns tcp saudacao tls token entrada listagem"],
  ["pop3", "senha", "dns tcp saudacao entrada listagem"],
] as const)("%s with %s goes through its own steps", (tipo, autenticacao, passos) => {
  expect(
    passosOf([], { tipo, autenticacao })
      .map(({ passo }) => passo)
      .join(" "),
  ).toBe(passos);
});

test("steps that were not come to stand after those done", () => {
  const seen = passosOf(
    [
      { passo: "dns", ok: true, mensagem: "ok" },
      { passo: "tcp", ok: false, mensagem: "Recusou." },
    ],
    { tipo: "pop3", autenticacao: "senha" },
  );
  expect(seen.map(({ estado }) => estado)).toEqual(["certo", "falhou", "intocado", "intocado", "intocado"]);
});
