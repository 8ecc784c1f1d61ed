import { FILE_FAILURES, MESSAGES } from "@malote/contract";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFolderCleanup } from "../../src/blob/folder-cleanup.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { findReferencedBlobs } from "../../src/jobs/blobs/blob-references.rows.ts";
import { CLEANUP_JOBS } from "../../src/jobs/cleanup/start-cleanup.ts";
import { exportacaoJob } from "../../src/jobs/exportacao/run-exportacao.ts";
import {
  downloadExportacao,
  type ExportRow,
  readCsv,
  requestExportacao,
  runExportacao,
  showExportacao,
} from "../setup/exportacao.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const CSV = { createFileType: "CSV" } as const;

let t: Wire;
let ana: SignedInUser;
beforeAll(async () => {
  t = await createWire();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  ana = await signInNewUser(t);
});

async function insertMany(total: number): Promise<void> {
  const notas = Array.from({ length: total }, () => inventNota());
  await insertNotas(t, ana.contaId, notas);
}

/** Requests an export of all notas of the conta. */
async function requestExport(params: Parameters<typeof requestExportacao>[1] = CSV): Promise<ExportRow> {
  const { object, mensagem } = await requestExportacao(ana, params);
  if (object === null) throw new Error(`refused: ${mensagem}`);
  return object;
}

async function makeExport(): Promise<ExportRow> {
  const { id } = await requestExport();
  await runExportacao(t, ana, { id });
  return await showExportacao(ana, id);
}

/** The blob of a finished file. */
async function sha256Of(id: string): Promise<string> {
  const [row] = await t.asOwner<{ sha256: string }>("SELECT sha256 FROM arquivo_pedido WHERE id = $1", [id]);
  return row?.sha256 ?? "";
}

async function mensagemOf(response: Response): Promise<unknown> {
  return { status: response.status, ...((await response.json()) as object) };
}

test("an export request plans its job and is listed while it waits", async () => {
  await insertMany(3);
  const asked = await requestExport();
  expect(asked).toMatchObject({
    estado: "pendente",
    total: 3,
    feitos: 0,
    nome: null,
    usuario: "Ana de Teste",
  });
  expect(
    await t.asOwner("SELECT estado FROM tarefa WHERE conta_id = $1 AND tipo = 'exportacao' AND alvo = $2", [
      ana.contaId,
      asked.id,
    ]),
  ).toEqual([{ estado: "pendente" }]);
  const waiting = await mensagemOf(await downloadExportacao(t, ana, asked.id));
  expect(waiting).toMatchObject({ status: 404, sucesso: false, mensagem: MESSAGES.arquivoEmPreparo });
  await runExportacao(t, ana, { id: asked.id });
  expect(await ana.call("Exportacao.getListExportacao", {})).toMatchObject({
    totalCount: 1,
    results: [{ id: asked.id, estado: "concluido", total: 3, feitos: 3 }],
  });
});

test("a list is read by GET, but an export needs POST", async () => {
  await insertMany(1);
  const headers = { authorization: `Bearer ${ana.token}` };
  const pathOf = (params: object) =>
    `/Services/?${new URLSearchParams({ method: "Nota.getListNota", params: JSON.stringify(params) })}`;
  const byGet = async (params: object) =>
    ((await (await get(t, pathOf(params), headers)).json()) as { result: unknown }).result;
  expect(await byGet({})).toMatchObject({ sucesso: true, totalCount: 1 });
  expect(await byGet(CSV)).toMatchObject({ sucesso: false, mensagem: MESSAGES.metodoSoPost });
  await fetch(`${t.server.url}${pathOf(CSV)}`, { method: "HEAD", headers });
  expect(await ana.call("Exportacao.getListExportacao", {})).toMatchObject({ totalCount: 0 });
});

test("a list that exceeds its format's limit meanwhile fails with that reason and without a file", async () => {
  await insertMany(1_000);
  const { id } = await requestExport({ createFileType: "PDF" });
  await insertMany(1);
  await runExportacao(t, ana, { id });
  expect(await showExportacao(ana, id)).toMatchObject({
    estado: "falhou",
    nome: null,
    mensagem: FILE_FAILURES["passou-do-limite"],
  });
});

test("a list that is empty when its file is made fails with that reason", async () => {
  await insertMany(1);
  const { id } = await requestExport({ searchFilter: { processadoErp: false }, ...CSV });
  await t.asOwner("UPDATE nota SET processado_erp = true WHERE conta_id = $1", [ana.contaId]);
  await runExportacao(t, ana, { id });
  expect(await showExportacao(ana, id)).toMatchObject({
    estado: "falhou",
    mensagem: FILE_FAILURES["ficou-vazio"],
  });
});

test("repeated and simultaneous runs make one file and change nothing afterwards", async () => {
  await insertMany(600);
  const { id } = await requestExport();
  await Promise.all([runExportacao(t, ana, { id }), runExportacao(t, ana, { id })]);
  const before = await showExportacao(ana, id);
  expect(before).toMatchObject({ estado: "concluido", total: 600 });
  t.clock.advance(60_000);
  await runExportacao(t, ana, { id });
  expect(await showExportacao(ana, id)).toEqual(before);
});

