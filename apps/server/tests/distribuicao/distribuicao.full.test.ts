import { gunzipSync } from "node:zlib";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId, sqlText } from "../../src/db/index.ts";
import { sweepDistribuicoes } from "../../src/jobs/cleanup/sweep-distribuicoes.ts";
import { isMissing } from "../../src/services/auditor/auditor-filter.rows.ts";
import { LACUNAS_PER_RUN } from "../../src/services/distribuicao/distribuicao.rules.ts";
import { findDistribuicoes } from "../../src/services/distribuicao/distribuicao.wire.ts";
import { planDistribuicoes } from "../../src/services/distribuicao/plan-distribuicoes.ts";
import { savePage } from "../../src/services/distribuicao/save-page.ts";
import { sendManifestacao } from "../../src/services/manifestacao-sending/send-manifestacao.ts";
import { findEmpresaClient } from "../../src/services/sefaz/sefaz-clients.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { createDistribuicaoSetup, type DistribuicaoSetup } from "./distribuicao-setup.ts";
import { writeResNFe } from "./distributed-documents.ts";

const SINGLE_REQUESTS_PER_HOUR = 20;

let p: DistribuicaoSetup;
beforeAll(async () => {
  p = await createDistribuicaoSetup();
});
afterAll(() => p.dispose());
// Each test begins after a quiet hour, with no pending documents and no recorded improper use.
beforeEach(async () => {
  p.advanceClocks(2 * HOUR_MS);
  await p.sync();
  p.sandbox.sefaz.counters.reset();
  p.advanceClocks(2 * HOUR_MS);
});
afterEach(async () => {
  p.sandbox.sefaz.setFault("nenhuma");
  await p.asOwner("DELETE FROM distribuicao_lacuna");
});

const countMisuse = (): number => p.sandbox.sefaz.counters.read().consumoIndevido;
const countRequests = (): number => p.sandbox.sefaz.counters.read().distribuicoes;
const queueOwner = () => ({ distribuidor: "NFe" as const, interessado: p.cnpj });
const nsuNow = (): number => p.sandbox.sefaz.ledger.queues().maxNsu(queueOwner());
const toNsu = (nsu: number): string => String(nsu).padStart(15, "0");

const findPositions = () => p.asOwner("SELECT escopo, ult_nsu FROM sefaz_posicao ORDER BY escopo");

/** Authorizes notas for the company that are not sent by e-mail. */
function issueNotas(count: number): string[] {
  return Array.from({ length: count }, () => p.sandbox.environment.emitNota({ idadeMin: 5 }).chaveAcesso);
}

async function countRecorded(chaves: readonly string[]): Promise<number> {
  const rows = await p.auditores();
  const known = new Set(rows.map(({ chave }) => chave));
  return chaves.filter((chave) => known.has(chave)).length;
}

