import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import type { JobHandlers } from "../../src/jobs/job.ts";
import { startWork } from "../../src/jobs/start-work.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { insertAnexos, type NewAnexo } from "../../src/services/email/email-ingest.rows.ts";
import { withStepBefore } from "../setup/step-blobs.ts";
import {
  CANCELLED_AFTER_MS,
  createTestPipeline,
  playCancelledLater,
  type TestPipeline,
} from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;

const PART: NewAnexo = {
  caminho: "1",
  nome: "nota.xml",
  tipo: "text/xml",
  tamanho: 1,
  sha256: "0".repeat(64),
  embutida: false,
  contentId: null,
  destino: "nao-dfe",
  motivo: null,
  detalhe: null,
  documentoId: null,
};

beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(async () => {
  await pipeline.dispose();
});

describe("an e-mail with an NF-e", () => {
  test("an e-mail with an NF-e becomes a nota that SEFAZ confirms, with every part recorded", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("nota-autorizada");
    expect(await pipeline.collect()).toEqual([]);
    const [nota] = await notasOf(chaves);
    expect(nota).toMatchObject({
      papel: "E",
      veredito: "autentica",
      nfe_status: "100",
      sefaz_status: "100",
      divergente: false,
      quarentena: false,
    });
    await expectPartsAddUp();
    const [rollup] = await pipeline.asOwner<{ n: string; v: string }>(
      "SELECT sum(quantidade)::text n, sum(valor)::text v FROM rollup_dia",
    );
    expect(rollup).toEqual({ n: "1", v: nota?.valor_total });
    const feed = await pipeline.asOwner<{ tipo: string }>("SELECT tipo FROM feed ORDER BY sequencia");
    expect(feed.map((row) => row.tipo)).toEqual(["nota", "status"]);
  });

  test("a message that was read is not fetched again", async () => {
    const before = await count("email");
    await pipeline.collect();
    await pipeline.collect();
    expect(await count("email")).toBe(before);
  });

  test("the same message twice in the mailbox becomes one e-mail with its parts recorded once", async () => {
    const raw = plainMessage("Duas vezes");
    pipeline.sandbox.putEmail(raw);
    pipeline.sandbox.putEmail(raw);
    const before = await count("email");
    await pipeline.collect();
    expect(await count("email")).toBe(before + 1);
  });
});

test("a clock that jumps during poll and ingest fails no attempt", async () => {
  const jumping: AppContext = {
    ...pipeline.ctx,
    clock: { now: pipeline.clock.now, machine: () => new Date() },
    blobs: withStepBefore(pipeline.ctx.blobs, () => pipeline.clock.advance(65 * MINUTE_MS)),
  };
  const { chaves } = await pipeline.sandbox.playScenario("nota-autorizada");
  await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  const failed: unknown[] = [];
  const run: JobHandlers["run"] = async (ctx, { tipo, ...job }) => {
    if (tipo !== "poll" && tipo !== "ingest" && tipo !== "validate") return;
    await runPipelineJob(ctx, { ...job, tipo }).catch((error: unknown) => {
      failed.push(error);
      throw error;
    });
  };
  const work = await startWork(jumping, { run, onGiveUp: async () => {} });
  const sefazStatus = async (): Promise<unknown> => (await notasOf(chaves))[0]?.sefaz_status;
  await expect
    .poll(sefazStatus, { timeout: 20_000 })
    .toBe("100")
    .finally(() => work.stop());
  expect(failed).toEqual([]);
});

