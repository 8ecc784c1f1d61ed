import {
  DEVOLVIDOS,
  type Devolvido,
  formatMensagem,
  formatWireInstant,
  getMethodRow,
  MENSAGENS,
  type MethodName,
  parseWireInstant,
  permissaoOfAll,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actAs } from "../src/rpc/act-as.ts";
import { perfisOf } from "../src/rpc/admit.ts";
import { findCaller } from "../src/rpc/caller.ts";
import { shapeOf } from "../src/rpc/revive-wire.ts";
import { settleParams } from "../src/rpc/settle-devolvido.ts";
import { createElenco, type Elenco } from "./elenco.ts";
import { rest } from "./rest.ts";
import { type Casa, digitado, openCasa } from "./usuario.ts";
import { type Answer, rpc } from "./wire.ts";

type Entidade = Record<string, unknown>;
type Chamada = { method: MethodName; quem: string; alvo: string; entidade: Entidade };

const METODOS = Object.keys(DEVOLVIDOS) as MethodName[];
const devolvidoOf = (method: MethodName): Devolvido => {
  const devolvido = DEVOLVIDOS[method];
  if (devolvido === undefined) throw new Error(method);
  return devolvido;
};

let casa: Casa;
let elenco: Elenco & { integrador: Elenco["api"] };
/** The test records of each kind, by the method that reads them. */
let alvos: Partial<Record<MethodName, Record<string, string>>>;

beforeAll(async () => {
  casa = await openCasa();
  const conta = await casa.createConta();
  const pessoas = await createElenco(casa, conta);
  elenco = { ...pessoas, integrador: { ...pessoas.api, token: await createAdminToken(pessoas) } };
  const { empresaId } = await casa.createEmpresa(conta.contaId);
  const { caixaId } = await casa.createCaixa(conta.contaId);
  const { proprietario, administrador, manifestante, usuario } = elenco;
  const convite = { usuario: digitado("rita", { empresas: [empresaId] }) };
  const rita = idOf(await proprietario.call("Usuario.inviteUsuario", convite));
  const webhook = { url: "https://erp.exemplo.test/malote", tipos: ["nota" as const] };
  const ids = { proprietario, administrador, manifestante, usuario };
  const pessoasIds = Object.entries(ids).map(([nome, { usuarioId }]) => [nome, usuarioId]);
  alvos = {
    "Usuario.getUsuario": { ...Object.fromEntries(pessoasIds), convidada: rita },
    "Conta.getConta": { conta: conta.contaId },
    "Empresa.getEmpresa": { empresa: empresaId },
    "CaixaEmail.getCaixaEmail": { caixa: caixaId },
    "Webhook.getWebhook": { webhook: idOf(await proprietario.call("Webhook.saveWebhook", { webhook })) },
  };
});
afterAll(() => casa.dispose());

async function createAdminToken({ proprietario }: Elenco): Promise<string> {
  const apiToken = {
    nome: "Integrador",
    escopos: ["admin" as const, "notas:ler" as const, "emails:ler" as const],
    empresas: null,
  };
  const { object } = await proprietario.call("ApiToken.saveApiToken", { apiToken });
  return String((object as { token: string }).token);
}

const idOf = ({ object }: { object: unknown }): string => (object as { id: string }).id;

async function send(quem: string, method: MethodName, params: object): Promise<Answer> {
  const authToken = elenco[quem as keyof Elenco].token;
  return await rpc(casa, { id: 1, method, params, authToken });
}

async function read(quem: string, method: MethodName, id: string): Promise<Entidade> {
  const params = "id" in shapeOf(getMethodRow(method).params) ? { id } : {};
  const { result, error } = await send(quem, method, params);
  if (result?.object == null) throw new Error(`${quem} ${method}: ${JSON.stringify({ error, result })}`);
  return result.object as Entidade;
}

/** Every permitted call of each caller on each entity, with the entity as its reading returns it. */
async function eachChamada(metodos: readonly MethodName[]): Promise<Chamada[]> {
  const all: Chamada[] = [];
  for (const method of metodos) {
    const { leitura } = devolvidoOf(method);
    for (const quem of Object.keys(elenco)) {
      for (const [alvo, id] of Object.entries(alvos[leitura] ?? {})) {
        if (!(await may(quem, method, { alvo, id }))) continue;
        all.push({ method, quem, alvo, entidade: await read(quem, leitura, id) });
      }
    }
  }
  return all;
}

