import { gzipSync } from "node:zlib";
import { FILE_FAILURES, MESSAGES } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Print } from "../../src/app-context.ts";
import { Outage } from "../../src/errors.ts";
import { sweepFiles } from "../../src/jobs/cleanup/sweep-files.ts";
import { sweepStalled } from "../../src/jobs/cleanup/sweep-stalled.ts";
import { exportacaoJob } from "../../src/jobs/exportacao/run-exportacao.ts";
import { repositorioJob } from "../../src/jobs/repositorio/run-repositorio.ts";
import { UnprintableForm } from "../../src/services/nota/document/print-form.ts";
import { MAX_FAILURES } from "../../src/services/task/task.rules.ts";
import { downloadExportacao, requestExportacao } from "../setup/exportacao.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { writeCopy } from "../setup/nota-copies.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { getZip, makeZip, readAllEntries, requestZip, showZip } from "./repositorio-zip.ts";

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

/** Notas with a printed form, one per hour. */
async function insertPrintable(total: number): Promise<NewNota[]> {
  const notas = Array.from({ length: total }, (_, n) =>
    inventNota({ emissao: new Date(Date.UTC(2026, 9, 15, n)).toISOString() }),
  );
  await insertNotas(t, ana.contaId, notas);
  await t.asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [
    ana.contaId,
    gzipSync(writeCopy({ numero: 1 })),
  ]);
  return notas;
}

async function ask(request: Parameters<typeof requestZip>[1] = {}): Promise<string> {
  const { id, mensagem } = await requestZip(ana, request);
  if (id === null) throw new Error(`refused: ${mensagem}`);
  return id;
}

/** Runs the job with `print` as its printer. */
async function makeWith(print: Print, id: string, falhas = 0): Promise<void> {
  await makeZip({ ctx: { ...t.ctx, print } }, ana, { id, falhas });
}

async function readZip(id: string): Promise<Map<string, Buffer>> {
  return await readAllEntries(Buffer.from(await (await getZip(t, ana, id)).arrayBuffer()));
}

async function refusalOf(response: Response): Promise<unknown> {
  return [response.status, ((await response.json()) as { mensagem: string }).mensagem];
}

const PRINTED_FORM = Buffer.from("%PDF-");

