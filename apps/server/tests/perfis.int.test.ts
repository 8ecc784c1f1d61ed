import {
  ACESSO,
  escopoOf,
  formatMensagem,
  getMethodRow,
  METHODS,
  type MethodName,
  PERFIS,
  type Perfil,
  permissaoOf,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createElenco, type Elenco, enterNovo } from "./elenco.ts";
import { type Answer, createWire, post, type Wire } from "./wire.ts";

const NAMES = Object.keys(METHODS) as MethodName[];

let wire: Wire;
let conta: { contaId: string; identificador: string };
let elenco: Elenco;
beforeAll(async () => {
  wire = await createWire();
  conta = await wire.createConta();
  elenco = await createElenco(wire, conta);
});
afterAll(async () => {
  console.info(`perfis: ${celulas.metodos} células de método, ${celulas.campos} de campo`);
  await wire.dispose();
});

const celulas = { metodos: 0, campos: 0 };

async function call(name: MethodName, params: object, token: string | null): Promise<Answer> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return (await (await post(wire, { id: 1, method: name, params }, { headers })).json()) as Answer;
}

const tokenOf = (perfil: Perfil): string | null => (perfil === "visitante" ? null : elenco[perfil].token);

/**
 * The outcome of the access check. Params have an unknown field: a call that is refused for it has
 * passed the check and had no effect.
 */
type Fim = "entrou" | "sem sessão" | { mensagem: string; campo: string | null };

async function knock(name: MethodName, token: string | null, params: object = {}): Promise<Fim> {
  const { error, result } = await call(name, { ...params, inventado: 1 }, token);
  if (error?.code === -32001) return "sem sessão";
  if (error?.code === -32602 && JSON.stringify(error.data).includes('"campo":"inventado"')) return "entrou";
  if (result?.sucesso === false) {
    return { mensagem: String(result.mensagem), campo: result.erros[0]?.campo ?? null };
  }
  throw new Error(`${name}: ${JSON.stringify({ error, result })}`);
}

/** The refusal that a perfil must receive. */
function refusalOf(name: MethodName, perfil: Perfil, campo: string | null = null): Fim {
  if (perfil === "visitante") return "sem sessão";
  const row = getMethodRow(name);
  const escopo = perfil === "api" && row.person !== true ? escopoOf(name, row) : null;
  if (escopo !== null) return { mensagem: formatMensagem("escopoAusente", { escopo }), campo };
  const key = row.access === "manifestante" ? "manifestacaoSemPermissao" : "acessoRestrito";
  return { mensagem: formatMensagem(key), campo };
}

/** Params that name a user, where the method's row says that they do. */
function about(name: MethodName, usuarioId: string): object {
  const [last = "", ...before] = (getMethodRow(name).self ?? "").split(".").toReversed();
  return before.reduce<object>((inner, key) => ({ [key]: inner }), { [last]: usuarioId });
}

