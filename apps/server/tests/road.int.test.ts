import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppContext } from "../src/app-context.ts";
import type { JobHandlers } from "../src/jobs/job.ts";
import { startWork } from "../src/jobs/work.ts";
import { runPipelineJob } from "../src/pipeline/run-stage.ts";
import { insertAnexos, type LinhaAnexo } from "../src/services/email/email-ingest.rows.ts";
import { CANCELADA_APOS_MS, createRoad, playCanceladaDepois, type Road } from "./road.ts";
import { stepBlobs } from "./step-blobs.ts";

let road: Road;

const PARTE: LinhaAnexo = {
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
  road = await createRoad();
});
afterAll(async () => {
  await road.dispose();
});

describe("an e-mail with an NF-e", () => {
  test("an e-mail with an NF-e becomes a nota that SEFAZ confirms, with every part recorded", async () => {
    const { chaves } = await road.sandbox.playCenario("nota-autorizada");
    expect(await road.collect()).toEqual([]);
    const [nota] = await notasOf(chaves);
    expect(nota).toMatchObject({
      papel: "E",
      veredito: "autentica",
      nfe_status: "100",
      sefaz_status: "100",
      divergente: false,
      quarentena: false,
    });
    await expectLedgerInBalance();
    const [rollup] = await road.asOwner<{ n: string; v: string }>(
      "SELECT sum(quantidade)::text n, sum(valor)::text v FROM rollup_dia",
    );
    expect(rollup).toEqual({ n: "1", v: nota?.valor_total });
    const feed = await road.asOwner<{ tipo: string }>("SELECT tipo FROM feed ORDER BY sequencia");
    expect(feed.map((row) => row.tipo)).toEqual(["nota", "status"]);
  });

  test("a message is not fetched again", async () => {
    const before = await count("email");
    await road.collect();
    await road.collect();
    expect(await count("email")).toBe(before);
  });

  test("the same message twice in the mailbox becomes one e-mail with its parts recorded once", async () => {
    const raw = plainMessage("Duas vezes");
    road.sandbox.putEmail(raw);
    road.sandbox.putEmail(raw);
    const before = await count("email");
    await road.collect();
    expect(await count("email")).toBe(before + 1);
  });
});

