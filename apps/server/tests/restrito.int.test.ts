import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportacaoJob } from "../src/jobs/exportacao/run-exportacao.ts";
import { runRepositorio } from "../src/jobs/repositorio/run-repositorio.ts";
import { createTestContext, type TestContext } from "./context.ts";
import { send } from "./importacao.ts";
import { createMundo, type Ids, inventIds, type Mundo, openSessao, writeXml } from "./replay-mundo.ts";
import { get, openWire, type Pessoa, rpc, type Wire } from "./wire.ts";

let t: TestContext;
let wire: Wire;
let mundo: Mundo;
let sua: Ids;
let deles: Ids;
/** A user who sees the first empresa only. */
let bia: Pessoa;
let gerente: Pessoa;

beforeAll(async () => {
  t = await createTestContext();
  wire = await openWire(t);
  mundo = await createMundo(t, ["Padaria", "Moinho"], "gente");
  const [first, second] = mundo.povoadas.map(({ ids }) => ids);
  if (first === undefined || second === undefined) throw new Error("the test needs two empresas");
  [sua, deles] = [first, second];
  const { usuarioId } = await t.createUsuario(mundo.contaId, { nomeUsuario: "bia", administrador: false });
  await t.asOwner("UPDATE usuario SET restrito = true, permissao_manifestacao = true WHERE id = $1", [
    usuarioId,
  ]);
  await allow(usuarioId, sua.empresa);
  bia = await pessoaOf(usuarioId);
  gerente = await pessoaOf(mundo.gerente);
});
afterAll(() => wire.dispose());

async function allow(usuarioId: string, empresaId: string): Promise<void> {
  const values = [mundo.contaId, usuarioId, empresaId];
  await t.asOwner(
    "INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) VALUES ($1, $2, $3)",
    values,
  );
}