test("a given-up export shows its failure, and a late run changes nothing", async () => {
  await insertMany(1);
  const { id } = await requestExport();
  const end = { contaId: ana.contaId, tarefaId: id, tipo: "exportacao", alvo: id, tentativa: 3 } as const;
  await exportacaoJob.onGiveUp(t.ctx, { ...end, motivo: "disk on fire" });
  await runExportacao(t, ana, { id });
  expect(await showExportacao(ana, id)).toMatchObject({
    estado: "falhou",
    mensagem: "Erro processando requisição",
    nome: null,
  });
  const download = await mensagemOf(await downloadExportacao(t, ana, id));
  expect(download).toMatchObject({ status: 404, mensagem: "Erro processando requisição" });
});

test("an attempt past its deadline stops, and the next one completes", async () => {
  await insertMany(3);
  const { id } = await requestExport({ createFileType: "PDF" });
  await expect(runExportacao(t, ana, { id, jobMs: -1 })).rejects.toThrow(/not made in time/);
  expect(await showExportacao(ana, id)).toMatchObject({ estado: "em-andamento", feitos: 0 });
  await runExportacao(t, ana, { id });
  expect(await showExportacao(ana, id)).toMatchObject({ estado: "concluido", feitos: 3 });
});

test("another conta sees neither the export nor its file", async () => {
  await insertMany(2);
  const { id } = await makeExport();
  const bia = await signInNewUser(t);
  expect(await bia.call("Exportacao.getListExportacao", {})).toMatchObject({ totalCount: 0, results: [] });
  expect(await bia.call("Exportacao.getExportacao", { id })).toMatchObject({
    sucesso: false,
    mensagem: MESSAGES.exportacaoNaoEncontrada,
  });
  const refused = await mensagemOf(await downloadExportacao(t, bia, id));
  expect(refused).toMatchObject({ status: 404, mensagem: MESSAGES.exportacaoNaoEncontrada });
  expect(await bia.call("Exportacao.deleteExpired", {})).toMatchObject({ object: { removidas: 0 } });
  expect((await downloadExportacao(t, ana, id)).status).toBe(200);
});

test("a file is available for seven days and then expired", async () => {
  await insertMany(2);
  const { id, expiraEm } = await makeExport();
  const until = new Date(expiraEm ?? "");
  expect(until.getTime() - t.clock.now().getTime()).toBeGreaterThan(7 * DAY_MS - 60_000);
  const now = t.clock.now();
  t.clock.set(new Date(until.getTime() - 60_000));
  ana = await signInNewUser(t, { conta: ana, nomeUsuario: "bia" });
  expect(readCsv(Buffer.from(await (await downloadExportacao(t, ana, id)).arrayBuffer()))).toHaveLength(3);
  t.clock.set(until);
  expect(await showExportacao(ana, id)).toMatchObject({ estado: "expirado" });
  const expiredAnswer = await mensagemOf(await downloadExportacao(t, ana, id));
  expect(expiredAnswer).toMatchObject({ status: 404, mensagem: MESSAGES.arquivoExpirado });
  t.clock.set(now);
});

test("the cleanup job deletes the bytes of expired exports and no others", async () => {
  await insertMany(2);
  const old = await makeExport();
  const expiredAnswer = await sha256Of(old.id);
  t.clock.advance(4 * DAY_MS);
  ana = await signInNewUser(t, { conta: ana, nomeUsuario: "bia" });
  await insertMany(1);
  const young = await makeExport();
  t.clock.advance(4 * DAY_MS);
  ana = await signInNewUser(t, { conta: ana, nomeUsuario: "cida" });
  const sweeper = CLEANUP_JOBS.find(({ nome }) => nome === "arquivos expirados");
  expect(await sweeper?.sweep(t.ctx)).toBeGreaterThan(0);
  expect(await t.asOwner("SELECT estado, sha256 FROM arquivo_pedido WHERE id = $1", [old.id])).toEqual([
    { estado: "expirado", sha256: null },
  ]);
  expect(await showExportacao(ana, young.id)).toMatchObject({ estado: "concluido" });
  const blobs = createFolderCleanup(blobFolderOf(t.config), (contaId, names) =>
    findReferencedBlobs(t.ctx.database, contaId, names),
  );
  await blobs.run(t.clock.now());
  t.clock.advance(49 * HOUR_MS);
  await blobs.run(t.clock.now());
  expect(await t.ctx.blobs.get(ana.contaId, expiredAnswer)).toBeNull();
  expect(await t.ctx.blobs.get(ana.contaId, await sha256Of(young.id))).not.toBeNull();
  ana = await signInNewUser(t, { conta: ana, nomeUsuario: "davi" });
  expect(await ana.call("Exportacao.deleteExpired", {})).toMatchObject({ object: { removidas: 1 } });
  expect(await ana.call("Exportacao.getListExportacao", {})).toMatchObject({ results: [{ id: young.id }] });
});

test("at most five exports of a conta are in progress, even when requested at once", async () => {
  await insertMany(1);
  const asked = await Promise.all(Array.from({ length: 8 }, () => requestExportacao(ana, CSV)));
  const taken = asked.filter(({ sucesso }) => sucesso);
  expect(taken).toHaveLength(5);
  expect(asked.find(({ sucesso }) => !sucesso)?.mensagem).toBe(
    "Já há 5 arquivos em preparo nesta conta. Aguarde um deles ficar pronto.",
  );
  await runExportacao(t, ana, { id: taken[0]?.object.id ?? "" });
  expect((await requestExportacao(ana, CSV)).sucesso).toBe(true);
});
