import {
  ARQUIVOS,
  ESCOPOS,
  type Escopo,
  escopoOf,
  formatMensagem,
  getMethodRow,
  METHODS,
  type MethodName,
} from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enterNovo } from "./elenco.ts";
import { type Answer, createWire, get, type Pessoa, post, rpc, type Wire } from "./wire.ts";

const NAMES = Object.keys(METHODS) as MethodName[];
const ENDERECOS = Object.entries(ARQUIVOS).flatMap(([nome, row]) =>
  row.access === "public" ? [] : [{ nome, ...row }],
);

let wire: Wire;
let dona: Pessoa;
/** One token per scope, with that scope only. */
const tokens = new Map<Escopo, string>();
const celulas = { metodos: 0, enderecos: 0 };

beforeAll(async () => {
  wire = await createWire();
  const flags = { administrador: true, proprietario: true, manifestante: true };
  dona = await enterNovo(wire, await wire.createConta(), flags, "dona");
  for (const escopo of ESCOPOS) {
    const apiToken = { nome: escopo, escopos: [escopo], empresas: null };
    const { object } = await dona.call("ApiToken.saveApiToken", { apiToken });
    tokens.set(escopo, (object as { token: string }).token);
  }
});
afterAll(async () => {
  console.info(`escopos: ${celulas.metodos} células de método, ${celulas.enderecos} de endereço`);
  await wire.dispose();
});

const authorization = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

/**
 * The outcome of the access check. Params have an unknown field: a call that is refused for it has
 * passed the check and had no effect.
 */
async function knock(method: MethodName, token: string | undefined): Promise<string> {
  const params = { id: dona.usuarioId, inventado: 1 };
  const answer = await post(wire, { id: 1, method, params }, { headers: authorization(token) });
  const { error, result } = (await answer.json()) as Answer;
  if (error?.code === -32602 && JSON.stringify(error.data).includes('"campo":"inventado"')) return "entrou";
  if (result?.sucesso === false) return String(result.mensagem);
  throw new Error(`${method}: ${JSON.stringify({ error, result })}`);
}

/** The outcome that METHODS lists for a token with one scope. */
function promised(method: MethodName, escopo: Escopo): string {
  const row = getMethodRow(method);
  if (row.access === "public") return "entrou";
  if (row.person === true) return formatMensagem("acessoRestrito");
  const needed = escopoOf(method, row);
  if (needed === null || needed === escopo) return "entrou";
  return formatMensagem("escopoAusente", { escopo: needed });
}

describe("access of each token scope", () => {
  test.each(NAMES)("%s accepts tokens with its scope and names the missing scope to others", async (name) => {
    for (const escopo of ESCOPOS) {
      expect([escopo, await knock(name, tokens.get(escopo))]).toEqual([escopo, promised(name, escopo)]);
      celulas.metodos += 1;
    }
  });

  test("each scope allows some method", () => {
    const opened = (escopo: Escopo) =>
      NAMES.filter((name) => escopoOf(name, getMethodRow(name)) === escopo).length;
    for (const escopo of ESCOPOS) expect([escopo, opened(escopo) > 0]).toEqual([escopo, true]);
  });

  test.each(ENDERECOS)("$nome requires its scope", async ({ nome, verbo, escopo: needed }) => {
    for (const escopo of ESCOPOS) {
      const headers = authorization(tokens.get(escopo));
      const answer =
        verbo === "GET"
          ? await get(wire, `/Services/${nome}?id=${dona.usuarioId}`, headers)
          : await fetch(`${wire.server.url}/Services/${nome}`, {
              method: "POST",
              headers,
              body: new FormData(),
            });
      const said = await answer.text();
      const missing = said.includes(formatMensagem("escopoAusente", { escopo: needed ?? "" }));
      const may = needed === null || needed === escopo;
      // Only for users of the product team in person: no token is accepted, whatever its scope.
      const isRefused = !may || nome === "downloadDiagnostico";
      expect([escopo, missing, answer.status === 403]).toEqual([escopo, !may, isRefused && verbo === "GET"]);
      celulas.enderecos += 1;
    }
  });

  test("a token with the admin scope does not act as a person and cannot manifest", async () => {
    const admin = tokens.get("admin") ?? "";
    const call = async (method: string, params: object) =>
      (await rpc(wire, { id: 1, method, params, authToken: admin })).result;
    expect(await call("Registro.getListRegistro", {})).toMatchObject({ sucesso: true });
    for (const method of ["ApiToken.getListApiToken", "Usuario.getListUsuario", "Usuario.getAPIToken"]) {
      expect(await call(method, {})).toMatchObject({ mensagem: formatMensagem("acessoRestrito") });
    }
    const manifesta = { tipo: "NFe", novoStatus: 1, id: dona.usuarioId };
    const mensagem = formatMensagem("escopoAusente", { escopo: "manifestar" });
    expect(await call("Nota.manifestacao", manifesta)).toMatchObject({ sucesso: false, mensagem });
  });

  test("a token can manifest only while the user who created it may", async () => {
    const set = (pode: boolean) =>
      wire.asOwner("UPDATE usuario SET permissao_manifestacao = $2 WHERE id = $1", [dona.usuarioId, pode]);
    await set(false);
    expect(await knock("Nota.manifestacao", tokens.get("manifestar"))).toBe(
      formatMensagem("manifestacaoSemPermissao"),
    );
    await set(true);
    expect(await knock("Nota.manifestacao", tokens.get("manifestar"))).toBe("entrou");
  });
});
