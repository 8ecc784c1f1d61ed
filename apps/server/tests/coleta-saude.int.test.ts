import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { sweepSilencio } from "../src/jobs/sweep-coleta.ts";
import { openServidorPop3, type ServidorPop3, visitCaixa, writeMensagem } from "./coleta.ts";
import { createRoad, type Road } from "./road.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let road: Road;
let dono: string;
beforeAll(async () => {
  road = await createRoad();
  const rows = await road.asOwner<{ email: string }>(
    "UPDATE usuario SET proprietario_conta = true, email = 'dona@casa.example' WHERE conta_id = $1 RETURNING email",
    [road.contaId],
  );
  dono = rows[0]?.email ?? "";
  // The demo's own mailbox takes no part.
  await road.asOwner("UPDATE caixa_email SET apagada_em = now()");
});
afterAll(() => road.dispose());

type Carta = { modelo: string; para: string; dados: Record<string, unknown> };

async function findCartas(caixaId: string): Promise<Carta[]> {
  return await road.asOwner<Carta>(
    "SELECT modelo, para, dados FROM envio WHERE dados->>'caixaId' = $1 ORDER BY criado_em, id",
    [caixaId],
  );
}

async function findSaude(caixaId: string): Promise<unknown> {
  const rows = await road.asOwner(
    `SELECT ultimo_erro, falhas_seguidas, erro_desde IS NOT NULL AS erro, avisada_em IS NOT NULL AS avisada, ultima_visita IS NOT NULL AS visitada
     FROM caixa_email WHERE id = $1`,
    [caixaId],
  );
  return rows[0];
}

describe("notifications to the owner of the conta", () => {
  let servidor: ServidorPop3;
  let aceita = true;
  let caixaId = "";
  beforeAll(async () => {
    servidor = await openServidorPop3([{ uid: "a", raw: writeMensagem("a") }], { senha: () => aceita });
    caixaId = (await road.createCaixa(road.contaId, { porta: servidor.porta })).caixaId;
  });
  afterAll(() => servidor.close());

  test("a refused password is notified once, at once; the recovery is notified with the number of new messages", async () => {
    aceita = false;
    for (let n = 0; n < 3; n += 1) expect(await visitCaixa(road, caixaId)).toHaveLength(1);
    expect(await findSaude(caixaId)).toEqual({
      ultimo_erro: "senha",
      falhas_seguidas: 3,
      erro: true,
      avisada: true,
      visitada: true,
    });
    expect(await findCartas(caixaId)).toMatchObject([
      { modelo: "caixa-com-erro", para: dono, dados: { causa: "senha", emailsTotal: 0 } },
    ]);
    const tarefas = await road.asOwner(
      "SELECT t.estado FROM tarefa t JOIN envio e ON t.alvo = e.id::text WHERE t.tipo = 'envio' AND e.dados->>'caixaId' = $1",
      [caixaId],
    );
    expect(tarefas).toEqual([{ estado: "pendente" }]);
    aceita = true;
    await visitCaixa(road, caixaId);
    expect(await findSaude(caixaId)).toMatchObject({ ultimo_erro: null, falhas_seguidas: 0, erro: false });
    expect(await findCartas(caixaId)).toMatchObject([
      { modelo: "caixa-com-erro" },
      { modelo: "caixa-recuperada", para: dono, dados: { novas: 1 } },
    ]);
  });

  test("an unstable mailbox is notified once a day, and its recovery only after a notified error", async () => {
    for (const now of [false, true, false, true, false]) {
      aceita = now;
      await visitCaixa(road, caixaId);
    }
    const modelos = async () => (await findCartas(caixaId)).map(({ modelo }) => modelo);
    expect(await modelos()).toEqual(["caixa-com-erro", "caixa-recuperada"]);
    expect(await findSaude(caixaId)).toMatchObject({ falhas_seguidas: 1, avisada: false });
    await road.asOwner("UPDATE envio SET criado_em = criado_em - interval '25 hours'");
    await visitCaixa(road, caixaId);
    expect(await modelos()).toEqual(["caixa-com-erro", "caixa-recuperada", "caixa-com-erro"]);
    aceita = true;
    await visitCaixa(road, caixaId);
    expect((await modelos()).at(-1)).toBe("caixa-recuperada");
  });

  test("an owner without an address is notified of a lasting error as soon as an address is set", async () => {
    const { caixaId: outra } = await road.createCaixa(road.contaId, { porta: servidor.porta });
    aceita = false;
    await road.asOwner("UPDATE usuario SET email = '' WHERE conta_id = $1", [road.contaId]);
    await visitCaixa(road, outra);
    expect(await findSaude(outra)).toMatchObject({ erro: true, avisada: false });
    await road.asOwner("UPDATE usuario SET email = $2 WHERE conta_id = $1", [road.contaId, dono]);
    await visitCaixa(road, outra);
    expect(await findSaude(outra)).toMatchObject({ erro: true, avisada: true });
    expect(await findCartas(outra)).toMatchObject([{ modelo: "caixa-com-erro", para: dono }]);
    aceita = true;
  });

  test("an unreachable server is notified after two failures in a row, not after one", async () => {
    const { caixaId: longe } = await road.createCaixa(road.contaId, { porta: 1 });
    await visitCaixa(road, longe);
    expect(await findCartas(longe)).toEqual([]);
    await road.asOwner("UPDATE caixa_email SET porta = $2 WHERE id = $1", [longe, servidor.porta]);
    await visitCaixa(road, longe);
    await road.asOwner("UPDATE caixa_email SET porta = 1 WHERE id = $1", [longe]);
    await visitCaixa(road, longe);
    expect(await findCartas(longe)).toEqual([]);
    await visitCaixa(road, longe);
    expect(await findCartas(longe)).toMatchObject([
      { modelo: "caixa-com-erro", dados: { causa: "recusada" } },
    ]);
    expect(await findSaude(longe)).toMatchObject({ falhas_seguidas: 2, avisada: true });
  });
});

