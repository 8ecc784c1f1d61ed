import { API_TOKENS_MAX, formatMensagem, type ParamsOf, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../src/secrets/token.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import { disown, no } from "./usuario.ts";
import { createWire, enter, type Pessoa, rpc, type Wire } from "./wire.ts";

type Item = ResultOf<"ApiToken.getListApiToken">["results"][number];
type Feito = Item & { token: string };
type Pedido = ParamsOf<"ApiToken.saveApiToken">["apiToken"];

const HORA_MS = 3_600_000;
const LISTA = { entradaSaida: "E", searchFilter: {}, currentPage: 1, pageSize: 20 };

let wire: Wire;
/** The tests expect days relative to this instant; sessions begin at it, so every sign-in is
 * recent. */
const AGORA = new Date("2026-11-22T15:00:00Z");
/** ana owns the conta, bia is an administrator. */
let ana: Pessoa;
let bia: Pessoa;
let n = 0;

beforeAll(async () => {
  wire = await createWire();
  wire.clock.set(AGORA);
  ({ ana, bia } = await openConta());
});
beforeEach(async () => {
  wire.clock.set(AGORA);
  await ana.call("Auth.reautenticar", { senha: SENHA_DE_TESTE });
});
afterAll(() => wire.dispose());

async function openConta(): Promise<{ ana: Pessoa; bia: Pessoa }> {
  const conta = await wire.createConta();
  const dona = await enter(wire, { conta, nomeUsuario: "ana" });
  const outra = await enter(wire, { conta, nomeUsuario: "bia" });
  await disown(wire, outra);
  return { ana: dona, bia: outra };
}

const novo = (o: Partial<Pedido> = {}): Pedido => {
  n += 1;
  return { nome: `Token ${n}`, escopos: ["notas:ler"], empresas: null, ...o };
};

async function create(o: Partial<Pedido> = {}, quem = ana): Promise<Feito> {
  const answer = await quem.call("ApiToken.saveApiToken", { apiToken: novo(o) });
  if (!answer.sucesso) throw new Error(String(answer.mensagem));
  return answer.object as Feito;
}

async function rotate({ id }: Item, gracaHoras?: number, quem = ana): Promise<Feito> {
  const answer = await quem.call(
    "ApiToken.rotateApiToken",
    gracaHoras === undefined ? { id } : { id, gracaHoras },
  );
  if (!answer.sucesso) throw new Error(String(answer.mensagem));
  return answer.object as Feito;
}

const call = (token: string, method: string, params: object = {}) =>
  rpc(wire, { id: 1, method, params, authToken: token });
const works = async (token: string): Promise<boolean> => (await call(token, "Conta.getConta")).error === null;
const working = async (...tokens: string[]): Promise<boolean[]> => {
  const all: boolean[] = [];
  for (const token of tokens) all.push(await works(token));
  return all;
};
const show = async ({ id }: Pick<Item, "id">, quem = ana): Promise<Item | undefined> =>
  ((await quem.call("ApiToken.getListApiToken", {})).results as Item[]).find((token) => token.id === id);
const actsOf = async ({ id }: Item): Promise<string[]> =>
  (
    await wire.asOwner<{ linha: string }>(
      "SELECT acao || ' ' || detalhe AS linha FROM registro WHERE alvo = $1 ORDER BY ordem",
      [id],
    )
  ).map(({ linha }) => linha);

describe("a token of the conta", () => {
  test("a new token is shown once, and only its hash is stored", async () => {
    const { token, ...feito } = await create({ nome: " ERP da matriz ", escopos: ["importar", "notas:ler"] });
    expect(token).toMatch(/^mal_live_[A-Za-z0-9_-]{43}[0-9a-z]{7}$/);
    expect(feito).toMatchObject({
      ...{ nome: "ERP da matriz", escopos: ["notas:ler", "importar"], empresas: null, principal: false },
      ...{ criadoPor: "Ana de Teste", expiraEm: null, expirado: false, ultimoUso: null },
    });
    const shown = await show(feito);
    expect(JSON.stringify(shown)).not.toContain(token.slice(13, -4));
    expect(shown?.segredos.map(({ mascara }) => mascara)).toEqual([
      `${token.slice(0, 13)}…${token.slice(-4)}`,
    ]);
    const [row] = await wire.asOwner<{ hash: Buffer; linha: string }>(
      "SELECT token_hash AS hash, s::text AS linha FROM api_token_segredo s WHERE token_id = $1",
      [feito.id],
    );
    expect(row?.hash).toEqual(hashToken(token));
    expect(row?.linha).not.toContain(token.slice(13, -4));
    expect(await actsOf(feito)).toEqual([
      `gerar-api-token ERP da matriz: notas:ler, importar; todas as empresas; ${shown?.segredos[0]?.mascara}`,
    ]);
  });

  test("a token of a demo conta begins with mal_test_", async () => {
    const demo = await openConta();
    await wire.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [demo.ana.contaId]);
    const sandbox = wire.ctx.config.sandbox;
    wire.ctx.config.sandbox = sandbox ?? ({ info: {} } as never);
    try {
      expect((await create({}, demo.ana)).token).toMatch(/^mal_test_/);
    } finally {
      wire.ctx.config.sandbox = sandbox;
    }
  });

  test("a token of the old form still works, with every scope except two", async () => {
    const { object } = await ana.call("Usuario.setNewAPIToken", {});
    const { token } = object as { token: string };
    const antigo = `mal_${"A".repeat(43)}`;
    const { crc32 } = await import("node:zlib");
    const inteiro = antigo + crc32(antigo).toString(36).padStart(7, "0");
    await wire.asOwner("UPDATE api_token_segredo SET token_hash = $2 WHERE token_hash = $1", [
      hashToken(token),
      hashToken(inteiro),
    ]);
    expect(await working(token, inteiro)).toEqual([false, true]);
    expect((await call(inteiro, "Nota.getListNota", LISTA)).result?.sucesso).toBe(true);
    expect((await call(inteiro, "Registro.getListRegistro")).result?.mensagem).toBe(
      formatMensagem("escopoAusente", { escopo: "admin" }),
    );
  });

  test("a changed token keeps its secret, and a wider scope is notified by e-mail", async () => {
    const feito = await create();
    const cartas = async () =>
      (
        await wire.asOwner<{ oQue: string }>(
          "SELECT dados->>'oQue' AS \"oQue\" FROM envio WHERE conta_id = $1 AND dados->>'oQue' = 'api-token-mudado'",
          [ana.contaId],
        )
      ).length;
    const antes = await cartas();
    const salvar = async (o: Partial<Pedido>) => {
      const apiToken = { ...novo({ nome: "Fiscal" }), id: feito.id, ...o };
      return await bia.call("ApiToken.saveApiToken", { apiToken });
    };
    expect((await salvar({})).object).toMatchObject({ nome: "Fiscal", token: null });
    expect(await cartas()).toBe(antes);
    expect((await call(feito.token, "Email.getListEmail")).result?.sucesso).toBe(false);
    await salvar({ escopos: ["notas:ler", "emails:ler"], validade: "2026-12-31" });
    expect((await call(feito.token, "Email.getListEmail")).result?.sucesso).toBe(true);
    expect(await cartas()).toBe(antes + 2);
    expect((await actsOf(feito)).slice(1)).toEqual([
      expect.stringMatching(
        /^alterar-api-token Token \d+: notas:ler; .* → Fiscal: notas:ler; todas as empresas$/,
      ),
      "alterar-api-token Fiscal: notas:ler; todas as empresas → Fiscal: notas:ler, emails:ler; todas as empresas; até 31/12/2026",
    ]);
  });

  test("a token is refused for a duplicate name, no scope, an expiry too far ahead, or a foreign company", async () => {
    const { nome } = await create();
    const ask = async (o: Partial<Pedido>) => await ana.call("ApiToken.saveApiToken", { apiToken: novo(o) });
    expect(await ask({ nome: ` ${nome.toUpperCase()} ` })).toMatchObject(
      no("apiTokenNomeEmUso", "apiToken.nome"),
    );
    expect(await ask({ escopos: [] })).toMatchObject(no("apiTokenSemEscopo", "apiToken.escopos"));
    expect(await ask({ empresas: [] })).toMatchObject(no("apiTokenSemEmpresa", "apiToken.empresas"));
    expect(await ask({ escopos: ["admin"], empresas: [ana.usuarioId] })).toMatchObject(
      no("apiTokenGerenteRestrito", "apiToken.empresas"),
    );
    const longe = { ...no("apiTokenValidade", "apiToken.validade"), ...dito("21/11/2028") };
    expect(await ask({ validade: "2028-11-22" })).toMatchObject(longe);
    expect(await ask({ validade: "2026-11-21" })).toMatchObject(longe);
    expect(await ask({ empresas: [ana.usuarioId] })).toMatchObject(
      no("empresaNaoEncontrada", "apiToken.empresas"),
    );
    expect(await ask({ escopos: ["manifestar"] })).toMatchObject(
      no("manifestacaoSemPermissao", "apiToken.escopos"),
    );
  });

  test("a conta has at most twenty tokens", async () => {
    const cheia = await openConta();
    for (let i = 0; i < API_TOKENS_MAX; i += 1) await create({}, cheia.ana);
    const mensagem = formatMensagem("apiTokensDemais", { limite: API_TOKENS_MAX });
    expect(await cheia.ana.call("ApiToken.saveApiToken", { apiToken: novo() })).toMatchObject({ mensagem });
    expect(await cheia.ana.call("Usuario.setNewAPIToken", {})).toMatchObject({ sucesso: false, mensagem });
  });
});

