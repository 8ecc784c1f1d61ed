import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepEmailCounts, sweepStalled } from "../../src/jobs/cleanup/sweep-stalled.ts";
import { reopenEmail } from "../../src/services/email/email-ingest.rows.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());

type PartRow = { caminho: string; destino: string; motivo: string | null };

async function lastEmail(): Promise<string> {
  const rows = await pipeline.asOwner<{ id: string }>("SELECT id FROM email ORDER BY id DESC LIMIT 1");
  return rows[0]?.id ?? "";
}

/** Plays a scenario and collects its e-mail. */
async function receive(nome: string): Promise<string> {
  await pipeline.sandbox.playScenario(nome);
  expect(await pipeline.collect()).toEqual([]);
  return await lastEmail();
}

async function readParts(emailId: string): Promise<PartRow[]> {
  return await pipeline.asOwner<PartRow>(
    "SELECT caminho, destino, motivo FROM anexo WHERE email_id = $1 ORDER BY caminho",
    [emailId],
  );
}

/** Everything that a second reading must not change, except the time of reading. */
async function readEverything(): Promise<unknown> {
  const [notas, eventos, feed, totals, documentos] = await Promise.all([
    pipeline.asOwner("SELECT * FROM nota ORDER BY id"),
    pipeline.asOwner("SELECT * FROM evento ORDER BY id"),
    pipeline.asOwner("SELECT * FROM feed ORDER BY sequencia"),
    pipeline.asOwner("SELECT * FROM rollup_dia ORDER BY dia, papel, tipo_nota, empresa_id"),
    pipeline.asOwner("SELECT id, sha256, veredito FROM documento ORDER BY id"),
  ]);
  return { notas, eventos, feed, totals, documentos };
}

async function reopen(emailId: string): Promise<boolean> {
  return await pipeline.ctx.database.withConta(pipeline.contaId, (db) =>
    reopenEmail(db, pipeline.contaId, { emailId, now: pipeline.clock.now() }),
  );
}

async function readAgain(emailId: string): Promise<void> {
  expect(await reopen(emailId)).toBe(true);
  expect(await readParts(emailId)).toEqual([]);
  expect(await pipeline.run("ingest")).toEqual([]);
}

describe("reading a message again", () => {
  test.each([
    "nota-autorizada",
    "zip-com-tres-notas",
    "lote-enviado",
    "evento-antes-da-nota",
    "nota-adulterada",
    "nota-reindentada",
  ])("reading again gives each part the same outcome and duplicates nothing: %s", async (nome) => {
    const emailId = await receive(nome);
    const before = { ledger: await readParts(emailId), all: await readEverything() };
    const counts = () =>
      pipeline.asOwner("SELECT estado, partes, extraidos, problemas FROM email WHERE id = $1", [emailId]);
    const counted = await counts();
    await readAgain(emailId);
    expect({ ledger: await readParts(emailId), all: await readEverything() }).toEqual(before);
    expect(await counts()).toEqual(counted);
    const [row] = await pipeline.asOwner("SELECT reprocessado_em FROM email WHERE id = $1", [emailId]);
    expect(row?.reprocessado_em).not.toBeNull();
  });

  test("reading again keeps the first e-mail as origin of a repeated attachment, and the later one as its copy", async () => {
    const first = await receive("nota-autorizada");
    const [raw] = pipeline.sandbox.mail.caixa.list().slice(-1);
    if (!raw) throw new Error("no message");
    // Another message with the same attachment: only its header differs.
    const bytes = pipeline.sandbox.mail.caixa.read(raw);
    pipeline.sandbox.putEmail(Buffer.concat([Buffer.from("X-Copia: sim\r\n"), bytes]));
    await pipeline.collect();
    const second = await lastEmail();
    expect(second).not.toBe(first);
    const [one, two] = [await readParts(first), await readParts(second)];
    expect(two.some(({ motivo }) => motivo === "mesmo-arquivo")).toBe(true);
    await readAgain(second);
    expect(await readParts(second)).toEqual(two);
    await readAgain(first);
    expect(await readParts(first)).toEqual(one);
  });

  test("reading again keeps the flags that users set", async () => {
    const emailId = await receive("nota-autorizada");
    await pipeline.asOwner("UPDATE nota SET processado_erp = true");
    const before = await readEverything();
    await readAgain(emailId);
    expect(await readEverything()).toEqual(before);
  });

  test("an e-mail is not reopened twice", async () => {
    const emailId = await receive("nota-autorizada");
    expect(await reopen(emailId)).toBe(true);
    expect(await reopen(emailId)).toBe(false);
    await pipeline.run("ingest");
  });
});

describe("planning again of work that stopped between two states", () => {
  test("a message without an ingest job, a mailbox without a poll and an unsent e-mail are scheduled again", async () => {
    const emailId = await receive("nota-autorizada");
    expect(await reopen(emailId)).toBe(true);
    // Earlier tests have queued an e-mail of their own.
    await pipeline.asOwner("UPDATE envio SET estado = 'enviado'");
    await pipeline.asOwner(
      "INSERT INTO envio (conta_id, id, modelo, ocasiao, para, dados, criado_em) VALUES ($1, uuidv7(), 'x', 'x', 'x@y.example', '{}', now())",
      [pipeline.contaId],
    );
    await pipeline.asOwner("DELETE FROM tarefa");
    expect(await sweepStalled(pipeline.ctx)).toBe(3);
    const open = await pipeline.asOwner("SELECT tipo FROM tarefa WHERE estado = 'pendente' ORDER BY tipo");
    expect(open).toEqual([{ tipo: "envio" }, { tipo: "ingest" }, { tipo: "poll" }]);
    expect(await sweepStalled(pipeline.ctx)).toBe(0);
    await pipeline.run("ingest");
    expect(await pipeline.asOwner("SELECT estado FROM email WHERE id = $1", [emailId])).toEqual([
      { estado: "lido" },
    ]);
  });

  test("a message whose reading keeps failing ends in quarentena", async () => {
    const emailId = await receive("nota-autorizada");
    await reopen(emailId);
    await pipeline.asOwner("DELETE FROM tarefa WHERE tipo = 'ingest'");
    await pipeline.asOwner(
      `INSERT INTO tarefa (conta_id, id, tipo, alvo, estado, vence_em, criado_em, terminada_em)
       SELECT $1, uuidv7(), 'ingest', $2, 'feita', now(), now(), now() FROM generate_series(1, 5)`,
      [pipeline.contaId, emailId],
    );
    await sweepStalled(pipeline.ctx);
    expect(await pipeline.asOwner("SELECT estado, motivo FROM email WHERE id = $1", [emailId])).toEqual([
      { estado: "quarentena", motivo: "leitura-falhou" },
    ]);
  });

  test("counts of an e-mail that differ from its recorded parts are corrected", async () => {
    const emailId = await receive("zip-com-tres-notas");
    const counts = () =>
      pipeline.asOwner("SELECT partes, extraidos, problemas FROM email WHERE id = $1", [emailId]);
    const right = await counts();
    await pipeline.asOwner("UPDATE email SET partes = 99, problemas = 7 WHERE id = $1", [emailId]);
    expect(await sweepEmailCounts(pipeline.ctx)).toBe(1);
    expect(await counts()).toEqual(right);
    expect(await sweepEmailCounts(pipeline.ctx)).toBe(0);
  });
});