test("a clock that jumps during poll and ingest fails no attempt", async () => {
  const jumping: AppContext = {
    ...road.ctx,
    clock: { now: road.clock.now, machine: () => new Date() },
    blobs: stepBlobs(road.ctx.blobs, () => road.clock.advance(65 * 60_000)),
  };
  const { chaves } = await road.sandbox.playCenario("nota-autorizada");
  await road.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
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

describe("the scenarios of the sandbox", () => {
  test("zip-com-tres-notas: opens the package and validates three notas", async () => {
    const { chaves } = await road.sandbox.playCenario("zip-com-tres-notas");
    await road.collect();
    const notas = await notasOf(chaves);
    expect(notas.map((nota) => nota.sefaz_status)).toEqual(["100", "100", "100"]);
    expect((await road.anexos()).some((anexo) => anexo.destino === "pacote")).toBe(true);
    await expectLedgerInBalance();
  });

  test("nota-adulterada: stays in quarantine, outside feed and totals", async () => {
    const before = { feed: await count("feed"), rollup: await totalNotas() };
    const { chaves } = await road.sandbox.playCenario("nota-adulterada");
    await road.collect();
    const [nota] = await notasOf(chaves);
    expect(nota).toMatchObject({ quarentena: true, veredito: "assinatura-invalida" });
    expect(await count("feed")).toBe(before.feed);
    expect(await totalNotas()).toBe(before.rollup);
  });

  test("adulterada-antes-da-genuina: the genuine copy replaces the forged one", async () => {
    const { chaves } = await road.sandbox.playCenario("adulterada-antes-da-genuina");
    await road.collect();
    const notas = await notasOf(chaves);
    expect(notas).toHaveLength(1);
    expect(notas[0]).toMatchObject({ quarentena: false, veredito: "autentica", sefaz_status: "100" });
    const copies = await road.asOwner("SELECT id FROM documento WHERE chave = $1", [chaves[0]]);
    expect(copies).toHaveLength(2);
    expect(await feedMatchesTotals()).toBe(true);
  });

  test("evento-antes-da-nota: the cancellation is linked when the nota arrives", async () => {
    const { chaves } = await road.sandbox.playCenario("evento-antes-da-nota");
    await road.collect();
    const [nota] = await notasOf(chaves);
    expect(nota?.hash_sha1_canc).toMatch(/^[0-9a-f]{40}$/);
  });

  test("nota-cancelada-depois: a later consulta finds the cancellation and marks the nota as divergente", async () => {
    const { clock } = road.sandbox;
    const chave = await playCanceladaDepois(road.sandbox);
    await road.collect();
    expect((await notasOf([chave]))[0]).toMatchObject({ sefaz_status: "100" });
    clock.advance(2 * CANCELADA_APOS_MS);
    await road.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE alvo = $1", [chave]);
    await road.run("validate");
    clock.reset();
    const [nota] = await notasOf([chave]);
    expect(nota).toMatchObject({ sefaz_status: "101", divergente: true, nfe_status: "100" });
    expect(nota?.hash_sha1_canc).toMatch(/^[0-9a-f]{40}$/);
    const eventos = await road.asOwner("SELECT origem, tp_evento FROM evento WHERE chave = $1", [chave]);
    expect(eventos).toEqual([{ origem: "sefaz", tp_evento: "110111" }]);
  });

  test("cnpj-alfanumerico: letters are kept from the certificate to the nota", async () => {
    const { chaves } = await road.sandbox.playCenario("cnpj-alfanumerico");
    await road.collect();
    expect(chaves[0]).toMatch(/[A-Z]/);
    expect((await notasOf(chaves))[0]).toMatchObject({ veredito: "autentica", sefaz_status: "100" });
  });

  test.each(["email-sem-dfe", "anexo-nao-xml", "xml-nao-dfe"])(
    "%s: creates no nota and records a reason for every part",
    async (nome) => {
      const before = await count("nota");
      await road.sandbox.playCenario(nome);
      await road.collect();
      expect(await count("nota")).toBe(before);
      const reasons = (await road.anexos()).filter(
        (anexo) => anexo.destino === "nao-dfe" || anexo.destino === "erro",
      );
      expect(reasons.every((anexo) => anexo.motivo !== null)).toBe(true);
      await expectLedgerInBalance();
    },
  );
});

describe("failures of the outside world", () => {
  test("an unreadable message is kept in quarantine", async () => {
    road.sandbox.putEmail(Buffer.from("isto não é uma mensagem\r\n"));
    await road.collect();
    const [email] = await road.asOwner<{ estado: string; motivo: string; sha256: string }>(
      "SELECT estado, motivo, sha256 FROM email ORDER BY recebida_em DESC, id DESC LIMIT 1",
    );
    expect(email).toMatchObject({ estado: "quarentena", motivo: "mensagem-ilegivel" });
    expect(await road.ctx.blobs.get(road.contaId, email?.sha256 ?? "")).not.toBeNull();
  });

  test("an e-mail that fails to be read three times goes to quarantine", async () => {
    road.sandbox.putEmail(plainMessage("Três falhas"));
    await road.collect();
    await road.asOwner("UPDATE email SET estado = 'em-leitura' WHERE assunto = 'Três falhas'");
    const [email] = await road.asOwner<{ id: string }>("SELECT id FROM email WHERE assunto = 'Três falhas'");
    await road.giveUp("ingest", email?.id ?? "");
    const [after] = await road.asOwner("SELECT estado, motivo FROM email WHERE assunto = 'Três falhas'");
    expect(after).toEqual({ estado: "quarentena", motivo: "leitura-falhou" });
  });

  test("a late attempt adds nothing to an e-mail that was given up", async () => {
    const { chaves } = await road.sandbox.playCenario("nota-autorizada");
    await road.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
    await road.run("poll");
    const [email] = await road.asOwner<{ id: string }>("SELECT id FROM email WHERE estado = 'em-leitura'");
    const { id = "" } = email ?? {};
    expect(await road.run("ingest", -1)).toMatchObject([
      { message: expect.stringMatching(/after its time/) },
    ]);
    expect(await notasOf(chaves)).toEqual([]);
    await road.giveUp("ingest", id);
    const late = road.ctx.database.withContaSql(road.contaId, (sql) =>
      insertAnexos(sql, road.contaId, { emailId: id, anexos: [PARTE] }),
    );
    await expect(late).rejects.toThrow(/was ended/);
    await expectLedgerInBalance();
    await road.asOwner("DELETE FROM tarefa WHERE alvo = $1", [id]);
  });

  test("a mail server outage sets the error of the caixa, and the next poll clears it", async () => {
    await road.sandbox.correio.pop3.setFalha("fora-do-ar");
    const errors = await road.collect();
    expect(errors).toHaveLength(1);
    expect(await caixa()).toMatchObject({ ultimo_erro: expect.stringMatching(/recusada|interrompida/) });
    await road.sandbox.correio.pop3.setFalha("nenhuma");
    expect(await road.collect()).toEqual([]);
    expect(await caixa()).toMatchObject({ ultimo_erro: null });
  });

  test('a refused password sets the error "senha"', async () => {
    await road.sandbox.correio.pop3.setFalha("recusar-senha");
    await road.collect();
    expect(await caixa()).toMatchObject({ ultimo_erro: "senha" });
    await road.sandbox.correio.pop3.setFalha("nenhuma");
    await road.collect();
  });

  test("a SEFAZ outage loses nothing: the nota is stored, the attempt recorded, and a later consulta succeeds", async () => {
    road.sandbox.sefaz.setFalha("fora-do-ar");
    const { chaves } = await road.sandbox.playCenario("nota-autorizada");
    const errors = await road.collect();
    expect(errors).toHaveLength(1);
    expect((await notasOf(chaves))[0]).toMatchObject({ sefaz_status: null, divergente: null });
    const consultas = await road.asOwner("SELECT cstat, falha FROM consulta WHERE chave = $1", [chaves[0]]);
    expect(consultas).toHaveLength(1);
    road.sandbox.sefaz.setFalha("nenhuma");
    await road.run("validate");
    expect((await notasOf(chaves))[0]).toMatchObject({ sefaz_status: "100" });
  });

  test("a chave is consulted at most as often per hour as SEFAZ allows", async () => {
    const { chaves } = await road.sandbox.playCenario("nota-autorizada");
    await road.collect();
    for (let i = 0; i < 14; i++) {
      await road.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE alvo = $1", [
        chaves[0],
      ]);
      await road.run("validate");
    }
    const [row] = await road.asOwner<{ n: string }>(
      "SELECT count(*)::text n FROM consulta WHERE chave = $1",
      [chaves[0]],
    );
    expect(row?.n).toBe("10");
    const [misuse] = await road.asOwner<{ n: string }>(
      "SELECT count(*)::text n FROM consulta WHERE cstat = '656'",
    );
    expect(misuse?.n).toBe("0");
  });

  test("a nota without a valid certificate is marked as waiting for one", async () => {
    await road.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 day'");
    const { chaves } = await road.sandbox.playCenario("nota-autorizada");
    await road.collect();
    const [row] = await road.asOwner(
      "SELECT aguardando_certificado, sefaz_status FROM nota WHERE chave = $1",
      [chaves[0]],
    );
    expect(row).toEqual({ aguardando_certificado: true, sefaz_status: null });
    await road.asOwner("UPDATE certificado SET valido_ate = now() + interval '300 days'");
  });
});