describe("e-mails of the sandbox's scenarios", () => {
  test("zip-com-tres-notas: opens the package and validates three notas", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("zip-com-tres-notas");
    await pipeline.collect();
    const notas = await notasOf(chaves);
    expect(notas.map((nota) => nota.sefaz_status)).toEqual(["100", "100", "100"]);
    expect((await pipeline.anexos()).some((anexo) => anexo.destino === "pacote")).toBe(true);
    await expectPartsAddUp();
  });

  test("nota-adulterada: stays in quarantine, outside feed and totals", async () => {
    const before = { feed: await count("feed"), rollup: await totalNotas() };
    const { chaves } = await pipeline.sandbox.playScenario("nota-adulterada");
    await pipeline.collect();
    const [nota] = await notasOf(chaves);
    expect(nota).toMatchObject({ quarentena: true, veredito: "assinatura-invalida" });
    expect(await count("feed")).toBe(before.feed);
    expect(await totalNotas()).toBe(before.rollup);
  });

  test("adulterada-antes-da-genuina: the genuine copy replaces the forged one", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("adulterada-antes-da-genuina");
    await pipeline.collect();
    const notas = await notasOf(chaves);
    expect(notas).toHaveLength(1);
    expect(notas[0]).toMatchObject({ quarentena: false, veredito: "autentica", sefaz_status: "100" });
    const copies = await pipeline.asOwner("SELECT id FROM documento WHERE chave = $1", [chaves[0]]);
    expect(copies).toHaveLength(2);
    expect(await feedMatchesTotals()).toBe(true);
  });

  test("evento-antes-da-nota: the cancellation is linked when the nota arrives", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("evento-antes-da-nota");
    await pipeline.collect();
    const [nota] = await notasOf(chaves);
    expect(nota?.hash_sha1_canc).toMatch(/^[0-9a-f]{40}$/);
  });

  test("nota-cancelada-depois: a later consulta finds the cancellation and marks the nota as divergente", async () => {
    const { clock } = pipeline.sandbox;
    const chave = await playCancelledLater(pipeline.sandbox);
    await pipeline.collect();
    expect((await notasOf([chave]))[0]).toMatchObject({ sefaz_status: "100" });
    clock.advance(2 * CANCELLED_AFTER_MS);
    await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE alvo = $1", [chave]);
    await pipeline.run("validate");
    clock.reset();
    const [nota] = await notasOf([chave]);
    expect(nota).toMatchObject({ sefaz_status: "101", divergente: true, nfe_status: "100" });
    expect(nota?.hash_sha1_canc).toMatch(/^[0-9a-f]{40}$/);
    const eventos = await pipeline.asOwner("SELECT origem, tp_evento FROM evento WHERE chave = $1", [chave]);
    expect(eventos).toEqual([{ origem: "sefaz", tp_evento: "110111" }]);
  });

  test("cnpj-alfanumerico: letters are kept from the certificate to the nota", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("cnpj-alfanumerico");
    await pipeline.collect();
    expect(chaves[0]).toMatch(/[A-Z]/);
    expect((await notasOf(chaves))[0]).toMatchObject({ veredito: "autentica", sefaz_status: "100" });
  });

  test.each(["email-sem-dfe", "anexo-nao-xml", "xml-nao-dfe"])(
    "%s: creates no nota and records a reason for every part",
    async (nome) => {
      const before = await count("nota");
      await pipeline.sandbox.playScenario(nome);
      await pipeline.collect();
      expect(await count("nota")).toBe(before);
      const reasons = (await pipeline.anexos()).filter(
        (anexo) => anexo.destino === "nao-dfe" || anexo.destino === "erro",
      );
      expect(reasons.every((anexo) => anexo.motivo !== null)).toBe(true);
      await expectPartsAddUp();
    },
  );
});

describe("failures of outside services while an e-mail is processed", () => {
  test("an unreadable message is kept in quarantine", async () => {
    pipeline.sandbox.putEmail(Buffer.from("isto não é uma mensagem\r\n"));
    await pipeline.collect();
    const [email] = await pipeline.asOwner<{ estado: string; motivo: string; sha256: string }>(
      "SELECT estado, motivo, sha256 FROM email ORDER BY recebida_em DESC, id DESC LIMIT 1",
    );
    expect(email).toMatchObject({ estado: "quarentena", motivo: "mensagem-ilegivel" });
    expect(await pipeline.ctx.blobs.get(pipeline.contaId, email?.sha256 ?? "")).not.toBeNull();
  });

  test("an e-mail that fails to be read three times goes to quarantine", async () => {
    pipeline.sandbox.putEmail(plainMessage("Três falhas"));
    await pipeline.collect();
    await pipeline.asOwner("UPDATE email SET estado = 'em-leitura' WHERE assunto = 'Três falhas'");
    const [email] = await pipeline.asOwner<{ id: string }>(
      "SELECT id FROM email WHERE assunto = 'Três falhas'",
    );
    await pipeline.giveUp("ingest", email?.id ?? "");
    const [after] = await pipeline.asOwner("SELECT estado, motivo FROM email WHERE assunto = 'Três falhas'");
    expect(after).toEqual({ estado: "quarentena", motivo: "leitura-falhou" });
  });

  test("a late attempt adds nothing to an e-mail that was given up", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("nota-autorizada");
    await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
    await pipeline.run("poll");
    const [email] = await pipeline.asOwner<{ id: string }>(
      "SELECT id FROM email WHERE estado = 'em-leitura'",
    );
    const { id = "" } = email ?? {};
    expect(await pipeline.run("ingest", -1)).toMatchObject([
      { message: expect.stringMatching(/after its time/) },
    ]);
    expect(await notasOf(chaves)).toEqual([]);
    await pipeline.giveUp("ingest", id);
    const late = pipeline.ctx.database.withConta(pipeline.contaId, (db) =>
      insertAnexos(db, pipeline.contaId, [{ emailId: id, anexos: [PART] }]),
    );
    await expect(late).rejects.toThrow(/is closed/);
    await expectPartsAddUp();
    await pipeline.asOwner("DELETE FROM tarefa WHERE alvo = $1", [id]);
  });

  test("a mail server outage sets the error of the caixa, and the next poll clears it", async () => {
    await pipeline.sandbox.mail.pop3.setFault("fora-do-ar");
    const errors = await pipeline.collect();
    expect(errors).toHaveLength(1);
    expect(await caixa()).toMatchObject({ ultimo_erro: expect.stringMatching(/recusada|interrompida/) });
    await pipeline.sandbox.mail.pop3.setFault("nenhuma");
    expect(await pipeline.collect()).toEqual([]);
    expect(await caixa()).toMatchObject({ ultimo_erro: null });
  });

  test('a refused password sets the error "senha"', async () => {
    await pipeline.sandbox.mail.pop3.setFault("recusar-senha");
    await pipeline.collect();
    expect(await caixa()).toMatchObject({ ultimo_erro: "senha" });
    await pipeline.sandbox.mail.pop3.setFault("nenhuma");
    await pipeline.collect();
  });

  test("a SEFAZ outage loses nothing: the nota is stored, the attempt recorded, and a later consulta succeeds", async () => {
    pipeline.sandbox.sefaz.setFault("fora-do-ar");
    const { chaves } = await pipeline.sandbox.playScenario("nota-autorizada");
    const errors = await pipeline.collect();
    expect(errors).toHaveLength(1);
    expect((await notasOf(chaves))[0]).toMatchObject({ sefaz_status: null, divergente: null });
    const consultas = await pipeline.asOwner("SELECT cstat, falha FROM consulta WHERE chave = $1", [
      chaves[0],
    ]);
    expect(consultas).toHaveLength(1);
    pipeline.sandbox.sefaz.setFault("nenhuma");
    await pipeline.run("validate");
    expect((await notasOf(chaves))[0]).toMatchObject({ sefaz_status: "100" });
  });

  test("a chave is consulted at most as often per hour as SEFAZ allows", async () => {
    const { chaves } = await pipeline.sandbox.playScenario("nota-autorizada");
    await pipeline.collect();
    for (let i = 0; i < 14; i++) {
      await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE alvo = $1", [
        chaves[0],
      ]);
      await pipeline.run("validate");
    }
    const [row] = await pipeline.asOwner<{ n: string }>(
      "SELECT count(*)::text n FROM consulta WHERE chave = $1",
      [chaves[0]],
    );
    expect(row?.n).toBe("10");
    const [misuse] = await pipeline.asOwner<{ n: string }>(
      "SELECT count(*)::text n FROM consulta WHERE cstat = '656'",
    );
    expect(misuse?.n).toBe("0");
  });

  test("a nota without a valid certificate is marked as waiting for one", async () => {
    await pipeline.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 day'");
    const { chaves } = await pipeline.sandbox.playScenario("nota-autorizada");
    await pipeline.collect();
    const [row] = await pipeline.asOwner(
      "SELECT aguardando_certificado, sefaz_status FROM nota WHERE chave = $1",
      [chaves[0]],
    );
    expect(row).toEqual({ aguardando_certificado: true, sefaz_status: null });
    await pipeline.asOwner("UPDATE certificado SET valido_ate = now() + interval '300 days'");
  });
});

