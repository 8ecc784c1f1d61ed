import type { Scope } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, get, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { publishNotas, rest } from "./send-rest.ts";

let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
});
afterAll(async () => await wire.dispose());

let tokenCount = 0;

async function makeToken(escopos: Scope[], empresas: string[] | null = null) {
  tokenCount += 1;
  const apiToken = { nome: `ERP ${tokenCount}`, escopos, empresas };
  const { object } = await ana.call("ApiToken.saveApiToken", { apiToken });
  return { ...apiToken, ...(object as { id: string; token: string }) };
}

test("a token reads what its scope allows, and a refusal names the missing scope", async () => {
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

test("a token of one empresa reads, counts and flags only notas of that empresa", async () => {
  const { empresaId: ownEmpresa } = await wire.createEmpresa(ana.contaId, { cnpj: "11222333000181" });
  const { empresaId: otherEmpresa } = await wire.createEmpresa(ana.contaId, {
    cnpj: "22333444000181",
    nome: "Outra",
  });
  const notas = await insertNotas(wire, ana.contaId, [
    inventNota({ empresaId: ownEmpresa }),
    inventNota({ empresaId: otherEmpresa }),
  ]);
  const [a, b] = notas.map(({ id }) => id);
  await publishNotas(wire, ana.contaId, [b ?? "", a ?? ""]);
  const { token } = await makeToken(["notas:ler", "notas:marcar"], [ownEmpresa]);
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
  const notaIds = (await rest(wire, { token }, "GET /eventos")).body.itens.map(
    ({ notaId }: { notaId: string }) => notaId,
  );
  expect(new Set(notaIds)).toEqual(new Set([a]));
});

test("a token that gains empresas must restart the feed, and then misses no nota", async () => {
  const { empresaId: south } = await wire.createEmpresa(ana.contaId, { cnpj: "33444555000181", nome: "Sul" });
  const { empresaId: north } = await wire.createEmpresa(ana.contaId, {
    cnpj: "44555666000181",
    nome: "Norte",
  });
  const notas = await insertNotas(wire, ana.contaId, [
    inventNota({ empresaId: south }),
    inventNota({ empresaId: north }),
  ]);
  await publishNotas(
    wire,
    ana.contaId,
    notas.map(({ id }) => id),
  );
  const { id, nome, escopos, token } = await makeToken(["notas:ler"], [south]);
  const { next } = (await rest(wire, { token }, "GET /notas")).body.page;
  expect((await rest(wire, { token }, `GET /eventos?cursor=${next}`)).status).toBe(200);
  await ana.call("ApiToken.saveApiToken", { apiToken: { id, nome, escopos, empresas: [north, south] } });
  for (const feed of ["notas", "eventos"]) {
    const old = await rest(wire, { token }, `GET /${feed}?cursor=${next}`);
    expect(old.body).toMatchObject({
      status: 422,
      codigo: "cursorDeOutrasEmpresas",
      erros: [{ campo: "cursor" }],
    });
    expect(old.body.mensagem).toContain("comece de novo com o cursor 0");
  }
  const { itens } = (await rest(wire, { token }, "GET /notas?cursor=0")).body;
  expect(itens.map((nota: { id: string }) => nota.id)).toEqual(notas.map((nota) => nota.id));
});

test("all calls of a token count towards its limit, and every API refuses calls beyond it", async () => {
  const { id, token } = await makeToken(["importar"]);
  const bearer = { authorization: `Bearer ${token}` };
  const file = `/Services/downloadArquivoImportacao?id=${id}`;
  const call = () => rpc(wire, { id: 1, method: "Nota.getListNota", params: {}, authToken: token });
  wire.clock.set(new Date(Math.ceil(wire.clock.now().getTime() / MINUTE_MS) * MINUTE_MS));
  wire.clock.hold();
  expect((await call()).result).toMatchObject({ sucesso: false });
  const refused = await rest(wire, { token }, "GET /notas");
  expect([refused.status, refused.headers["ratelimit-remaining"]]).toEqual([403, "1198"]);
  expect((await get(wire, file, bearer)).status).toBe(404);
  await wire.asOwner("UPDATE limite_uso SET usos = 5000 WHERE chave LIKE '%:' || $1", [id]);
  expect((await call()).result).toMatchObject({
    sucesso: false,
    mensagem: expect.stringMatching(/^Muitas chamadas com este token\. Aguarde \d+ s\.$/),
  });
  const late = await rest(wire, { token }, "GET /notas");
  expect([late.body.codigo, late.status]).toEqual(["restLimite", 429]);
  expect(Number(late.headers["retry-after"])).toBeGreaterThan(50);
  const noFile = await get(wire, file, bearer);
  expect([noFile.status, Number(noFile.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  wire.clock.advance(MINUTE_MS);
  expect((await rest(wire, { token }, "GET /importacoes")).status).toBe(200);
  wire.clock.release();
});

test("a token can read its conta, its own rights and the name of its user only", async () => {
  const { token } = await makeToken(["notas:ler"]);
  const { result } = await rpc(wire, {
    id: 1,
    method: "Usuario.getUsuarioAtual",
    params: {},
    authToken: token,
  });
  expect(result?.object).toMatchObject({
    conta: { identificador: ana.identificador },
    usuario: { id: ana.usuarioId, nomeUsuario: "admin", email: "", ultimoAcesso: null, administrador: false },
  });
});

test("operations and their files require the scope of their kind", async () => {
  const border = "limite";
  const raw = `--${border}\r\nContent-Disposition: form-data; name="arquivo"; filename="a.xml"\r\n\r\n<nada/>\r\n--${border}--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${border}` };
  const send = async (caller: { token: string }): Promise<string> =>
    (await rest(wire, caller, "POST /importacoes", { raw, headers })).body.id;
  const erp = await makeToken(["importar"]);
  const [ownEmpresa, ofAna] = [await send(erp), await send(ana)];
  const reader = await makeToken(["notas:ler"]);
  expect((await rest(wire, reader, `GET /operacoes/${ownEmpresa}`)).body).toMatchObject({
    status: 403,
    codigo: "escopoAusente",
  });
  expect((await rest(wire, erp, `GET /operacoes/${ownEmpresa}`)).status).toBe(200);
  const fileRoute = (operacao: string) => `GET /importacoes/${operacao.slice("importacao-".length)}/arquivo`;
  expect((await rest(wire, erp, fileRoute(ownEmpresa))).status).toBe(200);
  expect((await rest(wire, erp, fileRoute(ofAna))).body.codigo).toBe("importacaoNaoEncontrada");
  expect((await rest(wire, ana, fileRoute(ownEmpresa))).status).toBe(200);
  expect((await rest(wire, reader, "DELETE /exportacoes/expiradas")).body.codigo).toBe("escopoAusente");
});
