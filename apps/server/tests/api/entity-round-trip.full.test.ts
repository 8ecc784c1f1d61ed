import {
  formatMessage,
  formatWireInstant,
  getMethodRow,
  MESSAGES,
  type MethodName,
  parseWireInstant,
  permissionOfAll,
  RETURNED_ENTITIES,
  type ReturnedEntity,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rolesOf } from "../../src/rpc/admit.ts";
import { withCaller } from "../../src/rpc/caller-context.ts";
import { findCaller } from "../../src/rpc/find-caller.ts";
import { fieldsOf } from "../../src/rpc/revive-wire.ts";
import { stripReadOnlyParams } from "../../src/rpc/strip-read-only.ts";
import { createTeam, type Team } from "../setup/team.ts";
import { type Answer, rpc } from "../setup/wire.ts";
import { type MailWire, openMailWire, userForm } from "../usuario/usuario-setup.ts";
import { rest } from "./send-rest.ts";

type Entity = Record<string, unknown>;
type EntityCall = { method: MethodName; caller: string; target: string; entidade: Entity };

const METHOD_NAMES = Object.keys(RETURNED_ENTITIES) as MethodName[];
const devolvidoOf = (method: MethodName): ReturnedEntity => {
  const devolvido = RETURNED_ENTITIES[method];
  if (devolvido === undefined) throw new Error(method);
  return devolvido;
};

let fixture: MailWire;
let team: Team & { integrador: Team["api"] };
/** The test records of each kind, by the method that reads them. */
let targets: Partial<Record<MethodName, Record<string, string>>>;

beforeAll(async () => {
  fixture = await openMailWire();
  const conta = await fixture.createConta();
  const baseTeam = await createTeam(fixture, conta);
  team = { ...baseTeam, integrador: { ...baseTeam.api, token: await createAdminToken(baseTeam) } };
  const { empresaId } = await fixture.createEmpresa(conta.contaId);
  const { caixaId } = await fixture.createCaixa(conta.contaId);
  const { proprietario, administrador, manifestante, usuario } = team;
  const invitation = { usuario: userForm("rita", { empresas: [empresaId] }) };
  const rita = idOf(await proprietario.call("Usuario.inviteUsuario", invitation));
  const webhook = { url: "https://erp.exemplo.test/malote", tipos: ["nota" as const] };
  const ids = { proprietario, administrador, manifestante, usuario };
  const userIds = Object.entries(ids).map(([nome, { usuarioId }]) => [nome, usuarioId]);
  targets = {
    "Usuario.getUsuario": { ...Object.fromEntries(userIds), convidada: rita },
    "Conta.getConta": { conta: conta.contaId },
    "Empresa.getEmpresa": { empresa: empresaId },
    "CaixaEmail.getCaixaEmail": { caixa: caixaId },
    "Webhook.getWebhook": { webhook: idOf(await proprietario.call("Webhook.saveWebhook", { webhook })) },
  };
});
afterAll(() => fixture.dispose());

async function createAdminToken({ proprietario }: Team): Promise<string> {
  const apiToken = {
    nome: "Integrador",
    escopos: ["admin" as const, "notas:ler" as const, "emails:ler" as const],
    empresas: null,
  };
  const { object } = await proprietario.call("ApiToken.saveApiToken", { apiToken });
  return String((object as { token: string }).token);
}

const idOf = ({ object }: { object: unknown }): string => (object as { id: string }).id;

async function send(callerName: string, method: MethodName, params: object): Promise<Answer> {
  const authToken = team[callerName as keyof Team].token;
  return await rpc(fixture, { id: 1, method, params, authToken });
}

async function read(callerName: string, method: MethodName, id: string): Promise<Entity> {
  const params = "id" in fieldsOf(getMethodRow(method).params) ? { id } : {};
  const { result, error } = await send(callerName, method, params);
  if (result?.object == null)
    throw new Error(`${callerName} ${method}: ${JSON.stringify({ error, result })}`);
  return result.object as Entity;
}

