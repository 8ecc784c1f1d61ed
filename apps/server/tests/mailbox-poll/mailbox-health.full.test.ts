import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { sweepSilentCaixas } from "../../src/jobs/cleanup/sweep-stalled.ts";
import { openPop3Server, type Pop3Server, pollCaixa, writeMessage } from "../setup/pop3-server.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
let ownerAddress: string;
beforeAll(async () => {
  pipeline = await createTestPipeline();
  const rows = await pipeline.asOwner<{ email: string }>(
    "UPDATE usuario SET proprietario_conta = true, email = 'dona@casa.example' WHERE conta_id = $1 RETURNING email",
    [pipeline.contaId],
  );
  ownerAddress = rows[0]?.email ?? "";
  // The demo's own mailbox takes no part.
  await pipeline.asOwner("UPDATE caixa_email SET apagada_em = now()");
});
afterAll(() => pipeline.dispose());

type QueuedEmail = { modelo: string; para: string; dados: Record<string, unknown> };

async function findEmails(caixaId: string): Promise<QueuedEmail[]> {
  return await pipeline.asOwner<QueuedEmail>(
    "SELECT modelo, para, dados FROM envio WHERE dados->>'caixaId' = $1 ORDER BY criado_em, id",
    [caixaId],
  );
}

async function findHealth(caixaId: string): Promise<unknown> {
  const rows = await pipeline.asOwner(
    `SELECT ultimo_erro, falhas_seguidas, erro_desde IS NOT NULL AS erro, avisada_em IS NOT NULL AS avisada, ultima_visita IS NOT NULL AS visitada
     FROM caixa_email WHERE id = $1`,
    [caixaId],
  );
  return rows[0];
}

describe("notifications to the owner of the conta", () => {
  let server: Pop3Server;
  let isAccepted = true;
  let caixaId = "";
  beforeAll(async () => {
    server = await openPop3Server([{ uid: "a", raw: writeMessage("a") }], { senha: () => isAccepted });
    caixaId = (await pipeline.createCaixa(pipeline.contaId, { port: server.port })).caixaId;
  });
  afterAll(() => server.close());

  test("a refused password is notified once, at once; the recovery is notified with the number of new messages", async () => {
    isAccepted = false;
    for (let n = 0; n < 3; n += 1) expect(await pollCaixa(pipeline, caixaId)).toHaveLength(1);
    expect(await findHealth(caixaId)).toEqual({
      ultimo_erro: "senha",
      falhas_seguidas: 3,
      erro: true,
      avisada: true,
      visitada: true,
    });
    expect(await findEmails(caixaId)).toMatchObject([
      { modelo: "caixa-com-erro", para: ownerAddress, dados: { causa: "senha", emailsTotal: 0 } },
    ]);
    const tasks = await pipeline.asOwner(
      "SELECT t.estado FROM tarefa t JOIN envio e ON t.alvo = e.id::text WHERE t.tipo = 'envio' AND e.dados->>'caixaId' = $1",
      [caixaId],
    );
    expect(tasks).toEqual([{ estado: "pendente" }]);
    isAccepted = true;
    await pollCaixa(pipeline, caixaId);
    expect(await findHealth(caixaId)).toMatchObject({ ultimo_erro: null, falhas_seguidas: 0, erro: false });
    expect(await findEmails(caixaId)).toMatchObject([
      { modelo: "caixa-com-erro" },
      { modelo: "caixa-recuperada", para: ownerAddress, dados: { novas: 1 } },
    ]);
  });

  test("an unstable mailbox is notified once a day, and its recovery only after a notified error", async () => {
    for (const now of [false, true, false, true, false]) {
      isAccepted = now;
      await pollCaixa(pipeline, caixaId);
    }
    const listModelos = async () => (await findEmails(caixaId)).map(({ modelo }) => modelo);
    expect(await listModelos()).toEqual(["caixa-com-erro", "caixa-recuperada"]);
    expect(await findHealth(caixaId)).toMatchObject({ falhas_seguidas: 1, avisada: false });
    await pipeline.asOwner("UPDATE envio SET criado_em = criado_em - interval '25 hours'");
    await pollCaixa(pipeline, caixaId);
    expect(await listModelos()).toEqual(["caixa-com-erro", "caixa-recuperada", "caixa-com-erro"]);
    isAccepted = true;
    await pollCaixa(pipeline, caixaId);
    expect((await listModelos()).at(-1)).toBe("caixa-recuperada");
  });

  test("an owner without an address is notified of a lasting error as soon as an address is set", async () => {
    const { caixaId: otherCaixaId } = await pipeline.createCaixa(pipeline.contaId, { port: server.port });
    isAccepted = false;
    await pipeline.asOwner("UPDATE usuario SET email = '' WHERE conta_id = $1", [pipeline.contaId]);
    await pollCaixa(pipeline, otherCaixaId);
    expect(await findHealth(otherCaixaId)).toMatchObject({ erro: true, avisada: false });
    await pipeline.asOwner("UPDATE usuario SET email = $2 WHERE conta_id = $1", [
      pipeline.contaId,
      ownerAddress,
    ]);
    await pollCaixa(pipeline, otherCaixaId);
    expect(await findHealth(otherCaixaId)).toMatchObject({ erro: true, avisada: true });
    expect(await findEmails(otherCaixaId)).toMatchObject([{ modelo: "caixa-com-erro", para: ownerAddress }]);
    isAccepted = true;
  });

  test("an unreachable server is notified after two failures in a row, not after one", async () => {
    const { caixaId: unreachable } = await pipeline.createCaixa(pipeline.contaId, { port: 1 });
    await pollCaixa(pipeline, unreachable);
    expect(await findEmails(unreachable)).toEqual([]);
    await pipeline.asOwner("UPDATE caixa_email SET porta = $2 WHERE id = $1", [unreachable, server.port]);
    await pollCaixa(pipeline, unreachable);
    await pipeline.asOwner("UPDATE caixa_email SET porta = 1 WHERE id = $1", [unreachable]);
    await pollCaixa(pipeline, unreachable);
    expect(await findEmails(unreachable)).toEqual([]);
    await pollCaixa(pipeline, unreachable);
    expect(await findEmails(unreachable)).toMatchObject([
      { modelo: "caixa-com-erro", dados: { causa: "recusada" } },
    ]);
    expect(await findHealth(unreachable)).toMatchObject({ falhas_seguidas: 2, avisada: true });
  });
});

