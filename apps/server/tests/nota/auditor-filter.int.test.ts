import { AUDITOR_TIPOS, type ParamsOf, STATUS_WORDS } from "@malote/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb, type Db } from "../../src/db/index.ts";
import { lockChaves } from "../../src/services/documento/documento.rows.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";
import { insertAuditor } from "./insert-search-rows.ts";

type Filtro = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;

const STATUSES = [1, 2, 3] as const;
const PAIRS = AUDITOR_TIPOS.flatMap((tipo) => STATUSES.map((situacao) => ({ tipo, situacao })));

let wire: Wire;
let ana: SignedInUser;
/** One document for each kind and situation, with a single auditor record of that pair. */
let notas: NewNota[];

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  const invented = PAIRS.map(() => inventNota({}));
  const half = invented.length / 2;
  const record = async (each: number) => {
    const { tipo, situacao } = PAIRS[each] as (typeof PAIRS)[number];
    await insertAuditor(wire, ana.contaId, { chave: invented[each]?.chave ?? "", tipo, status: situacao });
  };
  // Half of the records arrive before the e-mail, half after it.
  for (const each of PAIRS.keys()) if (each < half) await record(each);
  notas = await insertNotas(wire, ana.contaId, invented);
  for (const each of PAIRS.keys()) if (each >= half) await record(each);
  await insertNotas(wire, ana.contaId, [inventNota({})]);
});
afterAll(() => wire.dispose());

async function chavesOf(searchFilter: Filtro): Promise<string[]> {
  const { results, totalCount } = await ana.call("Nota.getListNota", { searchFilter, pageSize: 200 });
  const chaves = (results as { chaveAcesso: string }[]).map(({ chaveAcesso }) => chaveAcesso);
  expect(totalCount).toBe(chaves.length);
  return chaves.toSorted();
}

const chavesWhere = (isMeant: (pair: (typeof PAIRS)[number]) => boolean): string[] =>
  notas
    .flatMap(({ chave }, each) => (isMeant(PAIRS[each] as (typeof PAIRS)[number]) ? [chave] : []))
    .toSorted();

test.each(PAIRS)(
  "a record of kind $tipo and situation $situacao is found by both filters together and by each",
  async (pair) => {
    const { tipo, situacao } = pair;
    expect(await chavesOf({ auditorTipos: [tipo], auditorStatus: [situacao] })).toEqual(
      chavesWhere((each) => each === pair),
    );
    expect(await chavesOf({ auditorTipos: [tipo] })).toEqual(chavesWhere((each) => each.tipo === tipo));
    expect(await chavesOf({ auditorStatus: [situacao] })).toEqual(
      chavesWhere((each) => each.situacao === situacao),
    );
  },
);

test("a filter by several kinds or situations matches any of them", async () => {
  expect(await chavesOf({ auditorTipos: ["Evento", "CTe"], auditorStatus: [2, 3] })).toEqual(
    chavesWhere(({ tipo, situacao }) => ["Evento", "CTe"].includes(tipo) && situacao > 1),
  );
  expect(await chavesOf({ auditorTipos: [...AUDITOR_TIPOS], auditorStatus: [...STATUSES] })).toEqual(
    chavesWhere(() => true),
  );
});

test("a filter by kind and situation matches only a record that has both", async () => {
  const bia = await signInNewUser(wire);
  const [nota] = await insertNotas(wire, bia.contaId, [inventNota({})]);
  const chave = nota?.chave ?? "";
  await insertAuditor(wire, bia.contaId, { chave, tipo: "NFe", status: 1 });
  await insertAuditor(wire, bia.contaId, { chave, tipo: "Evento", status: 3 });
  const count = async (searchFilter: Filtro) =>
    (await bia.call("Nota.getListNota", { searchFilter })).totalCount;
  expect(await count({ auditorTipos: ["NFe"], auditorStatus: [3] })).toBe(0);
  expect(await count({ auditorTipos: ["Evento"], auditorStatus: [1] })).toBe(0);
  expect(await count({ auditorTipos: ["Evento"], auditorStatus: [3] })).toBe(1);
  expect(await count({ auditorTipos: ["NFe"], auditorStatus: [1] })).toBe(1);
});

test("a record cancelled later is found as cancelled only, for the received and the issued view", async () => {
  const bia = await signInNewUser(wire);
  const received = inventNota({});
  await insertNotas(wire, bia.contaId, [received]);
  await insertNotas(wire, bia.contaId, [inventNota({ chave: received.chave, papel: "S" })]);
  const id = await insertAuditor(wire, bia.contaId, { chave: received.chave });
  const sidesOf = async (auditorStatus: (1 | 3)[]) => {
    const { results } = await bia.call("Nota.getListNota", { searchFilter: { auditorStatus } });
    return (results as { entradaSaida: string }[]).map(({ entradaSaida }) => entradaSaida).toSorted();
  };
  expect(await sidesOf([1])).toEqual(["E", "S"]);
  await wire.asOwner("UPDATE auditor SET c_sit_nfe = 3 WHERE id = $1", [id]);
  expect(await sidesOf([1])).toEqual([]);
  expect(await sidesOf([3])).toEqual(["E", "S"]);
});

test.each(["nota", "auditor"])(
  "a nota and its record written at the same time, %s first, are both found",
  async (first) => {
    const bia = await signInNewUser(wire);
    const nota = inventNota({});
    const { chave } = nota;
    const writes = {
      nota: (asOwner: Wire["asOwner"]) => insertNotas({ asOwner }, bia.contaId, [nota]),
      auditor: (asOwner: Wire["asOwner"]) => insertAuditor({ asOwner }, bia.contaId, { chave }),
    };
    const [one, other] = first === "nota" ? [writes.nota, writes.auditor] : [writes.auditor, writes.nota];
    const firstWriter = await begin();
    const secondWriter = await begin();
    await lockChaves(firstWriter.db, bia.contaId, [chave]);
    await one(firstWriter.query);
    const waiting = lockChaves(secondWriter.db, bia.contaId, [chave]).then(async () => {
      await other(secondWriter.query);
    });
    await firstWriter.commit();
    await waiting;
    await secondWriter.commit();
    const { totalCount } = await bia.call("Nota.getListNota", { searchFilter: { auditorStatus: [1] } });
    expect(totalCount).toBe(1);
  },
);

test("the partial indexes of unnamed statuses list every status that has a name", async () => {
  const rows = await wire.asOwner<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname IN ('nota_nfe_sem_nome_idx', 'nota_sefaz_sem_nome_idx')",
  );
  // The list filters status 120, named since 2026, by a condition of its own.
  const named = Object.keys(STATUS_WORDS)
    .filter((cStat) => cStat !== "120")
    .toSorted()
    .join(",");
  expect(rows.map(({ indexdef }) => /'\{([\d,]+)\}'/.exec(indexdef)?.[1])).toEqual([named, named]);
});

/** A transaction on its own connection. */
async function begin(): Promise<{ db: Db; query: Wire["asOwner"]; commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: wire.ownerUrl });
  await client.connect();
  await client.query("BEGIN");
  return {
    db: createDb(client),
    query: async (text, values) => (await client.query(text, values)).rows,
    commit: async () => {
      await client.query("COMMIT");
      await client.end();
    },
  };
}