/** Every permitted call of each caller on each entity, with the entity as its reading returns it. */
async function listCalls(methods: readonly MethodName[]): Promise<EntityCall[]> {
  const all: EntityCall[] = [];
  for (const method of methods) {
    const { leitura: reading } = devolvidoOf(method);
    for (const callerName of Object.keys(team)) {
      for (const [target, id] of Object.entries(targets[reading] ?? {})) {
        if (!(await isPermitted(callerName, method, { target, id }))) continue;
        all.push({ method, caller: callerName, target, entidade: await read(callerName, reading, id) });
      }
    }
  }
  return all;
}

async function isPermitted(
  callerName: string,
  method: MethodName,
  { target, id }: { target: string; id: string },
): Promise<boolean> {
  if (method === "Usuario.inviteUsuario" && target !== "convidada") return false;
  const { token, usuarioId } = team[callerName as keyof Team];
  const caller = await findCaller({ ...fixture.ctx, visit: { ip: "127.0.0.1" } }, token);
  if (caller === null) throw new Error(callerName);
  if (caller.scopes !== null && !caller.scopes.includes("admin")) return false;
  const permissao = permissionOfAll(getMethodRow(method), rolesOf(caller));
  return permissao === "sim" || (permissao === "proprio" && id === usuarioId);
}

const paramsOf = ({ method, entidade }: Pick<EntityCall, "method" | "entidade">): object => ({
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
  test.each(METHOD_NAMES)(
    "%s accepts an unchanged entity from every perfil that may call it",
    async (method) => {
      const calls = await listCalls([method]);
      expect(calls.length).toBeGreaterThan(0);
      for (const { caller: callerName, target, entidade } of calls) {
        const readMethod = devolvidoOf(method).leitura;
        const { error, result } = await send(callerName, method, paramsOf({ method, entidade }));
        expect([callerName, target, error, result?.mensagem, result?.sucesso]).toEqual([
          ...[callerName, target, null],
          method === "Usuario.inviteUsuario" ? MESSAGES.conviteEnviado : null,
          true,
        ]);
        if (method === "Usuario.inviteUsuario" || method === "CaixaEmail.pingServidor") continue;
        expect(await read(callerName, readMethod, String(entidade.id))).toEqual(entidade);
      }
    },
  );

  test("instants may be sent back as /Date(ms)/", async () => {
    const methods = METHOD_NAMES.filter((method) => method !== "CaixaEmail.pingServidor");
    for (const { method, caller: callerName, target, entidade } of await listCalls(methods)) {
      const sentBack = writeDates(entidade) as Entity;
      const { error, result } = await send(callerName, method, paramsOf({ method, entidade: sentBack }));
      expect([method, callerName, target, error, result?.sucesso]).toEqual([
        method,
        callerName,
        target,
        null,
        true,
      ]);
    }
  });

  test("the entities of Usuario.getUsuarioAtual can be sent back too", async () => {
    const { result } = await send("proprietario", "Usuario.getUsuarioAtual", {});
    const { usuario, conta } = (result?.object ?? {}) as Record<"usuario" | "conta", Entity>;
    expect((await send("proprietario", "Usuario.saveUsuario", { usuario })).result?.sucesso).toBe(true);
    expect((await send("proprietario", "Conta.saveConta", { conta })).result?.sucesso).toBe(true);
  });
});

const CHANGES: readonly [MethodName, Entity][] = [
  ["Usuario.saveUsuario", { nomeCompleto: "Outro Nome Qualquer" }],
  ["Usuario.inviteUsuario", { color: "#a1b2c3" }],
  ["Conta.saveConta", { downloadPublico: false }],
  ["Empresa.saveEmpresa", { nome: "Outra Razão Social S.A." }],
  ["CaixaEmail.saveCaixaEmail", { descricao: "Outra descrição" }],
  ["Webhook.saveWebhook", { descricao: "Outra descrição" }],
];

