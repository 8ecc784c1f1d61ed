import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, post, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { publishNotas, rest } from "./send-rest.ts";

let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  await wire.createEmpresa(ana.contaId);
});
afterAll(async () => await wire.dispose());

const NEW_EMPRESA = {
  nome: "Uma",
  cnpj: "22333444000181",
  ativarAuditor: false,
  ativarManifestacao: false,
};

async function publishSome(quantas: number, o: Parameters<typeof inventNota>[0] = {}) {
  const notas = await insertNotas(
    wire,
    ana.contaId,
    Array.from({ length: quantas }, () => inventNota(o)),
  );
  await publishNotas(
    wire,
    ana.contaId,
    notas.map(({ id }) => id),
  );
  return notas;
}

test("REST returns a nota by id and by chave with the same content as JSON-RPC", async () => {
  const [nota] = await publishSome(1);
  const byId = await rest(wire, ana, `GET /notas/${nota?.id}`);
  const { object } = await ana.call("Nota.getNota", { id: nota?.id ?? "" });
  expect(byId.body).toEqual(object);
  expect((await rest(wire, ana, `GET /notas/chave/${nota?.chave}`)).body.id).toBe(nota?.id);
  expect((await rest(wire, ana, "GET /notas/0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10")).body).toMatchObject({
    status: 404,
    codigo: "notaNaoEncontrada",
    title: "Não encontrado",
  });
  expect((await rest(wire, ana, "GET /notas/1")).body).toMatchObject({
    status: 400,
    erros: [{ campo: "id" }],
  });
});

test("REST delivers the XML byte for byte with its digest", async () => {
  const [nota] = await publishSome(1);
  const xml = await rest(wire, ana, `GET /notas/${nota?.id}/xml`);
  expect(xml.bytes.toString()).toBe("<nada/>");
  expect(xml.headers["repr-digest"]).toBe(
    `sha-256=:${createHash("sha256").update("<nada/>").digest("base64")}:`,
  );
  const head = await rest(wire, ana, `HEAD /notas/${nota?.id}/xml`);
  expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, xml.headers.etag]);
});

test("an ERP acknowledges a nota twice, and the feed contains the change once", async () => {
  const [nota] = await publishSome(1);
  const before = (await rest(wire, ana, "GET /eventos?limit=200")).body.page.next;
  for (const _time of [1, 2]) {
    const done = await rest(wire, ana, `PUT /notas/${nota?.id}/processado`, { body: { valor: true } });
    expect([done.status, done.body]).toEqual([200, { id: nota?.id, valor: true }]);
  }
  const { itens } = (await rest(wire, ana, `GET /eventos?cursor=${before}`)).body;
  expect(itens).toMatchObject([
    { tipo: "marca", notaId: nota?.id, nota: { processadoErp: true }, evento: null },
  ]);
});

test("a batch acknowledgement has one result per nota", async () => {
  const [a, b, c] = await publishSome(3);
  await wire.asOwner("UPDATE nota SET quarentena = true WHERE id = $1", [c?.id]);
  const unknown = "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";
  const itens = [
    { id: a?.id, valor: true },
    { chave: b?.chave, valor: true },
    { id: c?.id, valor: true },
    { id: unknown, valor: true },
    { id: a?.id, valor: false },
  ];
  const { status, body } = await rest(wire, ana, "POST /notas/lote/processado", { body: { itens } });
  expect(status).toBe(200);
  expect(
    body.itens.map(({ sucesso, codigo }: { sucesso: boolean; codigo: string | null }) => [sucesso, codigo]),
  ).toEqual([
    [true, null],
    [true, null],
    [false, "notaEmQuarentena"],
    [false, "notaNaoEncontrada"],
    [false, "restItemRepetido"],
  ]);
  const rows = await wire.asOwner("SELECT processado_erp FROM nota WHERE id = ANY ($1) ORDER BY id", [
    [a?.id, b?.id],
  ]);
  expect(rows).toEqual([{ processado_erp: true }, { processado_erp: true }]);
  const many = Array.from({ length: 501 }, () => ({ id: a?.id, valor: true }));
  expect((await rest(wire, ana, "POST /notas/lote/processado", { body: { itens: many } })).status).toBe(400);
  const both = await rest(wire, ana, "POST /notas/lote/processado", { body: { itens: [{ valor: true }] } });
  expect(both.body).toMatchObject({
    status: 422,
    erros: [{ mensagem: "Informe o documento por id ou por chave, só um dos dois." }],
  });
});

test("a PUT with an outdated ETag is refused", async () => {
  const [nota] = await publishSome(1);
  const { headers } = await rest(wire, ana, `GET /notas/${nota?.id}`);
  const put = async (valor: boolean, etag: string | undefined) =>
    (
      await rest(wire, ana, `PUT /notas/${nota?.id}/recebido`, {
        body: { valor },
        headers: { "if-match": etag ?? "" },
      })
    ).status;
  expect(await put(true, headers.etag)).toBe(200);
  expect(await put(false, headers.etag)).toBe(412);
  expect(await put(false, "*")).toBe(200);
});