/** The validation error of an expiry date. */
function dito(limite: string): object {
  const mensagem = formatMensagem("apiTokenValidade", { limite });
  return { mensagem, erros: [{ campo: "apiToken.validade", mensagem }] };
}

describe("the end of a token", () => {
  test("an expired token is refused from midnight of the conta's zone, and a new expiry revives it", async () => {
    const dona = ana;
    const feito = await create({ validade: "2026-11-24" });
    expect(feito.expiraEm).toBe("2026-11-25T03:00:00.000Z");
    wire.clock.set(new Date("2026-11-25T02:59:59Z"));
    expect(await works(feito.token)).toBe(true);
    wire.clock.set(new Date("2026-11-25T03:00:00Z"));
    expect((await call(feito.token, "Conta.getConta")).error).toMatchObject({ code: -32001 });
    ana = await enter(wire, { conta: ana, nomeUsuario: "carla" });
    expect(await show(feito)).toMatchObject({ expirado: true });
    const rotated = await ana.call("ApiToken.rotateApiToken", { id: feito.id });
    expect(rotated).toMatchObject(no("apiTokenExpirado"));
    const apiToken = { ...novo({ nome: feito.nome }), id: feito.id };
    expect(await ana.call("ApiToken.saveApiToken", { apiToken })).toMatchObject({ sucesso: true });
    expect(await works(feito.token)).toBe(true);
    ana = dona;
  });

  test("a revoked token is refused at once, with all its secrets", async () => {
    const feito = await create();
    const segundo = await rotate(feito);
    expect(await working(feito.token, segundo.token)).toEqual([true, true]);
    expect(await bia.call("ApiToken.revokeApiToken", { id: feito.id })).toMatchObject({ sucesso: true });
    expect(await working(feito.token, segundo.token)).toEqual([false, false]);
    expect(await show(feito)).toBeUndefined();
    expect((await actsOf(feito)).at(-1)).toBe(
      `revogar-api-token ${feito.nome}: ${segundo.segredos[0]?.mascara}`,
    );
    expect(await bia.call("ApiToken.revokeApiToken", { id: feito.id })).toMatchObject(
      no("apiTokenNaoEncontrado"),
    );
  });

  test("deactivating a manager ends the secrets shown to that manager, not those shown to another", async () => {
    const { contaId, identificador } = bia;
    const eva = await enter(wire, { conta: { contaId, identificador }, nomeUsuario: "eva" });
    await disown(wire, eva);
    const feito = await create({}, eva);
    const segundo = await rotate(feito, 24, bia);
    await bia.call("Usuario.setAtivo", { id: eva.usuarioId, ativo: false });
    expect(await working(feito.token, segundo.token)).toEqual([false, true]);
    expect((await show(feito, bia))?.segredos).toMatchObject([{ criadoPor: "Ana de Teste" }]);
  });
});