describe("a silent mailbox", () => {
  /** A mailbox that received mail this many hours ago each, oldest first. */
  async function openWithHabit(hours: readonly number[]): Promise<string> {
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId);
    const now = pipeline.clock.now().getTime();
    for (const hour of hours) {
      const id = newId();
      const receivedAt = new Date(now - hour * HOUR_MS);
      await pipeline.asOwner(
        "INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, $4, $5, $5, 1, 'lido')",
        [pipeline.contaId, id, caixaId, id, receivedAt],
      );
      await pipeline.asOwner(
        "INSERT INTO caixa_mensagem (conta_id, caixa_id, uid, email_id, vista_em) VALUES ($1, $2, $3, $4, $5)",
        [pipeline.contaId, caixaId, id, id, receivedAt],
      );
    }
    return caixaId;
  }
  const daily = (from: number, days: number, every = 1): number[] =>
    Array.from({ length: days }, (_, n) => (from + (days - n) * every) * 24);
  const isSilent = async (caixaId: string): Promise<boolean> => {
    const rows = await pipeline.asOwner<{ s: boolean }>(
      "SELECT silenciosa_desde IS NOT NULL AS s FROM caixa_email WHERE id = $1",
      [caixaId],
    );
    return rows[0]?.s ?? false;
  };

  test("a mailbox is silent after three times its longest pause, at least three days, and is notified once", async () => {
    const silentFourDays = await openWithHabit(daily(3, 20)); // last mail 4 days ago, one a day before
    const silentTwoDays = await openWithHabit(daily(1, 20));
    const everyFiveDays = await openWithHabit(daily(9, 10, 5)); // every fifth day, last 14 days ago
    const silentRare = await openWithHabit(daily(20, 10, 5)); // last 25 days ago
    const withoutHabit = await openWithHabit([1_000, 990]); // no habit
    await sweepSilentCaixas(pipeline.ctx);
    expect(
      await Promise.all(
        [silentFourDays, silentTwoDays, everyFiveDays, silentRare, withoutHabit].map(isSilent),
      ),
    ).toEqual([true, false, false, true, false]);
    expect(await sweepSilentCaixas(pipeline.ctx)).toBe(0);
    expect(await findEmails(silentFourDays)).toMatchObject([
      { modelo: "caixa-silenciosa", para: ownerAddress, dados: { costumeDias: 1, diasSemEmail: 4 } },
    ]);
    expect(await findEmails(silentRare)).toMatchObject([{ dados: { costumeDias: 5, diasSemEmail: 25 } }]);
  });

  test("the first new mail ends the silence, and the next silence is notified again", async () => {
    const server = await openPop3Server([{ uid: "quebra", raw: writeMessage("quebra o silêncio") }]);
    const caixaId = await openWithHabit(daily(5, 12));
    await pipeline.asOwner("UPDATE caixa_email SET porta = $2 WHERE id = $1", [caixaId, server.port]);
    await sweepSilentCaixas(pipeline.ctx);
    expect(await isSilent(caixaId)).toBe(true);
    await pollCaixa(pipeline, caixaId);
    expect(await isSilent(caixaId)).toBe(false);
    // A due visit has to run first: it might bring mail that ends the silence.
    await pipeline.asOwner("UPDATE tarefa SET vence_em = now() + interval '50 days' WHERE alvo = $1", [
      caixaId,
    ]);
    pipeline.clock.advance(40 * DAY_MS);
    await sweepSilentCaixas(pipeline.ctx);
    pipeline.clock.advance(-40 * DAY_MS);
    expect(await findEmails(caixaId)).toHaveLength(2);
    await server.close();
  });

  test("a mailbox stays silent when its earlier mail leaves the observed 90 days", async () => {
    const caixaId = await openWithHabit(daily(5, 7));
    await sweepSilentCaixas(pipeline.ctx);
    expect(await isSilent(caixaId)).toBe(true);
    // Day by day the messages leave the 90 days: four are left, then none.
    for (const days of [81, 20]) {
      await pipeline.asOwner(
        `UPDATE caixa_mensagem SET vista_em = vista_em - make_interval(days => $2) WHERE caixa_id = $1`,
        [caixaId, days],
      );
      await pipeline.asOwner("UPDATE email SET data = data - make_interval(days => $2) WHERE caixa_id = $1", [
        caixaId,
        days,
      ]);
      expect(await sweepSilentCaixas(pipeline.ctx)).toBe(0);
      expect(await isSilent(caixaId)).toBe(true);
    }
    expect(await findEmails(caixaId)).toHaveLength(1);
  });

  test("a mailbox is not silent while older mail is still being fetched", async () => {
    const caixaId = await openWithHabit(daily(9, 12));
    const isSilentWith = async (estado: string, due: string) => {
      await pipeline.asOwner("DELETE FROM tarefa WHERE alvo = $1", [caixaId]);
      await pipeline.asOwner(
        `INSERT INTO tarefa (conta_id, id, tipo, alvo, estado, vence_em, criado_em)
         VALUES ($1, uuidv7(), 'poll', $2, $3, now() + $4::interval, now())`,
        [pipeline.contaId, caixaId, estado, due],
      );
      await sweepSilentCaixas(pipeline.ctx);
      return await isSilent(caixaId);
    };
    expect(await isSilentWith("pendente", "-1 second")).toBe(false); // its last visit left messages behind
    expect(await isSilentWith("entregue", "-1 second")).toBe(false);
    expect(await isSilentWith("pendente", "5 minutes")).toBe(true);
  });

  test("a mailbox whose server cannot be read is not called silent", async () => {
    const caixaId = await openWithHabit(daily(9, 12));
    await pipeline.asOwner("UPDATE caixa_email SET erro_desde = now() WHERE id = $1", [caixaId]);
    await sweepSilentCaixas(pipeline.ctx);
    expect(await isSilent(caixaId)).toBe(false);
  });
});