async function may(
  quem: string,
  method: MethodName,
  { alvo, id }: { alvo: string; id: string },
): Promise<boolean> {
  if (method === "Usuario.inviteUsuario" && alvo !== "convidada") return false;
  const { token, usuarioId } = elenco[quem as keyof Elenco];
  const caller = await findCaller({ ...casa.ctx, visit: { ip: "127.0.0.1" } }, token);
  if (caller === null) throw new Error(quem);
  if (caller.escopos !== null && !caller.escopos.includes("admin")) return false;
  const permissao = permissaoOfAll(getMethodRow(method), perfisOf(caller));
  return permissao === "sim" || (permissao === "proprio" && id === usuarioId);
}

const paramsOf = ({ method, entidade }: Pick<Chamada, "method" | "entidade">): object => ({
  [devolvidoOf(method).campo]: entidade,
});

/** Converts instants to the format that clients of the specification write. */
function writeDates(value: unknown): unknown {
  if (typeof value === "string") {
    const instant = /^\d{4}-\d{2}-\d{2}T/.test(value) ? parseWireInstant(value) : null;
    return instant === null ? value : formatWireInstant(instant);
  }
  if (Array.isArray(value)) return value.map(writeDates);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([nome, held]) => [nome, writeDates(held)]));
}

describe("sending back an entity as it was read", () => {
  test.each(METODOS)("%s accepts an unchanged entity from every perfil that may call it", async (method) => {
    const chamadas = await eachChamada([method]);
    expect(chamadas.length).toBeGreaterThan(0);
    for (const { quem, alvo, entidade } of chamadas) {
      const lida = devolvidoOf(method).leitura;
      const { error, result } = await send(quem, method, paramsOf({ method, entidade }));
      expect([quem, alvo, error, result?.mensagem, result?.sucesso]).toEqual([
        ...[quem, alvo, null],
        method === "Usuario.inviteUsuario" ? MENSAGENS.conviteEnviado : null,
        true,
      ]);
      if (method === "Usuario.inviteUsuario" || method === "CaixaEmail.pingServidor") continue;
      expect(await read(quem, lida, String(entidade.id))).toEqual(entidade);
    }
  });

  test("instants may be sent back as /Date(ms)/", async () => {
    const metodos = METODOS.filter((method) => method !== "CaixaEmail.pingServidor");
    for (const { method, quem, alvo, entidade } of await eachChamada(metodos)) {
      const devolvida = writeDates(entidade) as Entidade;
      const { error, result } = await send(quem, method, paramsOf({ method, entidade: devolvida }));
      expect([method, quem, alvo, error, result?.sucesso]).toEqual([method, quem, alvo, null, true]);
    }
  });

  test("the entities of Usuario.getUsuarioAtual can be sent back too", async () => {
    const { result } = await send("proprietario", "Usuario.getUsuarioAtual", {});
    const { usuario, conta } = (result?.object ?? {}) as Record<"usuario" | "conta", Entidade>;
    expect((await send("proprietario", "Usuario.saveUsuario", { usuario })).result?.sucesso).toBe(true);
    expect((await send("proprietario", "Conta.saveConta", { conta })).result?.sucesso).toBe(true);
  });
});

const MUDANCAS: readonly [MethodName, Entidade][] = [
  ["Usuario.saveUsuario", { nomeCompleto: "Outro Nome Qualquer" }],
  ["Usuario.inviteUsuario", { color: "#a1b2c3" }],
  ["Conta.saveConta", { downloadPublico: false }],
  ["Empresa.saveEmpresa", { nome: "Outra Razão Social S.A." }],
  ["CaixaEmail.saveCaixaEmail", { descricao: "Outra descrição" }],
  ["Webhook.saveWebhook", { descricao: "Outra descrição" }],
];