describe("rotating a token", () => {
  test("a rotation keeps the previous secret for a day or the requested hours; a third secret ends the oldest", async () => {
    const primeiro = await create();
    const segundo = await rotate(primeiro);
    expect(segundo.token).not.toBe(primeiro.token);
    expect(segundo.segredos.map(({ terminaEm }) => terminaEm)).toEqual([
      null,
      expect.stringMatching(/^2026-11-23T15:00:0/),
    ]);
    expect(await working(primeiro.token, segundo.token)).toEqual([true, true]);
    const terceiro = await rotate(primeiro, 2);
    expect(await working(primeiro.token, segundo.token, terceiro.token)).toEqual([false, true, true]);
    wire.clock.advance(2 * HORA_MS);
    expect(await working(segundo.token, terceiro.token)).toEqual([false, true]);
    await ana.call("Auth.reautenticar", { senha: SENHA_DE_TESTE });
    const quarto = await rotate(primeiro, 0);
    expect(await working(terceiro.token, quarto.token)).toEqual([false, true]);
    expect((await actsOf(primeiro)).slice(1)).toEqual([
      expect.stringMatching(
        /^girar-api-token Token \d+: mal_live_\S+ \(até 23\/11\/2026 12:00\) → mal_live_\S+$/,
      ),
      expect.stringMatching(/\(até 22\/11\/2026 14:00\) →/),
      expect.stringMatching(/\(encerrado\) →/),
    ]);
  });

  test("two simultaneous rotations leave two secrets that work", async () => {
    const feito = await create();
    const both = await Promise.all([rotate(feito), rotate(feito, 24, bia)]);
    expect(await works(feito.token)).toBe(false);
    expect(await working(...both.map(({ token }) => token))).toEqual([true, true]);
  });

  test("a rotation keeps the token's scopes and its usage count", async () => {
    const feito = await create({ escopos: ["importar"] });
    await works(feito.token);
    const segundo = await rotate(feito);
    await works(segundo.token);
    expect(await show(feito)).toMatchObject({ escopos: ["importar"], chamadasHoje: 2 });
  });
});

