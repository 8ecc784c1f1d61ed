import {
  FILE_ENDPOINTS,
  formatMessage,
  getMethodRow,
  METHODS,
  type MethodName,
  SCOPES,
  type Scope,
  scopeOf,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enterNewUser } from "../setup/team.ts";
import { type Answer, createWire, get, post, rpc, type SignedInUser, type Wire } from "../setup/wire.ts";

const NAMES = Object.keys(METHODS) as MethodName[];
const ROUTES = Object.entries(FILE_ENDPOINTS).flatMap(([nome, row]) =>
  row.access === "public" ? [] : [{ nome, ...row }],
);

let wire: Wire;
let owner: SignedInUser;
/** One token per scope, with that scope only. */
const tokens = new Map<Scope, string>();
const checked = { metodos: 0, enderecos: 0 };

beforeAll(async () => {
  wire = await createWire();
  const flags = { administrador: true, proprietario: true, manifestante: true };
  owner = await enterNewUser(wire, await wire.createConta(), flags, "dona");
  for (const escopo of SCOPES) {
    const apiToken = { nome: escopo, escopos: [escopo], empresas: null };
    const { object } = await owner.call("ApiToken.saveApiToken", { apiToken });
    tokens.set(escopo, (object as { token: string }).token);
  }
});
afterAll(async () => {
  console.info(`escopos: ${checked.metodos} células de método, ${checked.enderecos} de endereço`);
  await wire.dispose();
});

const authorization = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

/**
 * The outcome of the access check. Params have an unknown field: a call that is refused for it has
 * passed the check and had no effect.
 */
async function tryCall(method: MethodName, token: string | undefined): Promise<string> {
  const params = { id: owner.usuarioId, inventado: 1 };
  const answer = await post(wire, { id: 1, method, params }, { headers: authorization(token) });
  const { error, result } = (await answer.json()) as Answer;
  if (error?.code === -32602 && JSON.stringify(error.data).includes('"campo":"inventado"')) return "entrou";
  if (result?.sucesso === false) return String(result.mensagem);
  throw new Error(`${method}: ${JSON.stringify({ error, result })}`);
}

/** The outcome that METHODS lists for a token with one scope. */
function expectedOutcome(method: MethodName, escopo: Scope): string {
  const row = getMethodRow(method);
  if (row.access === "public") return "entrou";
  if (row.person === true) return formatMessage("acessoRestrito");
  const needed = scopeOf(method, row);
  if (needed === null || needed === escopo) return "entrou";
  return formatMessage("escopoAusente", { escopo: needed });
}

describe("access of each token scope", () => {
  test.each(NAMES)(
    "the method %s accepts tokens with its scope and names the missing scope to others",
    async (name) => {
      for (const escopo of SCOPES) {
        expect([escopo, await tryCall(name, tokens.get(escopo))]).toEqual([
          escopo,
          expectedOutcome(name, escopo),
        ]);
        checked.metodos += 1;
      }
    },
  );

  test("each scope allows at least one method", () => {
    const opened = (escopo: Scope) =>
      NAMES.filter((name) => scopeOf(name, getMethodRow(name)) === escopo).length;
    for (const escopo of SCOPES) expect([escopo, opened(escopo) > 0]).toEqual([escopo, true]);
  });

  test.each(ROUTES)("the route $nome requires its scope", async ({ nome, verbo, escopo: needed }) => {
    for (const escopo of SCOPES) {
      const headers = authorization(tokens.get(escopo));
      const answer =
        verbo === "GET"
          ? await get(wire, `/Services/${nome}?id=${owner.usuarioId}`, headers)
          : await fetch(`${wire.server.url}/Services/${nome}`, {
              method: "POST",
              headers,
              body: new FormData(),
            });
      const said = await answer.text();
      const missing = said.includes(formatMessage("escopoAusente", { escopo: needed ?? "" }));
      const may = needed === null || needed === escopo;
      // Only for users of the product team in person: no token is accepted, whatever its scope.
      const isRefused = !may || nome === "downloadDiagnostico";
      expect([escopo, missing, answer.status === 403]).toEqual([escopo, !may, isRefused && verbo === "GET"]);
      checked.enderecos += 1;
    }
  });

  test("a token with the admin scope does not act as a person and cannot manifest", async () => {
    const admin = tokens.get("admin") ?? "";
    const call = async (method: string, params: object) =>
      (await rpc(wire, { id: 1, method, params, authToken: admin })).result;
    expect(await call("Registro.getListRegistro", {})).toMatchObject({ sucesso: true });
    for (const method of ["ApiToken.getListApiToken", "Usuario.getListUsuario", "Usuario.getAPIToken"]) {
      expect(await call(method, {})).toMatchObject({ mensagem: formatMessage("acessoRestrito") });
    }
    const manifestacao = { tipo: "NFe", novoStatus: 1, id: owner.usuarioId };
    const mensagem = formatMessage("escopoAusente", { escopo: "manifestar" });
    expect(await call("Nota.manifestacao", manifestacao)).toMatchObject({ sucesso: false, mensagem });
  });

  test("a token can manifest only while the user who created it may", async () => {
    const set = (allowed: boolean) =>
      wire.asOwner("UPDATE usuario SET permissao_manifestacao = $2 WHERE id = $1", [
        owner.usuarioId,
        allowed,
      ]);
    await set(false);
    expect(await tryCall("Nota.manifestacao", tokens.get("manifestar"))).toBe(
      formatMessage("manifestacaoSemPermissao"),
    );
    await set(true);
    expect(await tryCall("Nota.manifestacao", tokens.get("manifestar"))).toBe("entrou");
  });
});
