import { API_TOKENS_MAX, formatMessage, type ParamsOf, type ResultOf } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../src/secrets/token.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { createWire, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { refusalOf, removeOwnership } from "../usuario/usuario-setup.ts";

type Item = ResultOf<"ApiToken.getListApiToken">["results"][number];
type CreatedToken = Item & { token: string };
type TokenParams = ParamsOf<"ApiToken.saveApiToken">["apiToken"];

const LIST_PARAMS = { entradaSaida: "E", searchFilter: {}, currentPage: 1, pageSize: 20 };

let wire: Wire;
/** The tests expect days relative to this instant; sessions begin at it, so every sign-in is
 * recent. */
const START = new Date("2026-11-22T15:00:00Z");
/** ana owns the conta, bia is an administrator. */
let ana: SignedInUser;
let bia: SignedInUser;
let n = 0;

beforeAll(async () => {
  wire = await createWire();
  wire.clock.set(START);
  ({ ana, bia } = await openTeam());
});
beforeEach(async () => {
  wire.clock.set(START);
  await ana.call("Auth.reautenticar", { senha: TEST_SENHA });
});
afterAll(() => wire.dispose());

async function openTeam(): Promise<{ ana: SignedInUser; bia: SignedInUser }> {
  const conta = await wire.createConta();
  const owner = await signInNewUser(wire, { conta, nomeUsuario: "ana" });
  const outra = await signInNewUser(wire, { conta, nomeUsuario: "bia" });
  await removeOwnership(wire, outra);
  return { ana: owner, bia: outra };
}

const newToken = (o: Partial<TokenParams> = {}): TokenParams => {
  n += 1;
  return { nome: `Token ${n}`, escopos: ["notas:ler"], empresas: null, ...o };
};

async function create(o: Partial<TokenParams> = {}, user = ana): Promise<CreatedToken> {
  const answer = await user.call("ApiToken.saveApiToken", { apiToken: newToken(o) });
  if (!answer.sucesso) throw new Error(String(answer.mensagem));
  return answer.object as CreatedToken;
}

async function rotate({ id }: Item, gracaHoras?: number, user = ana): Promise<CreatedToken> {
  const answer = await user.call(
    "ApiToken.rotateApiToken",
    gracaHoras === undefined ? { id } : { id, gracaHoras },
  );
  if (!answer.sucesso) throw new Error(String(answer.mensagem));
  return answer.object as CreatedToken;
}

const call = (token: string, method: string, params: object = {}) =>
  rpc(wire, { id: 1, method, params, authToken: token });
const isAccepted = async (token: string): Promise<boolean> =>
  (await call(token, "Conta.getConta")).error === null;
const areAccepted = async (...tokens: string[]): Promise<boolean[]> => {
  const all: boolean[] = [];
  for (const token of tokens) all.push(await isAccepted(token));
  return all;
};
const show = async ({ id }: Pick<Item, "id">, user = ana): Promise<Item | undefined> =>
  ((await user.call("ApiToken.getListApiToken", {})).results as Item[]).find((token) => token.id === id);
const actsOf = async ({ id }: Item): Promise<string[]> =>
  (
    await wire.asOwner<{ linha: string }>(
      "SELECT acao || ' ' || detalhe AS linha FROM registro WHERE alvo = $1 ORDER BY ordem",
      [id],
    )
  ).map(({ linha }) => linha);

describe("creating and changing a token of the conta", () => {
  test("a new token is shown once, and only its hash is stored", async () => {
    const { token, ...created } = await create({
      nome: " ERP da matriz ",
      escopos: ["importar", "notas:ler"],
    });
    expect(token).toMatch(/^mal_live_[A-Za-z0-9_-]{43}[0-9a-z]{7}$/);
    expect(created).toMatchObject({
      ...{ nome: "ERP da matriz", escopos: ["notas:ler", "importar"], empresas: null, principal: false },
      ...{ criadoPor: "Ana de Teste", expiraEm: null, expirado: false, ultimoUso: null },
    });
    const shown = await show(created);
    expect(JSON.stringify(shown)).not.toContain(token.slice(13, -4));
    expect(shown?.segredos.map(({ mascara }) => mascara)).toEqual([
      `${token.slice(0, 13)}…${token.slice(-4)}`,
    ]);
    const [row] = await wire.asOwner<{ hash: Buffer; linha: string }>(
      "SELECT token_hash AS hash, s::text AS linha FROM api_token_segredo s WHERE token_id = $1",
      [created.id],
    );
    expect(row?.hash).toEqual(hashToken(token));
    expect(row?.linha).not.toContain(token.slice(13, -4));
    expect(await actsOf(created)).toEqual([
      `gerar-api-token ERP da matriz: notas:ler, importar; todas as empresas; ${shown?.segredos[0]?.mascara}`,
    ]);
  });

  test("a token of a demo conta begins with mal_test_", async () => {
    const demo = await openTeam();
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
    const oldToken = `mal_${"A".repeat(43)}`;
    const { crc32 } = await import("node:zlib");
    const checkedOldToken = oldToken + crc32(oldToken).toString(36).padStart(7, "0");
    await wire.asOwner("UPDATE api_token_segredo SET token_hash = $2 WHERE token_hash = $1", [
      hashToken(token),
      hashToken(checkedOldToken),
    ]);
    expect(await areAccepted(token, checkedOldToken)).toEqual([false, true]);
    expect((await call(checkedOldToken, "Nota.getListNota", LIST_PARAMS)).result?.sucesso).toBe(true);
    expect((await call(checkedOldToken, "Registro.getListRegistro")).result?.mensagem).toBe(
      formatMessage("escopoAusente", { escopo: "admin" }),
    );
  });

  test("a changed token keeps its secret, and a wider scope is notified by e-mail", async () => {
    const created = await create();
    const countEmails = async () =>
      (
        await wire.asOwner<{ oQue: string }>(
          "SELECT dados->>'oQue' AS \"oQue\" FROM envio WHERE conta_id = $1 AND dados->>'oQue' = 'api-token-mudado'",
          [ana.contaId],
        )
      ).length;
    const before = await countEmails();
    const save = async (o: Partial<TokenParams>) => {
      const apiToken = { ...newToken({ nome: "Fiscal" }), id: created.id, ...o };
      return await bia.call("ApiToken.saveApiToken", { apiToken });
    };
    expect((await save({})).object).toMatchObject({ nome: "Fiscal", token: null });
    expect(await countEmails()).toBe(before);
    expect((await call(created.token, "Email.getListEmail")).result?.sucesso).toBe(false);
    await save({ escopos: ["notas:ler", "emails:ler"], validade: "2026-12-31" });
    expect((await call(created.token, "Email.getListEmail")).result?.sucesso).toBe(true);
    expect(await countEmails()).toBe(before + 2);
    expect((await actsOf(created)).slice(1)).toEqual([
      expect.stringMatching(
        /^alterar-api-token Token \d+: notas:ler; .* → Fiscal: notas:ler; todas as empresas$/,
      ),
      "alterar-api-token Fiscal: notas:ler; todas as empresas → Fiscal: notas:ler, emails:ler; todas as empresas; até 31/12/2026",
    ]);
  });

  test("a token is refused for a duplicate name, no scope, an expiry too far ahead, or a foreign company", async () => {
    const { nome } = await create();
    const ask = async (o: Partial<TokenParams>) =>
      await ana.call("ApiToken.saveApiToken", { apiToken: newToken(o) });
    expect(await ask({ nome: ` ${nome.toUpperCase()} ` })).toMatchObject(
      refusalOf("apiTokenNomeEmUso", "apiToken.nome"),
    );
    expect(await ask({ escopos: [] })).toMatchObject(refusalOf("apiTokenSemEscopo", "apiToken.escopos"));
    expect(await ask({ empresas: [] })).toMatchObject(refusalOf("apiTokenSemEmpresa", "apiToken.empresas"));
    expect(await ask({ escopos: ["admin"], empresas: [ana.usuarioId] })).toMatchObject(
      refusalOf("apiTokenGerenteRestrito", "apiToken.empresas"),
    );
    const expiryRefusal = {
      ...refusalOf("apiTokenValidade", "apiToken.validade"),
      ...expiryError("21/11/2028"),
    };
    expect(await ask({ validade: "2028-11-22" })).toMatchObject(expiryRefusal);
    expect(await ask({ validade: "2026-11-21" })).toMatchObject(expiryRefusal);
    expect(await ask({ empresas: [ana.usuarioId] })).toMatchObject(
      refusalOf("empresaNaoEncontrada", "apiToken.empresas"),
    );
    expect(await ask({ escopos: ["manifestar"] })).toMatchObject(
      refusalOf("manifestacaoSemPermissao", "apiToken.escopos"),
    );
  });

  test("a conta has at most twenty tokens", async () => {
    const full = await openTeam();
    for (let i = 0; i < API_TOKENS_MAX; i += 1) await create({}, full.ana);
    const mensagem = formatMessage("apiTokensDemais", { limite: API_TOKENS_MAX });
    expect(await full.ana.call("ApiToken.saveApiToken", { apiToken: newToken() })).toMatchObject({
      mensagem,
    });
    expect(await full.ana.call("Usuario.setNewAPIToken", {})).toMatchObject({ sucesso: false, mensagem });
  });
});

/** The validation error of an expiry date. */
function expiryError(limit: string): object {
  const mensagem = formatMessage("apiTokenValidade", { limite: limit });
  return { mensagem, erros: [{ campo: "apiToken.validade", mensagem }] };
}

describe("the end of a token", () => {
  test("an expired token is refused from midnight of the conta's zone, and a new expiry revives it", async () => {
    const owner = ana;
    const created = await create({ validade: "2026-11-24" });
    expect(created.expiraEm).toBe("2026-11-25T03:00:00.000Z");
    wire.clock.set(new Date("2026-11-25T02:59:59Z"));
    expect(await isAccepted(created.token)).toBe(true);
    wire.clock.set(new Date("2026-11-25T03:00:00Z"));
    expect((await call(created.token, "Conta.getConta")).error).toMatchObject({ code: -32001 });
    ana = await signInNewUser(wire, { conta: ana, nomeUsuario: "carla" });
    expect(await show(created)).toMatchObject({ expirado: true });
    const rotated = await ana.call("ApiToken.rotateApiToken", { id: created.id });
    expect(rotated).toMatchObject(refusalOf("apiTokenExpirado"));
    const apiToken = { ...newToken({ nome: created.nome }), id: created.id };
    expect(await ana.call("ApiToken.saveApiToken", { apiToken })).toMatchObject({ sucesso: true });
    expect(await isAccepted(created.token)).toBe(true);
    ana = owner;
  });

  test("a revoked token is refused at once, with all its secrets", async () => {
    const created = await create();
    const second = await rotate(created);
    expect(await areAccepted(created.token, second.token)).toEqual([true, true]);
    expect(await bia.call("ApiToken.revokeApiToken", { id: created.id })).toMatchObject({ sucesso: true });
    expect(await areAccepted(created.token, second.token)).toEqual([false, false]);
    expect(await show(created)).toBeUndefined();
    expect((await actsOf(created)).at(-1)).toBe(
      `revogar-api-token ${created.nome}: ${second.segredos[0]?.mascara}`,
    );
    expect(await bia.call("ApiToken.revokeApiToken", { id: created.id })).toMatchObject(
      refusalOf("apiTokenNaoEncontrado"),
    );
  });

  test("deactivating a manager ends the secrets shown to that manager, not those shown to another", async () => {
    const { contaId, identificador } = bia;
    const eva = await signInNewUser(wire, { conta: { contaId, identificador }, nomeUsuario: "eva" });
    await removeOwnership(wire, eva);
    const created = await create({}, eva);
    const second = await rotate(created, 24, bia);
    await bia.call("Usuario.setAtivo", { id: eva.usuarioId, ativo: false });
    expect(await areAccepted(created.token, second.token)).toEqual([false, true]);
    expect((await show(created, bia))?.segredos).toMatchObject([{ criadoPor: "Ana de Teste" }]);
  });
});

describe("rotation of a token's secret", () => {
  test("a rotation keeps the previous secret for a day or the requested hours; a third secret ends the oldest", async () => {
    const first = await create();
    const second = await rotate(first);
    expect(second.token).not.toBe(first.token);
    expect(second.segredos.map(({ terminaEm }) => terminaEm)).toEqual([
      null,
      expect.stringMatching(/^2026-11-23T15:00:0/),
    ]);
    expect(await areAccepted(first.token, second.token)).toEqual([true, true]);
    const third = await rotate(first, 2);
    expect(await areAccepted(first.token, second.token, third.token)).toEqual([false, true, true]);
    wire.clock.advance(2 * HOUR_MS);
    expect(await areAccepted(second.token, third.token)).toEqual([false, true]);
    await ana.call("Auth.reautenticar", { senha: TEST_SENHA });
    const fourth = await rotate(first, 0);
    expect(await areAccepted(third.token, fourth.token)).toEqual([false, true]);
    expect((await actsOf(first)).slice(1)).toEqual([
      expect.stringMatching(
        /^girar-api-token Token \d+: mal_live_\S+ \(até 23\/11\/2026 12:00\) → mal_live_\S+$/,
      ),
      expect.stringMatching(/\(até 22\/11\/2026 14:00\) →/),
      expect.stringMatching(/\(encerrado\) →/),
    ]);
  });

  test("two simultaneous rotations leave two secrets that work", async () => {
    const created = await create();
    const both = await Promise.all([rotate(created), rotate(created, 24, bia)]);
    expect(await isAccepted(created.token)).toBe(false);
    expect(await areAccepted(...both.map(({ token }) => token))).toEqual([true, true]);
  });

  test("a rotation keeps the token's scopes and its usage count", async () => {
    const created = await create({ escopos: ["importar"] });
    await isAccepted(created.token);
    const second = await rotate(created);
    await isAccepted(second.token);
    expect(await show(created)).toMatchObject({ escopos: ["importar"], chamadasHoje: 2 });
  });
});

describe("the use of a token", () => {
  test("a token shows when and from which address it was used, and how often", async () => {
    const created = await create();
    expect(await show(created)).toMatchObject({ ultimoUso: null, ultimoIp: null, chamadasHoje: 0 });
    for (let i = 0; i < 5; i += 1) await isAccepted(created.token);
    expect(await show(created)).toMatchObject({
      ultimoUso: expect.stringMatching(/^2026-11-22T15:00:0/),
      chamadasHoje: 1,
    });
    wire.clock.advance(60_000);
    await isAccepted(created.token);
    expect(await show(created)).toMatchObject({
      ...{ ultimoUso: expect.stringMatching(/^2026-11-22T15:01:0/), chamadasHoje: 6, chamadas30Dias: 6 },
      ultimoIp: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
  });
});

describe("a token restricted to some companies", () => {
  let [padaria, moinho] = ["", ""];
  const countNotas = async (token: string): Promise<number> =>
    (await call(token, "Nota.getListNota", LIST_PARAMS)).result?.totalCount ?? -1;

  beforeAll(async () => {
    const { createReplayConta: createMundo } = await import("../database/replay/replay-conta.ts");
    const world = await createMundo(wire, ["Padaria", "Moinho"], "gente");
    [padaria = "", moinho = ""] = world.filledEmpresas.map(({ ids }) => ids.empresa);
    const { contaId, identificador } = world;
    ana = await signInNewUser(wire, { conta: { contaId, identificador }, nomeUsuario: "ana" });
  });

  test("a token lists only documents of its companies; a new company must be added to the token", async () => {
    const [unrestricted, restricted] = [await create(), await create({ empresas: [padaria] })];
    expect([await countNotas(unrestricted.token), await countNotas(restricted.token)]).toEqual([4, 2]);
    const { results } = (await call(restricted.token, "Empresa.getListEmpresa")).result ?? {};
    expect((results as { id: string }[]).map(({ id }) => id)).toEqual([padaria]);
    const apiToken = { ...newToken({ empresas: [padaria, moinho] }), id: restricted.id };
    await ana.call("ApiToken.saveApiToken", { apiToken });
    expect(await countNotas(restricted.token)).toBe(4);
  });

  test("a token lists only its own files, and they expire when its companies change", async () => {
    const exportParams = { entradaSaida: "E", searchFilter: {}, createFileType: "CSV" } as const;
    const [restricted, outra] = [await create({ empresas: [padaria] }), await create({ empresas: [moinho] })];
    const wide = await create();
    const files = async (token: string) =>
      (await call(token, "Exportacao.getListExportacao", {})).result?.results as {
        id: string;
        estado: string;
      }[];
    await ana.call("Nota.getListNota", exportParams);
    for (const { token } of [outra, wide]) await call(token, "Nota.getListNota", exportParams);
    expect(await files(restricted.token)).toEqual([]);
    const { result } = await call(restricted.token, "Nota.getListNota", exportParams);
    expect(result?.sucesso).toBe(true);
    expect(await files(restricted.token)).toHaveLength(1);
    const { exportacaoJob } = await import("../../src/jobs/exportacao/run-exportacao.ts");
    const [job] = await wire.asOwner<{ id: string; total: number }>(
      "SELECT id FROM arquivo_pedido WHERE usuario_id = $1",
      [restricted.id],
    );
    const prazo = new Date(wire.clock.now().getTime() + HOUR_MS);
    const alvo = job?.id ?? "";
    const exportJob = {
      contaId: ana.contaId,
      tipo: "exportacao",
      alvo,
      tarefaId: alvo,
      tentativa: 1,
      prazo,
    } as const;
    await exportacaoJob.run(wire.ctx, exportJob as never);
    expect(await files(restricted.token)).toMatchObject([{ estado: "concluido", total: 1 }]);
    const apiToken = { ...newToken({ empresas: [moinho] }), id: restricted.id };
    await ana.call("ApiToken.saveApiToken", { apiToken });
    expect(await files(restricted.token)).toMatchObject([{ estado: "expirado" }]);
  });

  test("a token lists the files that it imported itself", async () => {
    const restricted = await create({ empresas: [padaria], escopos: ["importar"] });
    const form = new FormData();
    form.append("arquivo", new Blob(["<nada/>"]), "nada.xml");
    const answer = await fetch(`${wire.server.url}/Services/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${restricted.token}` },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ sucesso: true, object: { nomeArquivo: "nada.xml" } });
    expect((await call(restricted.token, "Importacao.getListImportacao", {})).result?.totalCount).toBe(1);
  });
});
