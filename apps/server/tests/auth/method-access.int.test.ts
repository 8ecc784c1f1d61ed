import {
  ACCESS,
  formatMessage,
  getMethodRow,
  METHODS,
  type MethodName,
  permissionOf,
  ROLES,
  type Role,
  scopeOf,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTeam, enterNewUser, type Team } from "../setup/team.ts";
import { type Answer, createWire, post, type Wire } from "../setup/wire.ts";

const NAMES = Object.keys(METHODS) as MethodName[];

let wire: Wire;
let conta: { contaId: string; identificador: string };
let team: Team;
beforeAll(async () => {
  wire = await createWire();
  conta = await wire.createConta();
  team = await createTeam(wire, conta);
});
afterAll(async () => {
  console.info(`perfis: ${checked.metodos} células de método, ${checked.campos} de campo`);
  await wire.dispose();
});

const checked = { metodos: 0, campos: 0 };

async function call(name: MethodName, params: object, token: string | null): Promise<Answer> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return (await (await post(wire, { id: 1, method: name, params }, { headers })).json()) as Answer;
}

const tokenOf = (perfil: Role): string | null => (perfil === "visitante" ? null : team[perfil].token);

/**
 * The outcome of the access check. Params have an unknown field: a call that is refused for it has
 * passed the check and had no effect.
 */
type Outcome = "entrou" | "sem sessão" | { mensagem: string; campo: string | null };

async function tryCall(name: MethodName, token: string | null, params: object = {}): Promise<Outcome> {
  const { error, result } = await call(name, { ...params, inventado: 1 }, token);
  if (error?.code === -32001) return "sem sessão";
  if (error?.code === -32602 && JSON.stringify(error.data).includes('"campo":"inventado"')) return "entrou";
  if (result?.sucesso === false) {
    return { mensagem: String(result.mensagem), campo: result.erros[0]?.campo ?? null };
  }
  throw new Error(`${name}: ${JSON.stringify({ error, result })}`);
}

/** The refusal that a perfil must receive. */
function refusalOf(name: MethodName, perfil: Role, field: string | null = null): Outcome {
  if (perfil === "visitante") return "sem sessão";
  const row = getMethodRow(name);
  const escopo = perfil === "api" && row.person !== true ? scopeOf(name, row) : null;
  if (escopo !== null) return { mensagem: formatMessage("escopoAusente", { escopo }), campo: field };
  const isForPersons = perfil === "api" && row.person === true;
  const key = row.access === "manifestante" && !isForPersons ? "manifestacaoSemPermissao" : "acessoRestrito";
  return { mensagem: formatMessage(key), campo: field };
}

/** Params that name a user, where the method's row says that they do. */
function paramsAbout(name: MethodName, usuarioId: string): object {
  const [last = "", ...before] = (getMethodRow(name).self ?? "").split(".").toReversed();
  return before.reduce<object>((inner, key) => ({ [key]: inner }), { [last]: usuarioId });
}