describe("sending back an entity with a change", () => {
  test.each(CHANGES)("%s stores the change: %j", async (method, change) => {
    const { leitura: reading } = devolvidoOf(method);
    for (const { caller: callerName, target, entidade } of await listCalls([method])) {
      const changed = { ...entidade, ...change };
      const { error, result } = await send(callerName, method, paramsOf({ method, entidade: changed }));
      expect([callerName, target, error, result?.sucesso]).toEqual([callerName, target, null, true]);
      const id = String(entidade.id);
      expect(await read(callerName, reading, id)).toMatchObject(change);
      await send(callerName, method, paramsOf({ method, entidade }));
    }
  });

  test("a changed read-only field is refused by name, for every caller", async () => {
    let fields = 0;
    // One entity for each method and caller: which fields are read-only does not depend on the
    // entity.
    const calls = (await listCalls(METHOD_NAMES)).filter(
      ({ method, caller: callerName }, at, all) =>
        all.findIndex((each) => each.method === method && each.caller === callerName) === at,
    );
    for (const { method, caller: callerName, target, entidade } of calls) {
      const { campo, vivos } = devolvidoOf(method);
      const editable = fieldsOf(fieldsOf(getMethodRow(method).params)[campo]);
      const readOnly = Object.keys(entidade).filter((nome) => !(nome in editable) && vivos[nome] !== "muda");
      for (const nome of readOnly) {
        const params = paramsOf({ method, entidade: { ...entidade, [nome]: anotherOf(entidade[nome]) } });
        const { error } = await send(callerName, method, params);
        const mensagem = formatMessage("campoFixo", { campo: `${campo}.${nome}` });
        expect([method, callerName, target, nome, error?.code, error?.data]).toEqual([
          ...[method, callerName, target, nome, -32602],
          [{ campo: `${campo}.${nome}`, mensagem }],
        ]);
        fields += 1;
      }
    }
    expect(fields).toBeGreaterThan(40);
  });

  test("an outdated value of a field that changes by itself is accepted, a value of a wrong type is not", async () => {
    const id = targets["CaixaEmail.getCaixaEmail"]?.caixa ?? "";
    const entidade = await read("proprietario", "CaixaEmail.getCaixaEmail", id);
    const outdated = {
      ...entidade,
      estado: "erro",
      falhasSeguidas: 3,
      proximaColeta: "2026-01-01T00:00:00.000Z",
    };
    expect(
      (await send("proprietario", "CaixaEmail.saveCaixaEmail", { caixaEmail: outdated })).error,
    ).toBeNull();
    const wrongType = { ...entidade, falhasSeguidas: "muitas" };
    const { error } = await send("proprietario", "CaixaEmail.saveCaixaEmail", { caixaEmail: wrongType });
    expect(error?.data).toMatchObject([{ campo: "caixaEmail.falhasSeguidas" }]);
  });

  test("a user who is not a manager may send back own rights, but only unchanged", async () => {
    for (const callerName of ["usuario", "manifestante"] as const) {
      const entidade = await read(callerName, "Usuario.getUsuario", team[callerName].usuarioId);
      for (const nome of ["administrador", "permissaoManifestacao", "ativo", "empresas"]) {
        const usuario = { ...entidade, [nome]: nome === "empresas" ? [] : !entidade[nome] };
        const { result } = await send(callerName, "Usuario.saveUsuario", { usuario });
        const mensagem = MESSAGES.acessoRestrito;
        expect([nome, result?.mensagem, result?.erros]).toEqual([
          ...[nome, mensagem],
          [{ campo: `usuario.${nome}`, mensagem }],
        ]);
      }
      expect(await read(callerName, "Usuario.getUsuario", team[callerName].usuarioId)).toEqual(entidade);
    }
  });

  test("a restricted user may send back the same empresas only", async () => {
    const { usuarioId } = team.usuario;
    const empresas = Object.values(targets["Empresa.getEmpresa"] ?? {});
    const before = await read("proprietario", "Usuario.getUsuario", usuarioId);
    await send("proprietario", "Usuario.saveUsuario", { usuario: { ...before, empresas } });
    const usuario = await read("usuario", "Usuario.getUsuario", usuarioId);
    expect(usuario.empresas).toEqual(empresas);
    expect((await send("usuario", "Usuario.saveUsuario", { usuario })).result?.sucesso).toBe(true);
    const unrestricted = { usuario: { ...usuario, empresas: null } };
    expect((await send("usuario", "Usuario.saveUsuario", unrestricted)).result?.erros).toEqual([
      { campo: "usuario.empresas", mensagem: MESSAGES.acessoRestrito },
    ]);
    await send("proprietario", "Usuario.saveUsuario", { usuario: before });
    expect(await read("usuario", "Usuario.getUsuario", usuarioId)).toEqual(before);
  });

  test("rights that are sent back unchanged are not written, so a concurrent change is kept", async () => {
    const { usuario } = team;
    const visit = { ip: "127.0.0.1" } as Parameters<typeof stripReadOnlyParams>[0]["visit"];
    const ctx = { ...fixture.ctx, visit };
    const caller = await findCaller(ctx, usuario.token);
    if (caller === null) throw new Error("no caller");
    const entidade = await read("usuario", "Usuario.getUsuario", usuario.usuarioId);
    const settled = await stripReadOnlyParams(withCaller(ctx, caller), "Usuario.saveUsuario", {
      usuario: entidade,
    });
    const { id, nome, nomeUsuario, nomeCompleto, email, color } = entidade;
    const editable = { id, nome, nomeUsuario, nomeCompleto, email, color };
    expect(settled).toEqual({ kind: "ok", value: { usuario: editable } });
  });
});