describe("the use of a token", () => {
  test("shows when and from which address a token was used, and how often", async () => {
    const feito = await create();
    expect(await show(feito)).toMatchObject({ ultimoUso: null, ultimoIp: null, chamadasHoje: 0 });
    for (let i = 0; i < 5; i += 1) await works(feito.token);
    expect(await show(feito)).toMatchObject({
      ultimoUso: expect.stringMatching(/^2026-11-22T15:00:0/),
      chamadasHoje: 1,
    });
    wire.clock.advance(60_000);
    await works(feito.token);
    expect(await show(feito)).toMatchObject({
      ...{ ultimoUso: expect.stringMatching(/^2026-11-22T15:01:0/), chamadasHoje: 6, chamadas30Dias: 6 },
      ultimoIp: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
  });
});

describe("a token of some companies", () => {
  let [padaria, moinho] = ["", ""];
  const linhas = async (token: string): Promise<number> =>
    (await call(token, "Nota.getListNota", LISTA)).result?.totalCount ?? -1;

  beforeAll(async () => {
    const { createMundo } = await import("./replay-mundo.ts");
    const mundo = await createMundo(wire, ["Padaria", "Moinho"], "gente");
    [padaria = "", moinho = ""] = mundo.povoadas.map(({ ids }) => ids.empresa);
    const { contaId, identificador } = mundo;
    ana = await enter(wire, { conta: { contaId, identificador }, nomeUsuario: "ana" });
  });

  test("lists only documents of its companies; a new company must be added to it", async () => {
    const [todas, uma] = [await create(), await create({ empresas: [padaria] })];
    expect([await linhas(todas.token), await linhas(uma.token)]).toEqual([4, 2]);
    const { results } = (await call(uma.token, "Empresa.getListEmpresa")).result ?? {};
    expect((results as { id: string }[]).map(({ id }) => id)).toEqual([padaria]);
    const apiToken = { ...novo({ empresas: [padaria, moinho] }), id: uma.id };
    await ana.call("ApiToken.saveApiToken", { apiToken });
    expect(await linhas(uma.token)).toBe(4);
  });

  test("lists only its own files, and expires them when its companies change", async () => {
    const pede = { entradaSaida: "E", searchFilter: {}, createFileType: "CSV" } as const;
    const [uma, outra] = [await create({ empresas: [padaria] }), await create({ empresas: [moinho] })];
    const larga = await create();
    const files = async (token: string) =>
      (await call(token, "Exportacao.getListExportacao", {})).result?.results as {
        id: string;
        estado: string;
      }[];
    await ana.call("Nota.getListNota", pede);
    for (const { token } of [outra, larga]) await call(token, "Nota.getListNota", pede);
    expect(await files(uma.token)).toEqual([]);
    const { result } = await call(uma.token, "Nota.getListNota", pede);
    expect(result?.sucesso).toBe(true);
    expect(await files(uma.token)).toHaveLength(1);
    const { exportacaoJob } = await import("../src/jobs/exportacao/run-exportacao.ts");
    const [job] = await wire.asOwner<{ id: string; total: number }>(
      "SELECT id FROM arquivo_pedido WHERE usuario_id = $1",
      [uma.id],
    );
    const prazo = new Date(wire.clock.now().getTime() + HORA_MS);
    const alvo = job?.id ?? "";
    const trabalho = {
      contaId: ana.contaId,
      tipo: "exportacao",
      alvo,
      tarefaId: alvo,
      tentativa: 1,
      prazo,
    } as const;
    await exportacaoJob.run(wire.ctx, trabalho as never);
    expect(await files(uma.token)).toMatchObject([{ estado: "concluido", total: 1 }]);
    const apiToken = { ...novo({ empresas: [moinho] }), id: uma.id };
    await ana.call("ApiToken.saveApiToken", { apiToken });
    expect(await files(uma.token)).toMatchObject([{ estado: "expirado" }]);
  });

  test("lists the files that it imported itself", async () => {
    const uma = await create({ empresas: [padaria], escopos: ["importar"] });
    const form = new FormData();
    form.append("arquivo", new Blob(["<nada/>"]), "nada.xml");
    const answer = await fetch(`${wire.server.url}/Services/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${uma.token}` },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ sucesso: true, object: { nomeArquivo: "nada.xml" } });
    expect((await call(uma.token, "Importacao.getListImportacao", {})).result?.totalCount).toBe(1);
  });
});