beforeEach(() => {
  road.sandbox.sefaz.setFalha("nenhuma");
});

async function notasOf(chaves: readonly string[]) {
  return (await road.notas()).filter((nota) => chaves.includes(nota.chave));
}

async function count(table: "email" | "nota" | "feed"): Promise<number> {
  const [row] = await road.asOwner<{ n: string }>(`SELECT count(*)::text n FROM ${table}`);
  return Number(row?.n);
}

async function totalNotas(): Promise<string> {
  const [row] = await road.asOwner<{ n: string }>(
    "SELECT coalesce(sum(quantidade), 0)::text n FROM rollup_dia",
  );
  return row?.n ?? "";
}

async function caixa() {
  const [row] = await road.asOwner("SELECT ultimo_erro FROM caixa_email");
  return row;
}

/** The number of parts seen equals the number of parts with a destino, for each e-mail. */
async function expectLedgerInBalance(): Promise<void> {
  const off = await road.asOwner(
    `SELECT e.id FROM email e WHERE e.estado <> 'em-leitura' AND e.partes <>
       (SELECT count(*) FROM anexo a WHERE a.email_id = e.id AND a.caminho <> '0' AND a.destino IS NOT NULL)`,
  );
  expect(off).toEqual([]);
}

/** Whether the rollups equal the sums of the published notas. */
async function feedMatchesTotals(): Promise<boolean> {
  const [row] = await road.asOwner<{ equal: boolean }>(
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