describe("the distribution sync", () => {
  test("the sync fetches 120 documents in three pages of 50, then pauses for SEFAZ's hour", async () => {
    const chaves = issueNotas(120);
    expect(await p.sync()).toEqual([]);
    expect(await countRecorded(chaves)).toBe(120);
    // Three for NF-e, one for CT-e.
    expect(countRequests()).toBe(4);
    expect(await p.estado()).toMatchObject({
      ult_nsu: toNsu(nsuNow()),
      max_nsu: toNsu(nsuNow()),
      falha: null,
    });
    expect(await p.minutesUntilSync()).toBe(61);
    p.advanceClocks(HOUR_MS);
    await p.sync();
    expect(countRequests()).toBe(4);
    p.advanceClocks(2 * MINUTE_MS);
    await p.sync();
    expect(countRequests()).toBe(6);
    expect(countMisuse()).toBe(0);
  });

  test("a sync that runs out of time between two pages continues at once, without duplicates", async () => {
    const chaves = issueNotas(60);
    await p.sync(MINUTE_MS + 1);
    expect(await p.minutesUntilSync()).toBeLessThanOrEqual(0);
    const before = countRequests();
    await p.sync();
    expect(countRequests()).toBeGreaterThan(before);
    expect(await countRecorded(chaves)).toBe(60);
    const rows = await p.auditores();
    expect(new Set(rows.map(({ chave }) => chave)).size).toBe(rows.length);
    expect(countMisuse()).toBe(0);
  });

  test("a page that cannot be stored is lost as a whole, and its documents are then fetched one by one", async () => {
    const chaves = issueNotas(60);
    const start = Number((await p.estado()).ult_nsu);
    // The second page cannot be committed, once.
    await p.asOwner(
      `CREATE FUNCTION falha_de_disco() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF new.ult_nsu > '${toNsu(start + 50)}' THEN RAISE EXCEPTION 'disk'; END IF; RETURN new; END $$;
       CREATE TRIGGER falha_de_disco BEFORE UPDATE ON distribuicao FOR EACH ROW EXECUTE FUNCTION falha_de_disco()`,
    );
    expect(await p.sync()).toHaveLength(1);
    expect(await p.estado()).toMatchObject({ ult_nsu: toNsu(start + 50) });
    expect(await countRecorded(chaves)).toBe(50);
    await p.asOwner("DROP FUNCTION falha_de_disco CASCADE");
    p.advanceClocks(2 * HOUR_MS);
    await p.sync();
    // SEFAZ counts the lost answer as delivered, and the sync recorded it: requesting it again
    // would be improper use.
    expect(await p.estado()).toMatchObject({ ult_nsu: toNsu(start + 60), falha: null });
    expect(countMisuse()).toBe(0);
    expect(await p.lacunas()).toEqual({ aberta: 10 });
    await p.syncHours(1);
    expect(await countRecorded(chaves)).toBe(60);
    expect(await p.lacunas()).toEqual({});
    expect(countMisuse()).toBe(0);
  });

  test("a page is stored despite short database errors, and not requested again", async () => {
    const chaves = issueNotas(3);
    await p.asOwner(
      `CREATE SEQUENCE vezes; CREATE FUNCTION tropeco() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         IF nextval('public.vezes') < 3 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF; RETURN new; END $$;
       CREATE TRIGGER tropeco BEFORE INSERT ON auditor FOR EACH ROW EXECUTE FUNCTION tropeco()`,
    );
    expect(await p.sync()).toEqual([]);
    await p.asOwner("DROP FUNCTION tropeco CASCADE; DROP SEQUENCE vezes");
    expect(await countRecorded(chaves)).toBe(3);
    expect(await p.lacunas()).toEqual({});
  });

  test("the sync stores nothing for an empresa whose CNPJ has changed meanwhile", async () => {
    const { ult_nsu: afterNsu } = await p.estado();
    const sync = { empresaId: p.empresaId, modelo: "NFe" as const };
    const answer = { cStat: "138", xMotivo: "", ultNSU: toNsu(nsuNow() + 1), maxNSU: null };
    const page = {
      syncKey: sync,
      cnpj: "99827364000290",
      documents: [],
      now: p.clock.now(),
      after: afterNsu,
      ...answer,
    };
    const kept = await p.ctx.database.withConta(p.contaId, (db) =>
      savePage(db, p.contaId, { ...page, nextRun: null }),
    );
    expect(kept).toBe(false);
    expect(await p.estado()).toMatchObject({ ult_nsu: afterNsu });
  });

  test("a manifestação that SEFAZ distributes is shown on its nota", async () => {
    const nota = p.sandbox.environment.emitNota();
    const evento = p.sandbox.environment.manifestNota(nota, "confirmacao");
    await p.sync();
    const status = async () =>
      await p.asOwner("SELECT manifestacao FROM nota WHERE chave = $1 AND papel = 'E'", [nota.chaveAcesso]);
    expect(await status()).toEqual([{ manifestacao: 0 }]);
    const em = p.sandbox.clock.now().toISOString();
    const item = { schema: "procEventoNFe_v1.00.xsd", xml: evento, chave: nota.chaveAcesso, em };
    p.sandbox.sefaz.ledger.queues().add(queueOwner(), item);
    await p.syncHours(1);
    expect(await status()).toEqual([{ manifestacao: 1 }]);
  });

  test("a distributed CT-e becomes a nota without an e-mail and is scheduled for validation", async () => {
    const cte = p.sandbox.environment.emitCte(p.sandbox.environment.emitNota());
    await p.sync();
    expect((await p.auditores()).find(({ chave }) => chave === cte.chaveAcesso)).toMatchObject({
      tipo: "CTe",
    });
    const nota = (await p.notas()).find(({ chave }) => chave === cte.chaveAcesso);
    expect(nota).toMatchObject({ papel: "E", quarentena: false });
    const rows = await p.asOwner("SELECT 1 FROM tarefa WHERE tipo = 'validate' AND alvo = $1", [
      cte.chaveAcesso,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("a cancellation that is only distributed marks the auditor records of its nota", async () => {
    const nota = p.sandbox.environment.emitNota();
    await p.sync();
    p.sandbox.environment.cancelNota(nota, {
      dataEvento: p.sandbox.clock.now(),
      justificativa: "Erro no pedido do cliente",
    });
    await p.syncHours(1);
    const rows = (await p.auditores()).filter(({ chave }) => chave === nota.chaveAcesso);
    expect(rows.map(({ tipo, c_sit_nfe }) => `${tipo} ${c_sit_nfe}`)).toEqual(["NFe 3", "Cancelamento 3"]);
    expect(countMisuse()).toBe(0);
  });
});

describe("a distributed document", () => {
  const put = (xml: string, schema: string): void => {
    const item = { schema, xml, chave: inventChave(7), em: p.sandbox.clock.now().toISOString() };
    p.sandbox.sefaz.ledger.queues().add(queueOwner(), item);
  };
  const kept = async () =>
    await p.asOwner<{ nsu: string; estado: string; esquema: string; xml_gzip: Buffer }>(
      "SELECT * FROM distribuicao_lacuna WHERE empresa_id = $1",
      [p.empresaId],
    );

  test("a document that the database refuses is kept as bytes, and the sync continues with the others", async () => {
    const chaves = issueNotas(1);
    const xml = writeResNFe(7);
    put(xml, "resNFe_v1.01.xsd");
    chaves.push(...issueNotas(1));
    await p.asOwner("ALTER TABLE auditor ADD CONSTRAINT sem_sete CHECK (chave <> 'x' AND numero_nota <> 7)");
    expect(await p.sync()).toEqual([]);
    await p.asOwner("ALTER TABLE auditor DROP CONSTRAINT sem_sete");
    expect(await countRecorded(chaves)).toBe(2);
    const [leftover] = await kept();
    expect(leftover).toMatchObject({
      nsu: toNsu(nsuNow() - 1),
      estado: "guardada",
      esquema: "resNFe_v1.01.xsd",
    });
    expect(gunzipSync(leftover?.xml_gzip ?? Buffer.alloc(0)).toString()).toBe(xml);
    expect(await p.estado()).toMatchObject({ ult_nsu: toNsu(nsuNow()), falha: null });
  });

  test("a document of an unknown schema is kept as bytes and not requested again", async () => {
    const xml = '<procGTVe xmlns="http://www.portalfiscal.inf.br/cte" versao="4.00"><GTVe/></procGTVe>';
    put(xml, "procGTVe_v4.00.xsd");
    await p.sync();
    const [leftover] = await kept();
    expect(gunzipSync(leftover?.xml_gzip ?? Buffer.alloc(0)).toString()).toBe(xml);
    expect(await p.syncHours(1)).toEqual([2]);
    expect(await kept()).toMatchObject([{ estado: "guardada" }]);
  });

  test("after the automatic ciência, the full XML of a summary comes and becomes a nota without an e-mail", async () => {
    await p.asOwner(
      "UPDATE empresa SET ciencia_automatica = true, ativar_manifestacao = true WHERE id = $1",
      [p.empresaId],
    );
    const [chave = ""] = issueNotas(1);
    await p.sync();
    expect(await isXmlMissing(chave)).toBe(true);
    await sendCiencia();
    await p.syncHours(1);
    await p.asOwner("UPDATE empresa SET ciencia_automatica = false WHERE id = $1", [p.empresaId]);
    const nota = (await p.notas()).find((each) => each.chave === chave);
    expect(nota).toMatchObject({ papel: "E", quarentena: false });
    const text = "SELECT distribuido_em IS NOT NULL AS sim FROM documento WHERE id = $1";
    expect(await p.asOwner(text, [nota?.documento_id])).toEqual([{ sim: true }]);
    expect(await isXmlMissing(chave)).toBe(false);
    const summaries = "SELECT esquema, resumo_gzip FROM auditor WHERE chave = $1 AND tp_evento = ''";
    expect(await p.asOwner(summaries, [chave])).toEqual([
      { esquema: "procNFe_v4.00.xsd", resumo_gzip: null },
    ]);
    expect(countMisuse()).toBe(0);
  });
});

async function isXmlMissing(chave: string): Promise<boolean> {
  const text = `SELECT ${sqlText(isMissing())} AS falta FROM auditor a WHERE a.chave = $1 AND a.tp_evento = ''`;
  const [row] = await p.asOwner<{ falta: boolean }>(text, [chave]);
  if (!row) throw new Error("no record");
  return row.falta;
}

/** Sends the pending automatic ciência. */
async function sendCiencia(): Promise<void> {
  const rows = await p.asOwner<{ alvo: string }>(
    "UPDATE tarefa SET estado = 'feita' WHERE tipo = 'manifesto' AND estado = 'pendente' RETURNING alvo",
  );
  expect(rows).toHaveLength(1);
  for (const { alvo } of rows) await sendManifestacao(p.ctx, { contaId: p.contaId, manifestacaoId: alvo });
}

describe("another consumer of the same CNPJ's distribution", () => {
  test("a 656 reveals another program's sync; ours skips to its NSU and fetches the missed documents one by one", async () => {
    const chaves = issueNotas(5);
    const client = await findEmpresaClient(p.ctx, p.contaId, { empresaId: p.empresaId, sandbox: true });
    const request = {
      distribuidor: "NFe" as const,
      ambiente: "1" as const,
      cUFAutor: "35",
      interessado: p.cnpj,
    };
    const { ult_nsu: ultNSU } = await p.estado();
    await client?.distribuirDFe({ ...request, by: { kind: "ultimo", ultNSU } });
    // For an hour after the other program's last page no request is allowed, which we cannot know.
    p.advanceClocks(2 * HOUR_MS);
    await p.sync();
    expect(countMisuse()).toBe(1);
    expect(await p.estado()).toMatchObject({ ult_nsu: toNsu(nsuNow()), falha: "consumo-indevido" });
    const [wire] = await findShown();
    expect(wire?.problema).toContain("a SEFAZ só aceita um");
    expect(wire?.lacunas).toBe(5);
    const before = countRequests();
    p.advanceClocks(30 * MINUTE_MS);
    await p.sync();
    expect(countRequests()).toBe(before);
    await p.syncHours(1);
    expect(await countRecorded(chaves)).toBe(5);
    expect(countMisuse()).toBe(1);
    expect((await findShown())[0]).toMatchObject({ problema: null, lacunas: 0 });
  });

  test("two contas with one CNPJ share SEFAZ's hourly limit and NSU order, and both get every document", async () => {
    await p.sync();
    const before = countRequests();
    const other = await openTwin();
    expect(await p.sync()).toEqual([]);
    expect(countRequests()).toBe(before);
    const chaves = issueNotas(3);
    await p.syncHours(2);
    chaves.push(...issueNotas(3));
    await p.syncHours(4);
    expect(countMisuse()).toBe(0);
    for (const contaId of [p.contaId, other]) {
      const rows = await p.asOwner<{ n: number }>(
        "SELECT count(*)::int AS n FROM auditor WHERE conta_id = $1 AND chave = ANY ($2)",
        [contaId, chaves],
      );
      expect(rows).toEqual([{ n: 6 }]);
    }
    await p.asOwner("UPDATE empresa SET ativar_auditor = false WHERE conta_id = $1", [other]);
    await p.asOwner("DELETE FROM tarefa WHERE conta_id = $1", [other]);
  });

  test("a conta whose certificate SEFAZ refuses does not learn the CNPJ's NSU position", async () => {
    issueNotas(2);
    await p.sync();
    p.advanceClocks(2 * HOUR_MS);
    await p.asOwner("DELETE FROM tarefa WHERE tipo = 'distribuicao'");
    const other = await openTwin("estranha");
    p.sandbox.sefaz.setCrl({ revogados: [p.cnpj] });
    await p.sync();
    p.sandbox.sefaz.setCrl({});
    const rows = "SELECT ult_nsu, max_nsu, falha FROM distribuicao WHERE conta_id = $1 AND modelo = 'NFe'";
    const nothing = { ult_nsu: toNsu(0), max_nsu: toNsu(0), falha: "certificado-recusado" };
    expect(await p.asOwner(rows, [other])).toEqual([nothing]);
    expect(await p.asOwner("SELECT nsu FROM distribuicao_lacuna WHERE conta_id = $1", [other])).toEqual([]);
    expect(countMisuse()).toBe(0);
    await p.asOwner("UPDATE empresa SET ativar_auditor = false WHERE conta_id = $1", [other]);
    await p.asOwner("DELETE FROM tarefa WHERE conta_id = $1", [other]);
    await replan();
  });

  test("an NSU position ahead of SEFAZ's is reset", async () => {
    const chaves = issueNotas(2);
    const ahead = toNsu(nsuNow() + 1_000);
    await p.asOwner("UPDATE distribuicao SET ult_nsu = $1 WHERE empresa_id = $2 AND modelo = 'NFe'", [
      ahead,
      p.empresaId,
    ]);
    await p.asOwner("UPDATE sefaz_posicao SET ult_nsu = $1", [ahead]);
    await p.syncHours(4);
    expect(await countRecorded(chaves)).toBe(2);
    expect(await p.estado()).toMatchObject({ ult_nsu: toNsu(nsuNow()), falha: null });
  });
});

/** Another conta with the same empresa and certificate, whose sync is due. */
async function openTwin(identificador = "gemea"): Promise<string> {
  const { contaId } = await p.createConta({ identificador, sandbox: true });
  const { empresaId } = await p.createEmpresa(contaId, { cnpj: p.cnpj });
  await p.asOwner("UPDATE empresa SET ativar_auditor = true WHERE id = $1", [empresaId]);
  const [kept] = await p.asOwner<{ id: string; selado: Buffer }>(
    "SELECT id, selado FROM certificado WHERE empresa_id = $1",
    [p.empresaId],
  );
  if (!kept) throw new Error("no certificate");
  const unsealed = p.ctx.secretBox.open(kept.selado, {
    tabela: "certificado",
    coluna: "selado",
    id: kept.id,
  });
  const id = newId();
  const sealed = p.ctx.secretBox.seal(unsealed.toString("utf8"), {
    tabela: "certificado",
    coluna: "selado",
    id,
  });
  await p.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate)
     SELECT $1, $2, $3, $4, titular, cnpj, valido_de, valido_ate FROM certificado WHERE id = $5`,
    [contaId, id, empresaId, sealed, kept.id],
  );
  await p.ctx.database.withConta(contaId, (db) =>
    planDistribuicoes(db, contaId, { empresaId, now: p.clock.now() }),
  );
  return contaId;
}

async function findShown() {
  const found = await p.ctx.database.withConta(p.contaId, (db) =>
    findDistribuicoes(db, p.contaId, [p.empresaId]),
  );
  return found.get(p.empresaId) ?? [];
}

describe("requests for missing NSU", () => {
  test("missing NSU are requested one by one within SEFAZ's hourly limit, until known to be empty", async () => {
    issueNotas(1);
    p.sandbox.sefaz.ledger.skipNsu(queueOwner(), 30);
    issueNotas(1);
    await p.sync();
    expect(await p.lacunas()).toEqual({ aberta: 30 });
    const counts = await p.syncHours(3);
    // One more for the sync of each of the two models.
    expect(counts).toEqual([LACUNAS_PER_RUN + 2, LACUNAS_PER_RUN + 2, 30 - 2 * LACUNAS_PER_RUN + 2]);
    expect(Math.max(...counts) - 2).toBeLessThanOrEqual(SINGLE_REQUESTS_PER_HOUR);
    expect(await p.lacunas()).toEqual({ vazia: 30 });
    expect(countMisuse()).toBe(0);
  });

  test("a request that waits for SEFAZ's hourly limit does not count as an attempt", async () => {
    issueNotas(1);
    p.sandbox.sefaz.ledger.skipNsu(queueOwner(), 30);
    issueNotas(1);
    await p.sync();
    await p.syncHours(1);
    // Other contas with this CNPJ use the limit of the next hour.
    await p.asOwner(
      `INSERT INTO sefaz_uso (escopo, momento, id) SELECT escopo, $1, gen_random_uuid()
       FROM (SELECT DISTINCT escopo FROM sefaz_uso WHERE escopo LIKE '%pontual%') u, generate_series(1, $2)`,
      [new Date(p.clock.now().getTime() + HOUR_MS), SINGLE_REQUESTS_PER_HOUR],
    );
    expect(await p.syncHours(1)).toEqual([2]);
    const waiting = { estado: "aberta", tentativas: 0, n: 30 - LACUNAS_PER_RUN };
    expect(
      await p.asOwner(
        "SELECT estado, tentativas, count(*)::int AS n FROM distribuicao_lacuna WHERE estado = 'aberta' GROUP BY 1, 2",
      ),
    ).toEqual([waiting]);
  });

  test("a document whose ZIP does not open is requested again and stored", async () => {
    const chaves = issueNotas(3);
    const broken = nsuNow() - 1;
    p.sandbox.sefaz.ledger.queues().breakZip(queueOwner(), broken);
    await p.sync();
    expect(await countRecorded(chaves)).toBe(2);
    expect(await p.lacunas()).toEqual({ aberta: 1 });
    p.sandbox.sefaz.ledger.queues().breakZip(queueOwner(), broken, false);
    await p.syncHours(1);
    expect(await countRecorded(chaves)).toBe(3);
    expect(await p.lacunas()).toEqual({});
    expect(countMisuse()).toBe(0);
  });

  test("an NSU whose document never opens is given up after three requests", async () => {
    issueNotas(1);
    const broken = nsuNow();
    p.sandbox.sefaz.ledger.queues().breakZip(queueOwner(), broken);
    await p.sync();
    const counts = await p.syncHours(5);
    expect(counts).toEqual([3, 3, 3, 2, 2]);
    expect(await p.lacunas()).toEqual({ ilegivel: 1 });
    p.sandbox.sefaz.ledger.queues().breakZip(queueOwner(), broken, false);
  });
});

describe("planning the distribution sync", () => {
  test("a sync is planned only while the empresa has it enabled", async () => {
    await p.asOwner("UPDATE empresa SET ativar_auditor = false WHERE id = $1", [p.empresaId]);
    await sweepDistribuicoes(p.ctx);
    expect(await p.minutesUntilSync()).toBeNull();
    await p.asOwner("UPDATE empresa SET ativar_auditor = true WHERE id = $1", [p.empresaId]);
    expect(await sweepDistribuicoes(p.ctx)).toBe(2);
    expect(await p.minutesUntilSync()).toBeLessThanOrEqual(0);
    expect(await sweepDistribuicoes(p.ctx)).toBe(0);
  });

  test("disabling and enabling within the hour does not shorten SEFAZ's pause", async () => {
    await p.sync();
    const before = countRequests();
    await p.asOwner("UPDATE empresa SET ativar_auditor = false WHERE id = $1", [p.empresaId]);
    await replan();
    await p.asOwner("UPDATE empresa SET ativar_auditor = true WHERE id = $1", [p.empresaId]);
    await replan();
    expect(await p.sync()).toEqual([]);
    expect(countRequests()).toBe(before);
    expect(await p.minutesUntilSync()).toBeGreaterThan(50);
    expect(countMisuse()).toBe(0);
  });

  test("a sync is not planned without a certificate, shows the reason, and resumes with a new one", async () => {
    await p.asOwner("UPDATE certificado SET valido_ate = $1 WHERE empresa_id = $2", [
      p.clock.now(),
      p.empresaId,
    ]);
    p.advanceClocks(MINUTE_MS);
    const before = countRequests();
    await p.sync();
    expect(countRequests()).toBe(before);
    expect((await findShown())[0]?.problema).toContain("não tem certificado válido");
    await sweepDistribuicoes(p.ctx);
    expect(await p.minutesUntilSync()).toBeNull();
    await p.asOwner("UPDATE certificado SET valido_ate = $1 WHERE empresa_id = $2", [
      new Date(p.clock.now().getTime() + 300 * DAY_MS),
      p.empresaId,
    ]);
    await replan();
    await p.sync();
    expect(countRequests()).toBe(before + 2);
    expect((await findShown())[0]?.problema).toBeNull();
  });

  test("the sync retries hours later when SEFAZ refuses the certificate, and shows SEFAZ's reason", async () => {
    issueNotas(1);
    await p.sync();
    const stood = [(await p.estado()).ult_nsu, await findPositions()];
    p.advanceClocks(2 * HOUR_MS);
    p.sandbox.sefaz.setCrl({ revogados: [p.cnpj] });
    try {
      await p.sync();
      // The refusal carries NSU 0, because its schema requires a number.
      expect([(await p.estado()).ult_nsu, await findPositions()]).toEqual(stood);
      expect(await p.estado()).toMatchObject({ falha: "certificado-recusado" });
      expect((await findShown())[0]?.problema).toContain("28");
      expect(await p.minutesUntilSync()).toBe(6 * 60);
    } finally {
      p.sandbox.sefaz.setCrl({});
    }
    p.advanceClocks(6 * HOUR_MS);
    await p.sync();
    expect(await p.estado()).toMatchObject({ falha: null, ult_nsu: stood[0] });
    expect(countMisuse()).toBe(0);
  });

  test("the pause doubles for each consecutive block of the CNPJ by SEFAZ, and the count is shown", async () => {
    const block = () => p.sandbox.sefaz.block({ autorizador: "AN NFe", cnpj: p.cnpj });
    for (const minutes of [61, 122, 244]) {
      block();
      await p.sync();
      expect(await p.minutesUntilSync()).toBe(minutes);
      p.advanceClocks((minutes + 1) * MINUTE_MS);
    }
    expect((await findShown())[0]?.problema).toContain("Foram 3 bloqueios seguidos");
    p.advanceClocks(2 * HOUR_MS);
    await p.sync();
    expect((await findShown())[0]?.problema).toBeNull();
  });

  test("while SEFAZ is down the sync retries as after any outage, and shows the reason", async () => {
    p.sandbox.sefaz.setFault("fora-do-ar");
    expect((await p.sync()).length).toBeGreaterThan(0);
    expect(await p.estado()).toMatchObject({ falha: "sefaz-fora" });
    p.sandbox.sefaz.setFault("nenhuma");
    p.advanceClocks(HOUR_MS);
    expect(await p.sync()).toEqual([]);
    expect(await p.estado()).toMatchObject({ falha: null });
    expect(countMisuse()).toBe(0);
  });
});

async function replan(): Promise<void> {
  await p.ctx.database.withConta(p.contaId, (db) =>
    planDistribuicoes(db, p.contaId, { empresaId: p.empresaId, now: p.clock.now() }),
  );
}