test("forms that cannot be printed are counted in the list of ZIPs and marked in the index of the ZIP", async () => {
  await insertPrintable(4);
  const answers = [PRINTED_FORM, null, new UnprintableForm("x"), PRINTED_FORM];
  const id = await ask({ comPdf: true });
  await makeWith(async () => {
    const answer = answers.shift() ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  }, id);
  expect(await showZip(ana, id)).toMatchObject({
    estado: "concluido",
    total: 4,
    mensagem: "2 documentos sem PDF: não puderam ser impressos.",
  });
  const files = await readZip(id);
  expect([...files.keys()].filter((nome) => nome.endsWith(".pdf"))).toHaveLength(2);
  const lines = files.get("documentos.csv")?.toString().trimEnd().split("\r\n") ?? [];
  expect(lines[0]).toMatch(/;Situação;Impressão;Arquivos$/);
  expect(lines.slice(1).map((line) => line.includes(";Não pôde ser impresso;"))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("one missing form is reported in the singular, and a ZIP without PDFs reports none", async () => {
  await insertNotas(t, ana.contaId, [inventNota()]);
  const [withPdf, withoutPdf] = [await ask({ comPdf: true }), await ask()];
  for (const id of [withPdf, withoutPdf]) await makeZip(t, ana, { id });
  expect((await showZip(ana, withPdf)).mensagem).toBe("1 documento sem PDF: não pôde ser impresso.");
  expect((await showZip(ana, withoutPdf)).mensagem).toBeNull();
  const csv = (await readZip(withoutPdf)).get("documentos.csv")?.toString();
  expect(csv).not.toContain("Não pôde ser impresso");
});

test.each([
  ["a thread that died", new Error("printed beside: the thread ended without an answer")],
  ["a queue that is full", new Outage("too many papers wait to be printed", 10_000)],
])("an attempt ends with %s, and the next attempt makes the complete ZIP", async (_what, error) => {
  await insertPrintable(2);
  const id = await ask({ comPdf: true });
  const fails = makeWith(() => Promise.reject(error), id);
  await expect(fails).rejects.toBe(error);
  expect(await showZip(ana, id)).toMatchObject({ estado: "em-andamento", mensagem: null });
  await makeZip(t, ana, { id });
  expect(await showZip(ana, id)).toMatchObject({ estado: "concluido", total: 2, mensagem: null });
  expect([...(await readZip(id)).keys()].filter((nome) => nome.endsWith(".pdf"))).toHaveLength(2);
});

test("the last attempt omits a form that failed each time, but still waits for an unavailable printer", async () => {
  await insertPrintable(2);
  const id = await ask({ comPdf: true });
  const last = MAX_FAILURES - 1;
  await expect(makeWith(() => Promise.reject(new Outage("full", 1)), id, last)).rejects.toThrow("full");
  let first = true;
  await makeWith(
    async () => {
      if (!first) return PRINTED_FORM;
      first = false;
      throw new Error("printed beside: the thread ended without an answer");
    },
    id,
    last,
  );
  expect(await showZip(ana, id)).toMatchObject({
    estado: "concluido",
    mensagem: expect.stringMatching(/^1 /),
  });
});

test("a nota whose emissao changes during the run is in the ZIP exactly once", async () => {
  const [firstNota] = await insertPrintable(3);
  const id = await ask({ comPdf: true });
  let first = true;
  const print: Print = async () => {
    if (first) {
      first = false;
      await t.asOwner("UPDATE nota SET data_emissao = '2026-10-20T12:00:00Z' WHERE id = $1", [firstNota?.id]);
    }
    return PRINTED_FORM;
  };
  await makeZip({ ctx: { ...t.ctx, print } }, ana, { id, pagina: 1 });
  expect(await showZip(ana, id)).toMatchObject({ estado: "concluido", total: 3, feitos: 3 });
  expect((await readZip(id)).size).toBe(7);
});

test("a ZIP that exceeds its limit during the run fails", async () => {
  await insertPrintable(2);
  const ids = [await ask(), await ask()];
  await makeZip(t, ana, { id: ids[0] ?? "", limite: 2 });
  expect(await showZip(ana, ids[0] ?? "")).toMatchObject({ estado: "concluido", total: 2 });
  await insertNotas(t, ana.contaId, [inventNota()]);
  await makeZip(t, ana, { id: ids[1] ?? "", limite: 2 });
  expect(await showZip(ana, ids[1] ?? "")).toMatchObject({
    estado: "falhou",
    mensagem: FILE_FAILURES["passou-do-limite"],
  });
});

test("a ZIP with PDFs is limited to 10 000 notas, one without is not", async () => {
  await insertNotas(t, ana.contaId, [inventNota()]);
  const columns = await t.asOwner<{ nome: string }>(
    "SELECT column_name AS nome FROM information_schema.columns WHERE table_name = 'nota' AND is_generated = 'NEVER'",
  );
  const copiedColumns = columns.map(({ nome }) => nome).filter((nome) => nome !== "id" && nome !== "chave");
  await t.asOwner(
    `INSERT INTO nota (id, chave, ${copiedColumns}) SELECT gen_random_uuid(), g::text, ${copiedColumns}
     FROM nota, generate_series(1, 9999) g WHERE conta_id = $1`,
    [ana.contaId],
  );
  expect((await requestZip(ana, { comPdf: true })).mensagem).toBeNull();
  await insertNotas(t, ana.contaId, [inventNota()]);
  expect((await requestZip(ana, { comPdf: true })).mensagem).toBe(
    "Com PDF, um download pode ter no máximo 10.000 documentos, e o pedido tem 10.001. Escolha um período menor ou peça só o XML.",
  );
  expect((await requestZip(ana)).mensagem).toBeNull();
});

function jobOf(alvo: string, tipo: "exportacao" | "repositorio") {
  const deadline = new Date(t.clock.now().getTime() + 60_000);
  return { contaId: ana.contaId, tarefaId: alvo, tipo, alvo, tentativa: 1, falhas: 0, prazo: deadline };
}

const requestCsvExport = async (): Promise<string> => (await requestExportacao(ana, CSV)).object.id;

test.each([
  ["repositorio", ask, repositorioJob],
  ["exportacao", requestCsvExport, exportacaoJob],
] as const)(
  "a %s without a job is planned again, and fails after repeated stops",
  async (tipo, requestFile, job) => {
    await insertNotas(t, ana.contaId, [inventNota()]);
    const id = await requestFile();
    const estadoOf = async () =>
      (await t.asOwner<{ estado: string }>("SELECT estado FROM arquivo_pedido WHERE id = $1", [id]))[0]
        ?.estado;
    await t.asOwner("DELETE FROM tarefa WHERE alvo = $1", [id]);
    await t.asOwner("UPDATE arquivo_pedido SET estado = 'em-andamento' WHERE id = $1", [id]);
    await sweepStalled(t.ctx);
    await sweepStalled(t.ctx);
    expect(await t.asOwner("SELECT tipo, estado FROM tarefa WHERE alvo = $1", [id])).toEqual([
      { tipo, estado: "pendente" },
    ]);
    await job.run(t.ctx, jobOf(id, tipo));
    expect(await estadoOf()).toBe("concluido");

    await t.asOwner("UPDATE arquivo_pedido SET estado = 'em-andamento' WHERE id = $1", [id]);
    for (let round = 0; round < 5; round += 1) {
      await sweepStalled(t.ctx);
      await t.asOwner(
        "UPDATE tarefa SET estado = 'feita', terminada_em = $2 WHERE alvo = $1 AND terminada_em IS NULL",
        [id, t.clock.now()],
      );
    }
    await sweepStalled(t.ctx);
    expect(await estadoOf()).toBe("falhou");
  },
);

test("failed or expired files of both kinds leave their lists after 30 days", async () => {
  await insertNotas(t, ana.contaId, [inventNota()]);
  const [expiredId, failedId, openId] = [await ask(), await ask(), await ask()];
  const csv = await requestCsvExport();
  await makeZip(t, ana, { id: expiredId });
  for (const [alvo, tipo] of [
    [failedId, "repositorio"],
    [csv, "exportacao"],
  ] as const) {
    await repositorioJob.onGiveUp(t.ctx, {
      contaId: ana.contaId,
      tarefaId: alvo,
      tipo,
      alvo,
      tentativa: 3,
      motivo: "x",
    });
  }
  const now = t.clock.now();
  const left = async (days: number): Promise<string[]> => {
    t.clock.set(new Date(now.getTime() + days * DAY_MS));
    await sweepFiles(t.ctx);
    const rows = await t.asOwner<{ id: string }>(
      "SELECT id FROM arquivo_pedido WHERE conta_id = $1 ORDER BY id",
      [ana.contaId],
    );
    return rows.map(({ id }) => id);
  };
  expect(await left(29)).toEqual([expiredId, failedId, openId, csv].sort());
  expect(await left(31)).toEqual([expiredId, openId].sort());
  expect(await left(38)).toEqual([openId]);
  t.clock.set(now);
});

test("the latest 20 ZIPs are kept, separately from exports", async () => {
  await insertNotas(t, ana.contaId, [inventNota()]);
  const csv = await requestCsvExport();
  await exportacaoJob.run(t.ctx, jobOf(csv, "exportacao"));
  const ids: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    const id = await ask();
    await makeZip(t, ana, { id });
    ids.push(id);
    t.clock.advance(1_000);
  }
  const [oldest = "", second = ""] = ids;
  expect(await refusalOf(await getZip(t, ana, oldest))).toEqual([404, MESSAGES.arquivoExpirado]);
  expect(await t.asOwner("SELECT sha256 FROM arquivo_pedido WHERE id = $1", [oldest])).toEqual([
    { sha256: null },
  ]);
  expect((await getZip(t, ana, second)).status).toBe(200);
  expect((await downloadExportacao(t, ana, csv)).status).toBe(200);
});

test("a link to an export sends a signed-out user to /login and back", async () => {
  const path = "/Services/downloadExportacao?id=01900000-0000-7000-8000-000000000001";
  const response = await get(t, path, { "sec-fetch-mode": "navigate", "sec-fetch-site": "none" });
  expect([response.status, response.headers.get("location")]).toEqual([
    302,
    `/login?voltar=${encodeURIComponent(path)}`,
  ]);
  expect((await get(t, path, { accept: "*/*" })).status).toBe(401);
});

test("a file is available only at its own route, to its own conta, and when complete", async () => {
  await insertNotas(t, ana.contaId, [inventNota()]);
  const bia = await signInNewUser(t);
  const [zip, csv] = [await ask(), await requestCsvExport()];
  expect(await refusalOf(await getZip(t, ana, csv))).toEqual([404, MESSAGES.repositorioNaoEncontrado]);
  expect(await refusalOf(await downloadExportacao(t, ana, zip))).toEqual([
    404,
    MESSAGES.exportacaoNaoEncontrada,
  ]);
  expect(await refusalOf(await getZip(t, bia, zip))).toEqual([404, MESSAGES.repositorioNaoEncontrado]);
  expect(await refusalOf(await downloadExportacao(t, bia, csv))).toEqual([
    404,
    MESSAGES.exportacaoNaoEncontrada,
  ]);
  expect(await refusalOf(await getZip(t, ana, zip))).toEqual([404, MESSAGES.arquivoEmPreparo]);
  await repositorioJob.onGiveUp(t.ctx, {
    contaId: ana.contaId,
    tarefaId: zip,
    tipo: "repositorio",
    alvo: zip,
    tentativa: 3,
    motivo: "x",
  });
  expect(await refusalOf(await getZip(t, ana, zip))).toEqual([404, MESSAGES.erroProcessandoRequisicao]);
});