async function pessoaOf(usuarioId: string): Promise<Pessoa> {
  const { token } = await openSessao(t, { contaId: mundo.contaId, usuarioId });
  const { contaId, identificador } = mundo;
  const call: Pessoa["call"] = async (method, params) => {
    const { result, error } = await rpc(wire, { id: 1, method, params, authToken: token });
    if (result === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  return { contaId, usuarioId, identificador, nomeUsuario: "bia", token, cookie: "", call };
}

const linhas = async (quem: Pessoa): Promise<string[]> =>
  ((await quem.call("Nota.getListNota", {})).results as { id: string }[]).map(({ id }) => id).toSorted();

const download = async (quem: Pessoa, path: string): Promise<Response> =>
  await get(wire, `/Services/${path}`, { authorization: `Bearer ${quem.token}`, accept: "*/*" });

test("lists, totals and suggestions contain only the user's empresas", async () => {
  expect(await linhas(bia)).toEqual([sua.nota, sua.quarentena].toSorted());
  expect((await linhas(gerente)).length).toBe(4);
  expect((await bia.call("Nota.getNotasEntradaEmAberto", {})).totalCount).toBe(1);
  expect((await gerente.call("Nota.getNotasEntradaEmAberto", {})).totalCount).toBe(2);
  const nomes = (answer: { results: unknown[] | null }) =>
    (answer.results as { rotulo: string }[]).map(({ rotulo }) => rotulo);
  expect(nomes(await bia.call("Autocomplete.getEmpresas", { searchKey: "" }))).toEqual(["Padaria"]);
  expect(nomes(await bia.call("Autocomplete.getParticipantes", { searchKey: "" })).join()).not.toContain(
    "Moinho",
  );
  expect(nomes(await bia.call("Autocomplete.getRemetentes", { searchKey: "" }))).toHaveLength(1);
});

test("a user can flag, manifest and consult notas of an allowed empresa", async () => {
  expect(await bia.call("Nota.setRecebido", { id: sua.nota, recebido: true })).toMatchObject({
    sucesso: true,
  });
  const manifesta = { tipo: "NFe", id: sua.nota, novoStatus: 1 } as const;
  const said = await bia.call("Nota.manifestacao", manifesta);
  expect(said.mensagem ?? "").not.toMatch(/não encontrado/);
  const asked = await bia.call("Nota.consultarSefaz", { tipo: "NFe", chave: sua.chave });
  expect(asked.mensagem ?? "").not.toMatch(/não encontrado/);
  const text = "SELECT recebido FROM nota WHERE id = ANY ($1) ORDER BY recebido";
  expect(await t.asOwner(text, [[sua.nota, deles.nota]])).toEqual([{ recebido: false }, { recebido: true }]);
});

type Email = {
  id: string;
  corpoMensagem: string | null;
  motivo: string;
  attachments: { caminho: string }[];
  partes: number;
  extraidos: number;
  problemas: number;
};

const emailDe = async (quem: Pessoa, id: string): Promise<Email> =>
  (await quem.call("Email.getEmail", { id })).object as Email;

async function listEmails(
  quem: Pessoa,
  searchFilter: { texto?: string; corpo?: string; tipoAnexo?: "problema" } = {},
): Promise<(Pick<Email, "id"> & { resumo: string })[]> {
  const { results } = await quem.call("Email.getListEmail", { searchFilter });
  return results as (Pick<Email, "id"> & { resumo: string })[];
}

const acha = async (quem: Pessoa, filtro: Parameters<typeof listEmails>[1]): Promise<string[]> =>
  (await listEmails(quem, filtro)).map(({ id }) => id);

/** Receives an e-mail with a document of each empresa, and a package. */
async function receiveDosDois(): Promise<string> {
  const outra = { ...inventIds(), cnpj: deles.cnpj };
  const minha = { ...inventIds(), cnpj: sua.cnpj };
  const dito = { veredito: "autentica" as const };
  await mundo.casa.receive([writeXml(minha, "minha"), dito], [writeXml(outra, "alheia"), dito]);
  const [{ id } = { id: "" }] = await t.asOwner<{ id: string }>(
    `UPDATE email SET corpo_mensagem = 'corpo dos dois', assunto = 'encomenda', estado = 'lido', partes = 3, extraidos = 2, problemas = 1
     WHERE id = (SELECT a.email_id FROM anexo a JOIN documento d ON d.id = a.documento_id WHERE d.chave = $1) RETURNING id`,
    [minha.chave],
  );
  await addParte(id, { caminho: "3", destino: "pacote" });
  return id;
}

async function addParte(
  emailId: string,
  { caminho, destino }: { caminho: string; destino: string },
): Promise<void> {
  await t.asOwner(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, destino)
     VALUES ($1, gen_random_uuid(), $2, $3, 'parte', 'application/octet-stream', 0, 'x', $4)`,
    [mundo.contaId, emailId, caminho, destino],
  );
}

test("an e-mail shared with another empresa shows only the user's parts, without body and original", async () => {
  const id = await receiveDosDois();
  const email = await emailDe(bia, id);
  expect(email.attachments.map(({ caminho }) => caminho)).toEqual(["1"]);
  expect(email.corpoMensagem).toBeNull();
  expect(email.motivo).toMatch(/empresas às quais você não tem acesso/);
  expect(email).toMatchObject({ partes: 1, extraidos: 1, problemas: 0 });
  const listed = await listEmails(bia);
  expect(listed.map((row) => row.id).toSorted()).toEqual([id, sua.email].toSorted());
  expect(JSON.stringify(listed)).not.toContain("corpo dos dois");
  expect(listed.find((row) => row.id === id)).toMatchObject({ partes: 1, extraidos: 1, problemas: 0 });
  const original = await download(bia, `downloadEmailAnexo?emailId=${id}`);
  expect([original.status, await original.text()]).toEqual([
    404,
    expect.stringMatching(/só pode baixar as partes das suas empresas/),
  ]);
  expect((await emailDe(gerente, id)).attachments).toHaveLength(3);
  // An e-mail with only the user's documents is shown in full.
  const own = await emailDe(bia, sua.email);
  expect([own.corpoMensagem, own.attachments.length]).toEqual([expect.stringContaining("Padaria"), 3]);
  expect((await download(bia, `downloadEmailAnexo?emailId=${sua.email}`)).status).toBe(200);
});

test("a hidden body does not match a search, while visible fields of the e-mail do", async () => {
  const id = await receiveDosDois();
  await t.asOwner("UPDATE email SET corpo_mensagem = 'sigilo absoluto' WHERE id = $1", [id]);
  expect(await acha(gerente, { corpo: "sigil" })).toEqual([id]);
  expect(await acha(bia, { corpo: "sigil" })).toEqual([]);
  expect(await acha(gerente, { texto: "absol" })).toEqual([id]);
  expect(await acha(bia, { texto: "absol" })).toEqual([]);
  expect(await acha(bia, { texto: "encomenda absol" })).toEqual([]);
  expect(await acha(bia, { texto: "encom" })).toContain(id);
  expect(await acha(gerente, { tipoAnexo: "problema" })).toContain(id);
  expect(await acha(bia, { tipoAnexo: "problema" })).not.toContain(id);
  expect(await acha(bia, { corpo: "Padaria" })).toEqual([sua.email]);
  expect(await acha(bia, { texto: `${sua.pista} Padaria` })).toEqual([sua.email]);
});

test("an e-mail that is not completely read is shown partially, like one shared with another empresa", async () => {
  const whole = async (): Promise<unknown> => {
    const { corpoMensagem, attachments } = await emailDe(bia, sua.email);
    const eml = (await download(bia, `downloadEmailAnexo?emailId=${sua.email}`)).status;
    const pdf = (await download(bia, `downloadEmailAnexo?id=${sua.pdf}`)).status;
    return [corpoMensagem !== null, attachments.length, eml, pdf];
  };
  expect(await whole()).toEqual([true, 3, 200, 200]);
  for (const estado of ["em-leitura", "quarentena"]) {
    await t.asOwner("UPDATE email SET estado = $2 WHERE id = $1", [sua.email, estado]);
    expect(await whole(), estado).toEqual([false, 2, 404, 404]);
    expect(await acha(bia, { corpo: "Padaria" })).toEqual([]);
  }
  await t.asOwner("UPDATE email SET estado = 'lido' WHERE id = $1", [sua.email]);
  await addParte(sua.email, { caminho: "77", destino: "erro" });
  expect(await whole()).toEqual([false, 2, 404, 404]);
  await t.asOwner("DELETE FROM anexo WHERE email_id = $1 AND caminho = '77'", [sua.email]);
  expect(await whole()).toEqual([true, 3, 200, 200]);
});

test("a user sees their own upload, but not documents in it that belong to others", async () => {
  const { object } = await send(wire, bia, { bytes: Buffer.from(writeXml(inventIds(), "x")), nome: "x.xml" });
  const { id } = object as { id: string };
  const ids = async (quem: Pessoa) =>
    ((await quem.call("Importacao.getListImportacao", {})).results as { id: string }[]).map((row) => row.id);
  expect(await ids(bia)).toEqual([id]);
  expect(await ids(gerente)).toContain(id);
  expect((await download(bia, `downloadArquivoImportacao?id=${id}`)).status).toBe(200);
  expect((await download(bia, `downloadArquivoImportacao?id=${sua.importacao}`)).status).toBe(404);
});

const jobOf = (alvo: string, tipo: "exportacao" | "repositorio") => {
  const prazo = new Date(t.clock.now().getTime() + 60_000);
  return { contaId: mundo.contaId, tarefaId: alvo, tipo, alvo, tentativa: 1, falhas: 0, prazo };
};

async function askCsv(): Promise<string> {
  const params = { entradaSaida: "E", searchFilter: { quarentena: false }, createFileType: "CSV" } as const;
  const { object, mensagem } = await bia.call("Nota.getListNota", params);
  if (object === null) throw new Error(`refused: ${mensagem}`);
  return (object as { id: string }).id;
}

test("an exported file follows the user's access when it is made, and is deleted when the access shrinks", async () => {
  await allow(bia.usuarioId, deles.empresa);
  const wide = await askCsv();
  await exportacaoJob.run(t.ctx, jobOf(wide, "exportacao"));
  expect(await (await download(bia, `downloadExportacao?id=${wide}`)).text()).toContain(";Moinho;");
  const asked = await askCsv();
  await t.asOwner("DELETE FROM usuario_empresa WHERE usuario_id = $1 AND empresa_id = $2", [
    bia.usuarioId,
    deles.empresa,
  ]);
  await exportacaoJob.run(t.ctx, jobOf(asked, "exportacao"));
  const csv = await (await download(bia, `downloadExportacao?id=${asked}`)).text();
  expect(csv).toContain(";Padaria;");
  expect(csv).not.toContain(";Moinho;");
  expect((await download(bia, `downloadExportacao?id=${wide}`)).status).toBe(404);
});

test("a file finished while its user's access shrinks is made again", async () => {
  await allow(bia.usuarioId, deles.empresa);
  const id = await askCsv();
  const quem = new pg.Client({ connectionString: t.ownerUrl });
  await quem.connect();
  try {
    await quem.query("BEGIN");
    await quem.query("DELETE FROM usuario_empresa WHERE usuario_id = $1 AND empresa_id = $2", [
      bia.usuarioId,
      deles.empresa,
    ]);
    // The trigger of the commit: it finds no finished file, and the deletion is not visible yet.
    await quem.query("SET CONSTRAINTS ALL IMMEDIATE");
    let ended = false;
    const made = exportacaoJob.run(t.ctx, jobOf(id, "exportacao")).finally(() => {
      ended = true;
    });
    const said = expect(made).rejects.toThrow(/sees less/);
    await vi.waitFor(async () => {
      const text =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      if (!ended && (await t.asOwner(text)).length === 0)
        throw new Error("the job neither waits nor has ended");
    }, 30_000);
    await quem.query("COMMIT");
    await said;
  } finally {
    await quem.end();
  }
  await exportacaoJob.run(t.ctx, jobOf(id, "exportacao"));
  expect(await (await download(bia, `downloadExportacao?id=${id}`)).text()).not.toContain(";Moinho;");
});

test("saving the same list of empresas deletes no file", async () => {
  const id = await askCsv();
  await exportacaoJob.run(t.ctx, jobOf(id, "exportacao"));
  await t.ctx.database.withContaSql(mundo.contaId, async (sql) => {
    const values = [mundo.contaId, bia.usuarioId];
    await sql.execute("DELETE FROM usuario_empresa WHERE conta_id = $1 AND usuario_id = $2", values);
    await sql.execute("INSERT INTO usuario_empresa VALUES ($1, $2, $3)", [...values, sua.empresa]);
  });
  expect((await download(bia, `downloadExportacao?id=${id}`)).status).toBe(200);
});

test("a repository ZIP contains only notas of the user's empresas", async () => {
  const pedido = { entradaSaida: "T", dateRange: { de: "2026-01-01", ate: "2026-12-31" } } as const;
  const { object, mensagem } = await bia.call("Download.processaDownload", pedido);
  expect(mensagem).toBeNull();
  const { id } = object as { id: string };
  await runRepositorio(t.ctx, jobOf(id, "repositorio"));
  const zip = Buffer.from(await (await download(bia, `downloadRepositorio?id=${id}`)).arrayBuffer()).toString(
    "latin1",
  );
  expect(zip).toContain(sua.chave);
  expect(zip).not.toContain(deles.chave);
});