describe("sending back an entity with a change", () => {
  test.each(MUDANCAS)("%s stores the change: %j", async (method, mudanca) => {
    const { leitura } = devolvidoOf(method);
    for (const { quem, alvo, entidade } of await eachChamada([method])) {
      const mudada = { ...entidade, ...mudanca };
      const { error, result } = await send(quem, method, paramsOf({ method, entidade: mudada }));
      expect([quem, alvo, error, result?.sucesso]).toEqual([quem, alvo, null, true]);
      const id = String(entidade.id);
      expect(await read(quem, leitura, id)).toMatchObject(mudanca);
      await send(quem, method, paramsOf({ method, entidade }));
    }
  });

  test("a changed read-only field is refused by name, for every caller", async () => {
    let fields = 0;
    // One entity for each method and caller: which fields are read-only does not depend on the
    // entity.
    const chamadas = (await eachChamada(METODOS)).filter(
      ({ method, quem }, at, all) =>
        all.findIndex((each) => each.method === method && each.quem === quem) === at,
    );
    for (const { method, quem, alvo, entidade } of chamadas) {
      const { campo, vivos } = devolvidoOf(method);
      const editaveis = shapeOf(shapeOf(getMethodRow(method).params)[campo]);
      const fixos = Object.keys(entidade).filter((nome) => !(nome in editaveis) && vivos[nome] !== "muda");
      for (const nome of fixos) {
        const params = paramsOf({ method, entidade: { ...entidade, [nome]: anotherOf(entidade[nome]) } });
        const { error } = await send(quem, method, params);
        const mensagem = formatMensagem("campoFixo", { campo: `${campo}.${nome}` });
        expect([method, quem, alvo, nome, error?.code, error?.data]).toEqual([
          ...[method, quem, alvo, nome, -32602],
          [{ campo: `${campo}.${nome}`, mensagem }],
        ]);
        fields += 1;
      }
    }
    expect(fields).toBeGreaterThan(40);
  });

  test("an outdated value of a field that changes by itself is accepted, a value of a wrong type is not", async () => {
    const id = alvos["CaixaEmail.getCaixaEmail"]?.caixa ?? "";
    const entidade = await read("proprietario", "CaixaEmail.getCaixaEmail", id);
    const velha = {
      ...entidade,
      estado: "erro",
      falhasSeguidas: 3,
      proximaColeta: "2026-01-01T00:00:00.000Z",
    };
    expect((await send("proprietario", "CaixaEmail.saveCaixaEmail", { caixaEmail: velha })).error).toBeNull();
    const errada = { ...entidade, falhasSeguidas: "muitas" };
    const { error } = await send("proprietario", "CaixaEmail.saveCaixaEmail", { caixaEmail: errada });
    expect(error?.data).toMatchObject([{ campo: "caixaEmail.falhasSeguidas" }]);
  });

  test("a user who is not a manager may send back own rights, but only unchanged", async () => {
    for (const quem of ["usuario", "manifestante"] as const) {
      const entidade = await read(quem, "Usuario.getUsuario", elenco[quem].usuarioId);
      for (const nome of ["administrador", "permissaoManifestacao", "ativo", "empresas"]) {
        const usuario = { ...entidade, [nome]: nome === "empresas" ? [] : !entidade[nome] };
        const { result } = await send(quem, "Usuario.saveUsuario", { usuario });
        const mensagem = MENSAGENS.acessoRestrito;
        expect([nome, result?.mensagem, result?.erros]).toEqual([
          ...[nome, mensagem],
          [{ campo: `usuario.${nome}`, mensagem }],
        ]);
      }
      expect(await read(quem, "Usuario.getUsuario", elenco[quem].usuarioId)).toEqual(entidade);
    }
  });

  test("a restricted user may send back the same empresas only", async () => {
    const { usuarioId } = elenco.usuario;
    const empresas = Object.values(alvos["Empresa.getEmpresa"] ?? {});
    const antes = await read("proprietario", "Usuario.getUsuario", usuarioId);
    await send("proprietario", "Usuario.saveUsuario", { usuario: { ...antes, empresas } });
    const usuario = await read("usuario", "Usuario.getUsuario", usuarioId);
    expect(usuario.empresas).toEqual(empresas);
    expect((await send("usuario", "Usuario.saveUsuario", { usuario })).result?.sucesso).toBe(true);
    const livre = { usuario: { ...usuario, empresas: null } };
    expect((await send("usuario", "Usuario.saveUsuario", livre)).result?.erros).toEqual([
      { campo: "usuario.empresas", mensagem: MENSAGENS.acessoRestrito },
    ]);
    await send("proprietario", "Usuario.saveUsuario", { usuario: antes });
    expect(await read("usuario", "Usuario.getUsuario", usuarioId)).toEqual(antes);
  });

  test("rights that are sent back unchanged are not written, so a concurrent change is kept", async () => {
    const { usuario } = elenco;
    const visit = { ip: "127.0.0.1" } as Parameters<typeof settleParams>[0]["visit"];
    const ctx = { ...casa.ctx, visit };
    const caller = await findCaller(ctx, usuario.token);
    if (caller === null) throw new Error("no caller");
    const entidade = await read("usuario", "Usuario.getUsuario", usuario.usuarioId);
    const settled = await settleParams(actAs(ctx, caller), "Usuario.saveUsuario", { usuario: entidade });
    const { id, nome, nomeUsuario, nomeCompleto, email, color } = entidade;
    const editaveis = { id, nome, nomeUsuario, nomeCompleto, email, color };
    expect(settled).toEqual({ kind: "ok", value: { usuario: editaveis } });
  });
});

