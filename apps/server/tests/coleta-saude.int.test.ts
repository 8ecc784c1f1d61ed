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
  // The demo's own mailbox has no part in this.
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

describe("the owner of the conta", () => {
  let servidor: ServidorPop3;
  let aceita = true;
  let caixaId = "";
  beforeAll(async () => {
    servidor = await openServidorPop3([{ uid: "a", raw: writeMensagem("a") }], { senha: () => aceita });
    caixaId = (await road.createCaixa(road.contaId, { porta: servidor.porta })).caixaId;
  });
  afterAll(() => servidor.close());

  test("hears of a refused password at once, once, and of the recovery with what came in", async () => {
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

  test("hears of the next error anew", async () => {
    aceita = false;
    await visitCaixa(road, caixaId);
    expect((await findCartas(caixaId)).map(({ modelo }) => modelo)).toEqual([
      "caixa-com-erro",
      "caixa-recuperada",
      "caixa-com-erro",
    ]);
    aceita = true;
  });

  test("hears of a server that is away only when it is so twice in a row, and nothing of a hiccup", async () => {
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
  /** A mailbox that got mail so many hours ago each, oldest first. */
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

  test("is one still for three times its longest pause, and three days at least; it is told once", async () => {
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

  test("is none any more with the first mail, and the next silence is told anew", async () => {
    const servidor = await openServidorPop3([{ uid: "quebra", raw: writeMensagem("quebra o silêncio") }]);
    const caixaId = await openHabito(daily(5, 12));
    await road.asOwner("UPDATE caixa_email SET porta = $2 WHERE id = $1", [caixaId, servidor.porta]);
    await sweepSilencio(road.ctx);
    expect(await isSilent(caixaId)).toBe(true);
    await visitCaixa(road, caixaId);
    expect(await isSilent(caixaId)).toBe(false);
    road.clock.advance(40 * DAY_MS);
    await sweepSilencio(road.ctx);
    road.clock.advance(-40 * DAY_MS);
    expect(await findCartas(caixaId)).toHaveLength(2);
    await servidor.close();
  });

  test("whose server cannot be read is not called silent", async () => {
    const caixaId = await openHabito(daily(9, 12));
    await road.asOwner("UPDATE caixa_email SET erro_desde = now() WHERE id = $1", [caixaId]);
    await sweepSilencio(road.ctx);
    expect(await isSilent(caixaId)).toBe(false);
  });
});