test("of several PUTs with the same ETag one succeeds; fields that change by themselves do not affect the ETag", async () => {
  const made = await rest(wire, ana, "POST /empresas", { body: { ...NEW_EMPRESA, nome: "Lida" } });
  const readEmpresa = await rest(wire, ana, `GET /empresas/${made.body.id}`);
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      rest(wire, ana, `PUT /empresas/${made.body.id}`, {
        body: { ...NEW_EMPRESA, nome: `Mudada ${n}` },
        headers: { "if-match": readEmpresa.headers.etag ?? "" },
      }),
    ),
  );
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);

  const { caixaId } = await wire.createCaixa(ana.contaId);
  const address = `/caixasEmail/${caixaId}`;
  const { headers, body } = await rest(wire, ana, `GET ${address}`);
  await wire.asOwner("UPDATE caixa_email SET ultima_visita = now(), ultima_coleta = now() WHERE id = $1", [
    caixaId,
  ]);
  const etag = headers.etag ?? "";
  const visited = await rest(wire, ana, `GET ${address}`, { headers: { "if-none-match": etag } });
  expect([visited.status, visited.body.ultimaVisita === null]).toEqual([200, false]);
  const { tipo, servidor, porta, usuario } = body;
  const put = (descricao: string) =>
    rest(wire, ana, `PUT ${address}`, {
      body: { tipo, servidor, porta, usuario, descricao },
      headers: { "if-match": etag },
    });
  expect((await put("Outra")).status).toBe(200);
  expect((await put("Mais uma")).status).toBe(412);
});

test("an empresa is created, changed and deleted by REST", async () => {
  const empresa = {
    nome: "Loja Nova",
    cnpj: "11.444.777/0001-61",
    ativarAuditor: false,
    ativarManifestacao: false,
  };
  const made = await rest(wire, ana, "POST /empresas", { body: empresa });
  expect(made.status).toBe(201);
  expect(made.headers.location).toBe(`/Services/rest/v1/empresas/${made.body.id}`);
  const again = await rest(wire, ana, "POST /empresas", { body: empresa });
  expect(again.body).toMatchObject({ status: 409, codigo: "empresaRepetida", erros: [{ campo: "cnpj" }] });
  const changed = await rest(wire, ana, `PUT /empresas/${made.body.id}`, {
    body: { ...empresa, nome: "Loja Velha" },
  });
  expect(changed.body.nome).toBe("Loja Velha");
  expect(
    (await rest(wire, ana, "GET /empresas")).body.itens.map(({ nome }: { nome: string }) => nome),
  ).toContain("Loja Velha");
  expect((await rest(wire, ana, `DELETE /empresas/${made.body.id}`)).status).toBe(204);
  expect((await rest(wire, ana, `GET /empresas/${made.body.id}`)).status).toBe(404);
});

test("an upload returns an operation with its state, and the same key does not import the file twice", async () => {
  const border = "limite";
  const raw = `--${border}\r\nContent-Disposition: form-data; name="arquivo"; filename="nota.xml"\r\nContent-Type: application/xml\r\n\r\n<?xml version="1.0"?><nada/>\r\n--${border}--\r\n`;
  const headers = {
    "content-type": `multipart/form-data; boundary=${border}`,
    "idempotency-key": "arquivo-1",
  };
  const first = await rest(wire, ana, "POST /importacoes", { raw, headers });
  expect(first.status).toBe(202);
  expect(first.headers.location).toBe(`/Services/rest/v1/operacoes/${first.body.id}`);
  const again = await rest(wire, ana, "POST /importacoes", { raw, headers });
  expect([again.body, again.headers["idempotency-replayed"]]).toEqual([first.body, "true"]);
  expect((await rest(wire, ana, `GET /operacoes/${first.body.id}`)).body).toMatchObject({
    tipo: "importacao",
    estado: "pendente",
  });
  const { total, itens } = (await rest(wire, ana, "GET /importacoes")).body;
  expect([total, itens[0].nomeArquivo]).toEqual([1, "nota.xml"]);
  const file = await rest(wire, ana, `GET /importacoes/${itens[0].id}/arquivo`);
  expect(file.bytes.toString()).toContain("<nada/>");
  expect((await rest(wire, ana, "POST /importacoes", { body: {} })).status).toBe(415);
  expect(
    (await rest(wire, ana, "GET /operacoes/importacao-0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10")).status,
  ).toBe(404);
});

