import { type Envelope, FILE_ENDPOINTS, formatMessage, ROUTES } from "@malote/contract";
import type { Express } from "express";
import { describe, expect, test } from "vitest";
import { createHttpApp } from "../../src/http/create-app.ts";
import type { SignedInUser } from "../setup/wire.ts";
import { FILE_CASES, type FileCase, NO_SESSION, RESTRICTED } from "./cases/file-endpoints.ts";
import type { ContractFixture } from "./contract-fixture.ts";
import { readSpec7 } from "./spec-7.ts";

const SPEC = readSpec7();
const NAMES = Object.keys(FILE_CASES);
const CLOSED = NAMES.filter((nome) => FILE_ENDPOINTS[nome]?.access !== "public");
const MANAGED = NAMES.filter((nome) => FILE_ENDPOINTS[nome]?.access === "manager");

function caseOf(nome: string): FileCase {
  const fileCase = FILE_CASES[nome];
  if (fileCase === undefined) throw new Error(`no case: ${nome}`);
  return fileCase;
}

function callerOf({ team }: ContractFixture, { caller: por }: FileCase): SignedInUser | null {
  return por === "visitante" ? null : team[por];
}

async function refusalOf(answer: Response): Promise<{ status: number; mensagem: string | null }> {
  return { status: answer.status, mensagem: ((await answer.json()) as Envelope).mensagem };
}

type Layer = { route?: { path: unknown; methods: Record<string, boolean> }; handle?: { stack?: Layer[] } };

/** REST routes, which have a contract and tests of their own. */
const REST: ReadonlySet<string> = new Set(ROUTES.map((restRoute) => restRoute.replace(" /", " ")));

/** Endpoints under /Services/ without JSON-RPC and REST, by verb: "GET downloadDFe". */
function listEndpoints(app: Express): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const layers = stack.flatMap(({ handle }) => handle?.stack ?? []);
  const found = layers.flatMap(({ route }) => {
    const verbs = ["get", "post"].filter((verb) => route?.methods[verb] === true);
    return verbs.map((verb) => `${verb.toUpperCase()} ${String(route?.path).slice(1)}`);
  });
  return found.filter((one) => /^(GET|POST) \w+$/.test(one) && !REST.has(one));
}

/** The tests of every file endpoint and upload. openFixture: called inside each test, once the fixture is
 * open. */
export function describeFileEndpoints(openFixture: () => ContractFixture): void {
  describe("the file endpoints", () => {
    test("the contract lists every file endpoint of the server, with its verb", () => {
      const listed = Object.entries(FILE_ENDPOINTS).map(([nome, { verbo }]) => `${verbo} ${nome}`);
      const { ctx, config } = openFixture().wire;
      // A folder without a build, so that the pages of the site add no endpoints.
      const app = createHttpApp(ctx, { dist: config.dataDir });
      expect(listEndpoints(app).toSorted()).toEqual(listed.toSorted());
    });

    test("every file endpoint of the specification is in the contract with its fields, and has a case here", () => {
      const named = [...SPEC.downloads, ...SPEC.uploads.map(({ nome }) => nome)];
      expect(Object.keys(FILE_ENDPOINTS)).toEqual(expect.arrayContaining(named));
      expect(new Set(NAMES)).toEqual(new Set(Object.keys(FILE_ENDPOINTS)));
      for (const { nome, params } of SPEC.uploads) {
        const fields = FILE_ENDPOINTS[nome]?.campos.map((campo) => campo.nome);
        expect(fields).toEqual(expect.arrayContaining([...params]));
      }
    });

    test.each(NAMES)("%s refuses with the documented status, sentence and field", async (nome) => {
      const fileCase = caseOf(nome);
      const { status, sentence: diz, campo, send: pede } = fileCase.refusal;
      const answer = await pede(openFixture(), callerOf(openFixture(), fileCase));
      const said = (await answer.json()) as Envelope;
      const mensagem = formatMessage(diz);
      expect([answer.status, said.sucesso, said.mensagem]).toEqual([status, false, mensagem]);
      expect(said.erros).toEqual(campo === undefined ? [] : [{ campo, mensagem }]);
    });

    test.each(NAMES)("%s returns the documented content", async (nome) => {
      const fileCase = caseOf(nome);
      const answer = await fileCase.send(openFixture(), callerOf(openFixture(), fileCase));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.ok ? "" : bytes.toString()]).toEqual([200, ""]);
      await fileCase.verify(answer, bytes, openFixture());
    });

    test.each(CLOSED)("%s answers 401 without a session", async (nome) => {
      expect(await refusalOf(await caseOf(nome).send(openFixture(), null))).toEqual(NO_SESSION);
    });

    test.each(MANAGED)(
      "%s refuses users who are not managers and tokens without the admin scope",
      async (nome) => {
        const { usuario, api } = openFixture().team;
        expect(await refusalOf(await caseOf(nome).send(openFixture(), usuario))).toEqual(RESTRICTED);
        const withoutScope = { ...RESTRICTED, mensagem: formatMessage("escopoAusente", { escopo: "admin" }) };
        expect(await refusalOf(await caseOf(nome).send(openFixture(), api))).toEqual(withoutScope);
      },
    );

    test.each(NAMES)("%s answers 405 to the other verb", async (nome) => {
      const method = FILE_ENDPOINTS[nome]?.verbo === "GET" ? "POST" : "GET";
      const answer = await fetch(`${openFixture().wire.server.url}/Services/${nome}`, { method });
      expect(answer.status).toBe(405);
    });
  });
}
