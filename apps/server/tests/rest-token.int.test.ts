import { afterAll, beforeAll, expect, test } from "vitest";
import { publishNotas, rest } from "./rest.ts";
import { createWire, enter, type Pessoa, type Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

let wire: Wire;
let ana: Pessoa;

beforeAll(async () => {
  wire = await createWire();
  ana = await enter(wire);
});
afterAll(async () => await wire.dispose());

async function makeToken(
  escopos: ("notas:ler" | "notas:marcar" | "admin")[],
  empresas: string[] | null = null,
) {
  const apiToken = { nome: `ERP ${escopos.join(" ")}`, escopos, empresas };
  const { object } = await ana.call("ApiToken.saveApiToken", { apiToken });
  return object as { id: string; token: string };
}

test("a token reads what its scope allows, and is told which one it lacks", async () => {
  const [nota] = await insertNotas(wire, ana.contaId, [inventNota()]);
  await publishNotas(wire, ana.contaId, [nota?.id ?? ""]);
  const { id, token } = await makeToken(["notas:ler"]);
  expect((await rest(wire, { token }, "GET /notas")).status).toBe(200);
  const put = await rest(wire, { token }, `PUT /notas/${nota?.id}/processado`, { body: { valor: true } });
  expect(put.body).toMatchObject({ status: 403, codigo: "escopoAusente" });
  expect(put.body.mensagem).toContain("notas:marcar");
  expect((await rest(wire, { token }, "GET /emails")).status).toBe(403);
  await ana.call("ApiToken.revokeApiToken", { id });
  expect((await rest(wire, { token }, "GET /notas")).body.codigo).toBe("restTokenRecusado");
});

test("a token of one company reads, counts and marks that company's documents alone", async () => {
  const { empresaId: minha } = await wire.createEmpresa(ana.contaId, { cnpj: "11222333000181" });
  const { empresaId: alheia } = await wire.createEmpresa(ana.contaId, {
    cnpj: "22333444000181",
    nome: "Outra",
  });
  const notas = await insertNotas(wire, ana.contaId, [
    inventNota({ empresaId: minha }),
    inventNota({ empresaId: alheia }),
  ]);
  const [a, b] = notas.map(({ id }) => id);
  await publishNotas(wire, ana.contaId, [b ?? "", a ?? ""]);
  const { token } = await makeToken(["notas:ler", "notas:marcar"], [minha]);
  const ids = (await rest(wire, { token }, "GET /notas")).body.itens.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([a]);
  expect((await rest(wire, { token }, `GET /notas/${b}`)).status).toBe(404);
  const headers = { "idempotency-key": "lote" };
  const body = {
    itens: [
      { id: a, valor: true },
      { id: b, valor: true },
    ],
  };
  const first = await rest(wire, { token }, "POST /notas/lote/processado", { body, headers });
  expect(first.body.itens.map(({ sucesso }: { sucesso: boolean }) => sucesso)).toEqual([true, false]);
  const again = await rest(wire, { token }, "POST /notas/lote/processado", { body, headers });
  expect([again.body, again.headers["idempotency-replayed"]]).toEqual([first.body, "true"]);
  const told = (await rest(wire, { token }, "GET /eventos")).body.itens.map(
    ({ notaId }: { notaId: string }) => notaId,
  );
  expect(new Set(told)).toEqual(new Set([a]));
});