beforeEach(() => {
  pipeline.sandbox.sefaz.setFault("nenhuma");
});

async function notasOf(chaves: readonly string[]) {
  return (await pipeline.notas()).filter((nota) => chaves.includes(nota.chave));
}

async function count(table: "email" | "nota" | "feed"): Promise<number> {
  const [row] = await pipeline.asOwner<{ n: string }>(`SELECT count(*)::text n FROM ${table}`);
  return Number(row?.n);
}

async function totalNotas(): Promise<string> {
  const [row] = await pipeline.asOwner<{ n: string }>(
    "SELECT coalesce(sum(quantidade), 0)::text n FROM rollup_dia",
  );
  return row?.n ?? "";
}

async function caixa() {
  const [row] = await pipeline.asOwner("SELECT ultimo_erro FROM caixa_email");
  return row;
}

/** The number of parts seen equals the number of parts with a destino, for each e-mail. */
async function expectPartsAddUp(): Promise<void> {
  const off = await pipeline.asOwner(
    `SELECT e.id FROM email e WHERE e.estado <> 'em-leitura' AND e.partes <>
       (SELECT count(*) FROM anexo a WHERE a.email_id = e.id AND a.caminho <> '0' AND a.destino IS NOT NULL)`,
  );
  expect(off).toEqual([]);
}

/** Whether the rollups equal the sums of the published notas. */
async function feedMatchesTotals(): Promise<boolean> {
  const [row] = await pipeline.asOwner<{ equal: boolean }>(
    `SELECT (SELECT coalesce(sum(quantidade), 0) FROM rollup_dia) = (SELECT count(*) FROM nota WHERE NOT quarentena AND NOT terceiros)
       AND (SELECT coalesce(sum(valor), 0) FROM rollup_dia) = (SELECT coalesce(sum(valor_total), 0) FROM nota WHERE NOT quarentena AND NOT terceiros) AS equal`,
  );
  return row?.equal ?? false;
}

function plainMessage(assunto: string): Buffer {
  const subject = `=?utf-8?B?${Buffer.from(assunto).toString("base64")}?=`;
  return Buffer.from(
    `From: a@fornecedor.example\r\nTo: b@nossa.example\r\nSubject: ${subject}\r\nDate: Fri, 20 Nov 2026 09:00:00 -0300\r\n\r\nBom dia.\r\n`,
  );
}