test("a repeated upload gets its stored answer even when the queue is full", async () => {
  const border = "limite";
  const send = (nome: string, conteudo = "<a/>") =>
    rest(wire, ana, "POST /importacoes", {
      raw: `--${border}\r\nContent-Disposition: form-data; name="arquivo"; filename="${nome}.xml"\r\n\r\n${conteudo}\r\n--${border}--\r\n`,
      headers: { "content-type": `multipart/form-data; boundary=${border}`, "idempotency-key": nome },
    });
  const first = await send("primeiro");
  let status = 202;
  for (let n = 0; n < 25 && status === 202; n += 1) status = (await send(`outro-${n}`)).status;
  expect(status).toBe(429);
  const again = await send("primeiro");
  expect([again.status, again.body]).toEqual([202, first.body]);
  // Files of a reused key are not kept.
  const secondFile = await send("primeiro", "<b/>");
  expect(secondFile.body).toMatchObject({ status: 422, codigo: "idempotencyOutroPedido" });
  const sha256 = createHash("sha256").update("<b/>").digest("hex");
  expect(await wire.ctx.blobs.get(ana.contaId, sha256)).toBeNull();
});

test("a statement cancelled by the database is answered as a temporary outage by REST and JSON-RPC", async () => {
  // Locks the table, then cancels the first statement that waits for it, as statement_timeout does.
  const cancelFirstWaiter = async () => {
    const held =
      "SELECT FROM pg_locks WHERE relation = 'nota'::regclass AND mode = 'AccessExclusiveLock' AND granted";
    const canceled = wire.asOwner(`DO $$ DECLARE quem integer; BEGIN
      LOCK TABLE nota IN ACCESS EXCLUSIVE MODE;
      FOR n IN 1..2000 LOOP
        PERFORM pg_stat_clear_snapshot();
        SELECT pid INTO quem FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1;
        IF quem IS NOT NULL THEN PERFORM pg_cancel_backend(quem); EXIT; END IF;
        PERFORM pg_sleep(0.02);
      END LOOP; END $$`);
    // The request must come after the lock.
    await expect.poll(async () => (await wire.asOwner(held)).length).toBe(1);
    return { canceled };
  };
  const forRest = await cancelFirstWaiter();
  const slow = await rest(wire, ana, "GET /notas/abertas");
  await forRest.canceled;
  expect(slow.body).toMatchObject({ status: 503, codigo: "restIndisponivel" });
  expect(Number(slow.headers["retry-after"])).toBeGreaterThan(0);
  const call = { id: 1, method: "Nota.getNotasEntradaEmAberto", params: {}, authToken: ana.token };
  const forRpc = await cancelFirstWaiter();
  const answer = await post(wire, call);
  await forRpc.canceled;
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { message: "Service unavailable" } },
  ]);
});

test("exports and consultas are accepted, and lists, dashboard and conta can be read", async () => {
  const [nota] = await publishSome(1, { emissao: new Date().toISOString() });
  const asked = await rest(wire, ana, "POST /exportacoes", { body: { formato: "CSV", entradaSaida: "E" } });
  expect([asked.status, asked.body.tipo]).toEqual([202, "exportacao"]);
  expect((await rest(wire, ana, "GET /exportacoes")).body.total).toBe(1);
  const early = await rest(
    wire,
    ana,
    `GET /exportacoes/${asked.body.id.slice("exportacao-".length)}/arquivo`,
  );
  expect(early.body).toMatchObject({ status: 409, codigo: "arquivoEmPreparo" });
  const sefaz = await rest(wire, ana, `POST /notas/${nota?.id}/consultaSefaz`);
  expect(sefaz.body).toMatchObject({ status: 422, codigo: "sefazSemCertificado" });
  expect((await rest(wire, ana, `GET /notas/${nota?.id}/sefaz`)).body).toMatchObject({
    consulta: "respondida",
    sefazStatus: "100",
  });
  for (const address of [
    "/notas/abertas",
    "/notas/divergentes",
    "/notas/divergentes/total?de=2026-10-01&ate=2026-10-31",
    "/busca?q=moinho",
    "/auditor?faltandoXml=true&status=1",
    "/emails",
    "/downloads",
    "/caixasEmail",
    "/painel/estatistica?entradaSaida=E&de=2026-10-01&ate=2026-10-31",
    "/painel/uf?entradaSaida=E&de=2026-10-01&ate=2026-10-31",
    "/painel/detalhado?entradaSaida=E&de=2026-10-01&ate=2026-10-31",
    "/conta",
    "/conta/uso",
  ]) {
    expect([address, (await rest(wire, ana, `GET ${address}`)).status]).toEqual([address, 200]);
  }
});

test("routes for managers refuse an ordinary user", async () => {
  const conta = { contaId: ana.contaId, identificador: ana.identificador };
  const rui = await signInNewUser(wire, { conta, nomeUsuario: "rui", administrador: false });
  const refused = await rest(wire, rui, "POST /caixasEmail/testar", {
    body: { tipo: "pop3", servidor: "x", usuario: "y" },
  });
  expect(refused.body).toMatchObject({ status: 403, codigo: "acessoRestrito" });
});
