import { expect, test } from "vitest";
import type { Caixa } from "../../rpc/queries.ts";
import { caixaDeTeste } from "./caixa-de-teste.ts";
import { passosOf } from "./prova.ts";
import { estadoOf, silencioOf, sortCaixas, summarise } from "./saude.ts";

const ONTEM = new Date("2026-11-19T20:52:00Z");

function caixa(over: Partial<Caixa> = {}): Caixa {
  return caixaDeTeste({ ultimaColeta: ONTEM, ultimaVisita: ONTEM, ...over });
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

test("a silent mailbox shows since when, whatever its last e-mail", () => {
  const quieta = caixa({ silenciosaDesde: ONTEM, ultimoEmailEm: new Date("2026-11-02T12:00:00Z") });
  const agora = new Date("2026-11-25T12:00:00Z");
  const silencio = "Sem e-mail desde 19/11 17:52, mais tempo que o habitual.";
  expect(silencioOf(quieta, agora, "America/Sao_Paulo")).toBe(silencio);
  expect(silencioOf({ ...quieta, ultimoEmailEm: null }, agora, "America/Sao_Paulo")).toBe(silencio);
  expect(silencioOf({ ...quieta, ...FALHA }, agora, "America/Sao_Paulo")).toBeNull();
});

test("the summary counts each state that occurs, from healthy to stopped", () => {
  const parada = caixa({ ...FALHA, falhasSeguidas: 4 });
  expect(summarise([parada, caixa(), caixa(), parada]).map(({ texto }) => texto)).toEqual([
    "2 coletando",
    "2 paradas",
  ]);
});

test("sorts ignoring case and accents, ties by name", () => {
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
] as const)("%s with %s has its own steps", (tipo, autenticacao, passos) => {
  expect(
    passosOf([], { tipo, autenticacao })
      .map(({ passo }) => passo)
      .join(" "),
  ).toBe(passos);
});

test("steps not reached follow those done", () => {
  const seen = passosOf(
    [
      { passo: "dns", ok: true, mensagem: "ok" },
      { passo: "tcp", ok: false, mensagem: "Recusou." },
    ],
    { tipo: "pop3", autenticacao: "senha" },
  );
  expect(seen.map(({ estado }) => estado)).toEqual(["certo", "falhou", "intocado", "intocado", "intocado"]);
});
