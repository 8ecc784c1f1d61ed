import { ARQUIVOS, type Envelope, formatMensagem, ROTAS } from "@malote/contract";
import type { Express } from "express";
import { describe, expect, test } from "vitest";
import { createHouse } from "../src/doors/house.ts";
import { CASOS_ARQUIVOS, type CasoArquivo, RESTRITO, SEM_SESSAO } from "./contrato-casos-arquivos.ts";
import type { Palco } from "./contrato-palco.ts";
import { readSpec7 } from "./contrato-spec.ts";
import type { Pessoa } from "./wire.ts";

const SPEC = readSpec7();
const NOMES = Object.keys(CASOS_ARQUIVOS);
const FECHADOS = NOMES.filter((nome) => ARQUIVOS[nome]?.access !== "public");
const GERIDOS = NOMES.filter((nome) => ARQUIVOS[nome]?.access === "manager");

function casoOf(nome: string): CasoArquivo {
  const caso = CASOS_ARQUIVOS[nome];
  if (caso === undefined) throw new Error(`no case: ${nome}`);
  return caso;
}

function quemOf({ elenco }: Palco, { por }: CasoArquivo): Pessoa | null {
  return por === "visitante" ? null : elenco[por];
}

async function saidOf(answer: Response): Promise<{ status: number; mensagem: string | null }> {
  return { status: answer.status, mensagem: ((await answer.json()) as Envelope).mensagem };
}

type Layer = { route?: { path: unknown; methods: Record<string, boolean> }; handle?: { stack?: Layer[] } };

/** REST routes, which have a contract and tests of their own. */
const REST: ReadonlySet<string> = new Set(ROTAS.map((rota) => rota.replace(" /", " ")));

/** Endpoints under /Services/ without JSON-RPC and REST, by verb: "GET downloadDFe". */
function listEnderecos(house: Express): string[] {
  const { stack } = house.router as unknown as { stack: Layer[] };
  const layers = stack.flatMap(({ handle }) => handle?.stack ?? []);
  const found = layers.flatMap(({ route }) => {
    const verbs = ["get", "post"].filter((verb) => route?.methods[verb] === true);
    return verbs.map((verb) => `${verb.toUpperCase()} ${String(route?.path).slice(1)}`);
  });
  return found.filter((one) => /^(GET|POST) \w+$/.test(one) && !REST.has(one));
}

/** The tests of every file endpoint and upload. palco: called inside each test, once the fixture is
 * open. */
export function describeArquivos(palco: () => Palco): void {
  describe("the file endpoints", () => {
    test("the contract lists every file endpoint of the server, with its verb", () => {
      const listed = Object.entries(ARQUIVOS).map(([nome, { verbo }]) => `${verbo} ${nome}`);
      const { ctx, config } = palco().wire;
      // A folder without a build, so that the pages of the site add no endpoints.
      const house = createHouse(ctx, { dist: config.dataDir });
      expect(listEnderecos(house).toSorted()).toEqual(listed.toSorted());
    });

    test("every file endpoint of the specification is in the contract with its fields, and has a case here", () => {
      const named = [...SPEC.downloads, ...SPEC.uploads.map(({ nome }) => nome)];
      expect(Object.keys(ARQUIVOS)).toEqual(expect.arrayContaining(named));
      expect(new Set(NOMES)).toEqual(new Set(Object.keys(ARQUIVOS)));
      for (const { nome, params } of SPEC.uploads) {
        const fields = ARQUIVOS[nome]?.campos.map((campo) => campo.nome);
        expect(fields).toEqual(expect.arrayContaining([...params]));
      }
    });

    test.each(NOMES)("%s refuses with the documented status, sentence and field", async (nome) => {
      const caso = casoOf(nome);
      const { status, diz, campo, pede } = caso.recusa;
      const answer = await pede(palco(), quemOf(palco(), caso));
      const said = (await answer.json()) as Envelope;
      const mensagem = formatMensagem(diz);
      expect([answer.status, said.sucesso, said.mensagem]).toEqual([status, false, mensagem]);
      expect(said.erros).toEqual(campo === undefined ? [] : [{ campo, mensagem }]);
    });

    test.each(NOMES)("%s returns the documented content", async (nome) => {
      const caso = casoOf(nome);
      const answer = await caso.pede(palco(), quemOf(palco(), caso));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.ok ? "" : bytes.toString()]).toEqual([200, ""]);
      await caso.mostra(answer, bytes, palco());
    });

    test.each(FECHADOS)("%s answers 401 without a session", async (nome) => {
      expect(await saidOf(await casoOf(nome).pede(palco(), null))).toEqual(SEM_SESSAO);
    });

    test.each(GERIDOS)(
      "%s refuses users who are not managers and tokens without the admin scope",
      async (nome) => {
        const { usuario, api } = palco().elenco;
        expect(await saidOf(await casoOf(nome).pede(palco(), usuario))).toEqual(RESTRITO);
        const semEscopo = { ...RESTRITO, mensagem: formatMensagem("escopoAusente", { escopo: "admin" }) };
        expect(await saidOf(await casoOf(nome).pede(palco(), api))).toEqual(semEscopo);
      },
    );

    test.each(NOMES)("%s answers 405 to the other verb", async (nome) => {
      const method = ARQUIVOS[nome]?.verbo === "GET" ? "POST" : "GET";
      const answer = await fetch(`${palco().wire.server.url}/Services/${nome}`, { method });
      expect(answer.status).toBe(405);
    });
  });
}