function anotherOf(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return "outro";
  return parseWireInstant(value) === null ? `${value}x` : "2099-01-01T00:00:00.000Z";
}

describe("saving a new entity", () => {
  const vazia = {
    ...{ id: null, ativado: false, proprietarioConta: false, segundoFator: false },
    ...{ ultimoAcesso: null, conviteExpiraEm: null, empresas: null, color: null, ativo: true },
  };

  test("a new entity may contain its read-only fields, if they are empty", async () => {
    const usuario = { ...digitado("nova"), ...vazia };
    expect((await send("administrador", "Usuario.saveUsuario", { usuario })).result?.sucesso).toBe(true);
    const empresa = {
      ...{ nome: "Nova Ltda", cnpj: "12345678000195", ativarAuditor: false, ativarManifestacao: false },
      ...{ id: null, prova: null, certificado: null, temLogo: false, documentos: 0, distribuicoes: [] },
    };
    expect((await send("administrador", "Empresa.saveEmpresa", { empresa })).result?.sucesso).toBe(true);
  });

  test("a new entity with another value in a read-only field is refused", async () => {
    const usuario = { ...digitado("outra"), ...vazia, ativado: true };
    const { error } = await send("administrador", "Usuario.saveUsuario", { usuario });
    expect(error?.data).toMatchObject([{ campo: "usuario.ativado" }]);
  });
});

describe("sending back an entity by REST", () => {
  const RECURSOS = [
    ["empresas", "Empresa.getEmpresa", { nome: "Mais uma Razão" }, "documentos"],
    ["caixasEmail", "CaixaEmail.getCaixaEmail", { descricao: "Mais uma" }, "emailsTotal"],
    ["webhooks", "Webhook.getWebhook", { descricao: "Mais uma" }, "mascara"],
  ] as const;

  test.each(RECURSOS)("PUT /%s accepts the body of GET", async (recurso, leitura, mudanca, fixo) => {
    const [id = ""] = Object.values(alvos[leitura] ?? {});
    const lida = (await rest(casa, elenco.proprietario, `GET /${recurso}/${id}`)).body as Entidade;
    const put = async (body: unknown) =>
      await rest(casa, elenco.integrador, `PUT /${recurso}/${id}`, { body });
    expect((await put(lida)).status).toBe(200);
    expect(await put({ ...lida, ...mudanca })).toMatchObject({ status: 200, body: mudanca });
    const recusa = await put({ ...lida, [fixo]: anotherOf(lida[fixo]) });
    expect([recusa.status, recusa.body.erros]).toEqual([
      400,
      [{ campo: fixo, mensagem: formatMensagem("campoFixo", { campo: fixo }) }],
    ]);
  });

  test("a mailbox can be tested with the body of its GET", async () => {
    const id = alvos["CaixaEmail.getCaixaEmail"]?.caixa ?? "";
    const { body } = await rest(casa, elenco.proprietario, `GET /caixasEmail/${id}`);
    const answer = await rest(casa, elenco.integrador, "POST /caixasEmail/testar", { body });
    expect([answer.status, answer.body.ok]).toEqual([200, false]);
  });
});