describe("a silent mailbox", () => {
  /** A mailbox that received mail this many hours ago each, oldest first. */
  async function openHabito(horas: readonly number[]): Promise<string> {
    const { caixaId } = await road.createCaixa(road.contaId);
    const agora = road.clock.now().getTime();
    for (const hora of horas) {
      const id = newId();
      const quando = new Date(agora - hora * HOUR_MS);
      await road.asOwner(
        "INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, $4, $5, $5, 1, 'lido')",
        [road.contaId, id, caixaId, id, quando],
      );
      await road.asOwner(
        "INSERT INTO caixa_mensagem (conta_id, caixa_id, uid, email_id, vista_em) VALUES ($1, $2, $3, $4, $5)",
        [road.contaId, caixaId, id, id, quando],
      );
    }
    return caixaId;
  }
  const daily = (from: number, days: number, every = 1): number[] =>
    Array.from({ length: days }, (_, n) => (from + (days - n) * every) * 24);
  const isSilent = async (caixaId: string): Promise<boolean> => {
    const rows = await road.asOwner<{ s: boolean }>(
      "SELECT silenciosa_desde IS NOT NULL AS s FROM caixa_email WHERE id = $1",
      [caixaId],
    );
    return rows[0]?.s ?? false;
  };

  test("a mailbox is silent after three times its longest pause, at least three days, and is notified once", async () => {
    const quatro = await openHabito(daily(3, 20)); // last mail 4 days ago, one a day before
    const dois = await openHabito(daily(1, 20));
    const semanal = await openHabito(daily(9, 10, 5)); // every fifth day, last 14 days ago
    const raro = await openHabito(daily(20, 10, 5)); // last 25 days ago
    const nova = await openHabito([1_000, 990]); // no habit
    await sweepSilencio(road.ctx);
    expect(await Promise.all([quatro, dois, semanal, raro, nova].map(isSilent))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(await sweepSilencio(road.ctx)).toBe(0);
    expect(await findCartas(quatro)).toMatchObject([
      { modelo: "caixa-silenciosa", para: dono, dados: { costumeDias: 1, diasSemEmail: 4 } },
    ]);
    expect(await findCartas(raro)).toMatchObject([{ dados: { costumeDias: 5, diasSemEmail: 25 } }]);
  });

  test("the first new mail ends the silence, and the next silence is notified again", async () => {
    const servidor = await openServidorPop3([{ uid: "quebra", raw: writeMensagem("quebra o silêncio") }]);
    const caixaId = await openHabito(daily(5, 12));
    await road.asOwner("UPDATE caixa_email SET porta = $2 WHERE id = $1", [caixaId, servidor.porta]);
    await sweepSilencio(road.ctx);
    expect(await isSilent(caixaId)).toBe(true);
    await visitCaixa(road, caixaId);
    expect(await isSilent(caixaId)).toBe(false);
    // A due visit has to run first: it might bring mail that ends the silence.
    await road.asOwner("UPDATE tarefa SET vence_em = now() + interval '50 days' WHERE alvo = $1", [caixaId]);
    road.clock.advance(40 * DAY_MS);
    await sweepSilencio(road.ctx);
    road.clock.advance(-40 * DAY_MS);
    expect(await findCartas(caixaId)).toHaveLength(2);
    await servidor.close();
  });

  test("a mailbox stays silent when its earlier mail leaves the observed 90 days", async () => {
    const caixaId = await openHabito(daily(5, 7));
    await sweepSilencio(road.ctx);
    expect(await isSilent(caixaId)).toBe(true);
    // Day by day the messages leave the 90 days: four are left, then none.
    for (const days of [81, 20]) {
      await road.asOwner(
        `UPDATE caixa_mensagem SET vista_em = vista_em - make_interval(days => $2) WHERE caixa_id = $1`,
        [caixaId, days],
      );
      await road.asOwner("UPDATE email SET data = data - make_interval(days => $2) WHERE caixa_id = $1", [
        caixaId,
        days,
      ]);
      expect(await sweepSilencio(road.ctx)).toBe(0);
      expect(await isSilent(caixaId)).toBe(true);
    }
    expect(await findCartas(caixaId)).toHaveLength(1);
  });

  test("a mailbox is not silent while older mail is still being fetched", async () => {
    const caixaId = await openHabito(daily(9, 12));
    const planned = async (estado: string, vence: string) => {
      await road.asOwner("DELETE FROM tarefa WHERE alvo = $1", [caixaId]);
      await road.asOwner(
        `INSERT INTO tarefa (conta_id, id, tipo, alvo, estado, vence_em, criado_em)
         VALUES ($1, uuidv7(), 'poll', $2, $3, now() + $4::interval, now())`,
        [road.contaId, caixaId, estado, vence],
      );
      await sweepSilencio(road.ctx);
      return await isSilent(caixaId);
    };
    expect(await planned("pendente", "-1 second")).toBe(false); // its last visit left messages behind
    expect(await planned("entregue", "-1 second")).toBe(false);
    expect(await planned("pendente", "5 minutes")).toBe(true);
  });

  test("a mailbox whose server cannot be read is not called silent", async () => {
    const caixaId = await openHabito(daily(9, 12));
    await road.asOwner("UPDATE caixa_email SET erro_desde = now() WHERE id = $1", [caixaId]);
    await sweepSilencio(road.ctx);
    expect(await isSilent(caixaId)).toBe(false);
  });
});