describe("access to methods", () => {
  test.each(NAMES)("%s accepts exactly the perfis of the access table", async (name) => {
    for (const perfil of PERFIS) {
      const permissao = permissaoOf(getMethodRow(name), perfil);
      const expected = permissao === "sim" ? "entrou" : refusalOf(name, perfil);
      expect([perfil, await knock(name, tokenOf(perfil))]).toEqual([perfil, expected]);
      celulas.metodos += 1;
    }
  });

  const PROPRIOS = NAMES.filter((name) => METHODS[name].access === "self");

  test.each(PROPRIOS)("%s is for the user concerned, or for managers", async (name) => {
    for (const perfil of PERFIS) {
      const permissao = permissaoOf(getMethodRow(name), perfil);
      const self = perfil === "visitante" ? elenco.usuario.usuarioId : elenco[perfil].usuarioId;
      const other = perfil === "usuario" ? elenco.manifestante.usuarioId : elenco.usuario.usuarioId;
      const aboutSelf = await knock(name, tokenOf(perfil), about(name, self));
      const aboutOther = await knock(name, tokenOf(perfil), about(name, other));
      const no = refusalOf(name, perfil);
      expect([perfil, aboutSelf]).toEqual([perfil, permissao === "nao" ? no : "entrou"]);
      expect([perfil, aboutOther]).toEqual([perfil, permissao === "sim" ? "entrou" : no]);
      celulas.metodos += 2;
    }
  });

  // The product team is not a role of a conta: produto.int and operador-tela.int cover its access.
  const LEITURAS = NAMES.filter(
    (name) =>
      METHODS[name].readOnly &&
      !/^(?:Produto|Operador)\./.test(name) &&
      getMethodRow(name).params.safeParse({}).success,
  );

  test.each(LEITURAS)("%s succeeds for every perfil that it accepts", async (name) => {
    for (const perfil of PERFIS) {
      if (permissaoOf(getMethodRow(name), perfil) !== "sim") continue;
      const { error, result } = await call(name, {}, tokenOf(perfil));
      expect([perfil, error, result?.mensagem, result?.sucesso]).toEqual([perfil, null, null, true]);
    }
  });

  test("a user with several roles has the access of each of them", async () => {
    const flags = { administrador: true, proprietario: false, manifestante: true };
    const { token } = await enterNovo(wire, conta, flags, "tudo");
    for (const name of NAMES) expect([name, await knock(name, token)]).toEqual([name, "entrou"]);
  });

  test("the access check reads this table", async () => {
    const manager = ACESSO.manager as Record<Perfil, string>;
    try {
      manager.usuario = "sim";
      expect(await knock("Empresa.deleteEmpresa", elenco.usuario.token)).toBe("entrou");
    } finally {
      manager.usuario = "nao";
    }
    expect(await knock("Empresa.deleteEmpresa", elenco.usuario.token)).not.toBe("entrou");
  });
});

describe("restricted fields", () => {
  const CAMPOS = NAMES.flatMap((name) =>
    Object.entries(getMethodRow(name).fields ?? {}).map(([campo, access]) => ({ name, campo, access })),
  );

  test.each(CAMPOS)("$campo of $name, about oneself", async ({ name, campo, access }) => {
    for (const perfil of PERFIS) {
      if (perfil === "visitante" || permissaoOf(getMethodRow(name), perfil) === "nao") continue;
      const mine = about(name, elenco[perfil].usuarioId);
      const may = permissaoOf({ access }, perfil) === "sim";
      const atual = await readOwn(perfil, campo);
      for (const value of [true, false, null, []]) {
        const params = withField(mine, campo, value);
        // The current value is not a change.
        const expected = may || value === atual ? "entrou" : refusalOf(name, perfil, campo);
        expect([perfil, value, await knock(name, tokenOf(perfil), params)]).toEqual([
          perfil,
          value,
          expected,
        ]);
      }
      celulas.campos += 1;
    }
  });

  test.each(["proprietarioConta", "ativado", "produto", "senhaHash", "contaId", "ultimoAcesso"])(
    "%s of a user cannot be set",
    async (campo) => {
      for (const name of ["Usuario.saveUsuario", "Usuario.inviteUsuario"] as const) {
        const pessoa = { nome: "R", nomeUsuario: "rui", nomeCompleto: "Rui", email: "rui@exemplo.test" };
        const { error } = await call(
          name,
          { usuario: { ...pessoa, [campo]: true } },
          elenco.proprietario.token,
        );
        expect([error?.code, error?.data]).toEqual([
          -32602,
          [{ campo: `usuario.${campo}`, mensagem: expect.stringMatching(/\w/) }],
        ]);
      }
    },
  );
});

/** A field of the caller's own user, as read. */
async function readOwn(perfil: Exclude<Perfil, "visitante">, campo: string): Promise<unknown> {
  const { usuarioId: id, token } = elenco[perfil];
  const { result } = await call("Usuario.getUsuario", { id }, token);
  return (result?.object as Record<string, unknown> | null)?.[campo.slice("usuario.".length)];
}

/** The same params with a value at a path of two names. */
function withField(params: object, path: string, value: unknown): object {
  const [outer = "", inner = ""] = path.split(".");
  const held = (params as Record<string, object>)[outer] ?? {};
  return { ...params, [outer]: { ...held, [inner]: value } };
}