describe("access to methods", () => {
  test.each(NAMES)("the method %s accepts exactly the perfis of the access table", async (name) => {
    for (const perfil of ROLES) {
      const permissao = permissionOf(getMethodRow(name), perfil);
      const expected = permissao === "sim" ? "entrou" : refusalOf(name, perfil);
      expect([perfil, await tryCall(name, tokenOf(perfil))]).toEqual([perfil, expected]);
      checked.metodos += 1;
    }
  });

  const SELF_METHODS = NAMES.filter((name) => METHODS[name].access === "self");

  test.each(SELF_METHODS)("the method %s is for the user concerned, or for managers", async (name) => {
    for (const perfil of ROLES) {
      const permissao = permissionOf(getMethodRow(name), perfil);
      const self = perfil === "visitante" ? team.usuario.usuarioId : team[perfil].usuarioId;
      const other = perfil === "usuario" ? team.manifestante.usuarioId : team.usuario.usuarioId;
      const aboutSelf = await tryCall(name, tokenOf(perfil), paramsAbout(name, self));
      const aboutOther = await tryCall(name, tokenOf(perfil), paramsAbout(name, other));
      const no = refusalOf(name, perfil);
      expect([perfil, aboutSelf]).toEqual([perfil, permissao === "nao" ? no : "entrou"]);
      expect([perfil, aboutOther]).toEqual([perfil, permissao === "sim" ? "entrou" : no]);
      checked.metodos += 2;
    }
  });

  // The product team is not a role of a conta: produto-contas.int and operador-screen.int cover its access.
  // The count of a lote needs documents: lote-marks.int.
  const READ_METHODS = NAMES.filter(
    (name) =>
      METHODS[name].readOnly &&
      !/^(?:Produto|Operador)\.|^Lote\.getContagem$/.test(name) &&
      getMethodRow(name).params.safeParse({}).success,
  );

  test.each(READ_METHODS)("the method %s succeeds for every perfil that it accepts", async (name) => {
    for (const perfil of ROLES) {
      if (permissionOf(getMethodRow(name), perfil) !== "sim") continue;
      const { error, result } = await call(name, {}, tokenOf(perfil));
      expect([perfil, error, result?.mensagem, result?.sucesso]).toEqual([perfil, null, null, true]);
    }
  });

  test("a user with several roles has the access of each of them", async () => {
    const flags = { administrador: true, proprietario: false, manifestante: true };
    const { token } = await enterNewUser(wire, conta, flags, "tudo");
    for (const name of NAMES) expect([name, await tryCall(name, token)]).toEqual([name, "entrou"]);
  });

  test("the access check reads the access table", async () => {
    const manager = ACCESS.manager as Record<Role, string>;
    try {
      manager.usuario = "sim";
      expect(await tryCall("Empresa.deleteEmpresa", team.usuario.token)).toBe("entrou");
    } finally {
      manager.usuario = "nao";
    }
    expect(await tryCall("Empresa.deleteEmpresa", team.usuario.token)).not.toBe("entrou");
  });
});

describe("restricted fields", () => {
  const RESTRICTED_FIELDS = NAMES.flatMap((name) =>
    Object.entries(getMethodRow(name).fields ?? {}).map(([field, access]) => ({
      name,
      campo: field,
      access,
    })),
  );

  test.each(RESTRICTED_FIELDS)(
    "only a perfil with access changes the field $campo of $name about oneself",
    async ({ name, campo: field, access }) => {
      for (const perfil of ROLES) {
        if (perfil === "visitante" || permissionOf(getMethodRow(name), perfil) === "nao") continue;
        const mine = paramsAbout(name, team[perfil].usuarioId);
        const may = permissionOf({ access }, perfil) === "sim";
        const current = await readOwn(perfil, field);
        for (const value of [true, false, null, []]) {
          const params = withField(mine, field, value);
          // The current value is not a change.
          const expected = may || value === current ? "entrou" : refusalOf(name, perfil, field);
          expect([perfil, value, await tryCall(name, tokenOf(perfil), params)]).toEqual([
            perfil,
            value,
            expected,
          ]);
        }
        checked.campos += 1;
      }
    },
  );

  test.each(["proprietarioConta", "ativado", "produto", "senhaHash", "contaId", "ultimoAcesso"])(
    "the field %s of a user cannot be set",
    async (field) => {
      for (const name of ["Usuario.saveUsuario", "Usuario.inviteUsuario"] as const) {
        const fields = { nome: "R", nomeUsuario: "rui", nomeCompleto: "Rui", email: "rui@exemplo.test" };
        const { error } = await call(
          name,
          { usuario: { ...fields, [field]: true } },
          team.proprietario.token,
        );
        expect([error?.code, error?.data]).toEqual([
          -32602,
          [{ campo: `usuario.${field}`, mensagem: expect.stringMatching(/\w/) }],
        ]);
      }
    },
  );
});

/** A field of the caller's own user, as read. */
async function readOwn(perfil: Exclude<Role, "visitante">, field: string): Promise<unknown> {
  const { usuarioId: id, token } = team[perfil];
  const { result } = await call("Usuario.getUsuario", { id }, token);
  return (result?.object as Record<string, unknown> | null)?.[field.slice("usuario.".length)];
}

/** The same params with a value at a path of two names. */
function withField(params: object, path: string, value: unknown): object {
  const [outer = "", inner = ""] = path.split(".");
  const held = (params as Record<string, object>)[outer] ?? {};
  return { ...params, [outer]: { ...held, [inner]: value } };
}