function anotherOf(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return "outro";
  return parseWireInstant(value) === null ? `${value}x` : "2099-01-01T00:00:00.000Z";
}

describe("saving a new entity", () => {
  const EMPTY_FIELDS = {
    ...{ id: null, ativado: false, proprietarioConta: false, segundoFator: false },
    ...{ ultimoAcesso: null, conviteExpiraEm: null, empresas: null, color: null, ativo: true },
  };

  test("a new entity may contain its read-only fields, if they are empty", async () => {
    const usuario = { ...userForm("nova"), ...EMPTY_FIELDS };
    expect((await send("administrador", "Usuario.saveUsuario", { usuario })).result?.sucesso).toBe(true);
    const empresa = {
      ...{ nome: "Nova Ltda", cnpj: "12345678000195", ativarAuditor: false, ativarManifestacao: false },
      ...{ id: null, prova: null, certificado: null, temLogo: false, documentos: 0, distribuicoes: [] },
    };
    expect((await send("administrador", "Empresa.saveEmpresa", { empresa })).result?.sucesso).toBe(true);
  });

  test("a new entity with another value in a read-only field is refused", async () => {
    const usuario = { ...userForm("outra"), ...EMPTY_FIELDS, ativado: true };
    const { error } = await send("administrador", "Usuario.saveUsuario", { usuario });
    expect(error?.data).toMatchObject([{ campo: "usuario.ativado" }]);
  });
});

describe("sending back an entity by REST", () => {
  const RESOURCES = [
    ["empresas", "Empresa.getEmpresa", { nome: "Mais uma Razão" }, "documentos"],
    ["caixasEmail", "CaixaEmail.getCaixaEmail", { descricao: "Mais uma" }, "emailsTotal"],
    ["webhooks", "Webhook.getWebhook", { descricao: "Mais uma" }, "mascara"],
  ] as const;

  test.each(RESOURCES)(
    "PUT /%s accepts the body of GET",
    async (resource, reading, change, readOnlyField) => {
      const [id = ""] = Object.values(targets[reading] ?? {});
      const readMethod = (await rest(fixture, team.proprietario, `GET /${resource}/${id}`)).body as Entity;
      const put = async (body: unknown) =>
        await rest(fixture, team.integrador, `PUT /${resource}/${id}`, { body });
      expect((await put(readMethod)).status).toBe(200);
      expect(await put({ ...readMethod, ...change })).toMatchObject({ status: 200, body: change });
      const refusal = await put({ ...readMethod, [readOnlyField]: anotherOf(readMethod[readOnlyField]) });
      expect([refusal.status, refusal.body.erros]).toEqual([
        400,
        [{ campo: readOnlyField, mensagem: formatMessage("campoFixo", { campo: readOnlyField }) }],
      ]);
    },
  );

  test("a mailbox can be tested with the body of its GET", async () => {
    const id = targets["CaixaEmail.getCaixaEmail"]?.caixa ?? "";
    const { body } = await rest(fixture, team.proprietario, `GET /caixasEmail/${id}`);
    const answer = await rest(fixture, team.integrador, "POST /caixasEmail/testar", { body });
    expect([answer.status, answer.body.ok]).toEqual([200, false]);
  });
});
