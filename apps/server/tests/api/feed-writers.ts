import { setTimeout as sleep } from "node:timers/promises";
import { createDb, type Database, type Db, newId, senderOf } from "../../src/db/index.ts";
import { type ReadFile, saveParts } from "../../src/services/capture/save-parts.ts";
import type { TestContext } from "../setup/context.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { toReadDocument, writeCopy } from "../setup/nota-copies.ts";
import { createRandom } from "../setup/seeded-random.ts";

/** One e-mail in this many is rolled back at the end and ingested again. */
const ROLLBACK_ONE_IN = 12;
/** SQLSTATE of a cancelled statement: the transaction is rolled back and the job runs again. */
const TIMEOUT = "57014";
const FORNECEDOR = "11444777000161";
const NOSSA = "11222333000181";

/** The load of a conta: each writer has its own supplier and company. perEmail: most notas of one
 * e-mail; delayMaxMs: longest delay just before publishing. */
export type WriteLoad = {
  contaId: string;
  writers: number;
  notas: number;
  perEmail: number;
  delayMaxMs: number;
  seed: number;
};

/** Each writer ingests one e-mail after the other, each in one transaction with a random delay
 * before publishing. Some are rolled back and repeated.
 * @returns transactions that were rolled back at the end */
export async function writeNotas(
  t: Pick<TestContext, "asOwner" | "createEmpresa">,
  database: Database,
  load: WriteLoad,
): Promise<number> {
  const { writers, notas } = load;
  const share = Math.ceil(notas / writers);
  const parts = Array.from({ length: writers }, (_, n) => {
    const first = n * share;
    return runWriter(t, database, { ...load, n, first, last: Math.min(first + share, notas) });
  });
  return (await Promise.all(parts)).reduce((sum, each) => sum + each, 0);
}

type WriterLoad = WriteLoad & { n: number; first: number; last: number };

async function runWriter(
  t: Pick<TestContext, "asOwner" | "createEmpresa">,
  database: Database,
  { contaId, perEmail, delayMaxMs, seed, n, first, last }: WriterLoad,
): Promise<number> {
  const random = createRandom(seed + n);
  const parties = { cnpj: cnpjOf("22333444", n), fornecedor: cnpjOf("55666777", n) };
  await t.createEmpresa(contaId, { cnpj: parties.cnpj, nome: `Filial ${n}` });
  let rolledBack = 0;
  for (let done = first; done < last; ) {
    const size = Math.min(1 + Math.floor(random() * perEmail), last - done);
    const readDocuments = await Promise.all(
      Array.from({ length: size }, (_, i) => readNota(done + i + 1, { ...parties, caminho: String(i + 1) })),
    );
    const delivery = {
      contaId,
      emailId: await insertEmail(t, contaId),
      lidos: readDocuments,
      esperaMs: random() * delayMaxMs,
    };
    let rollBack = random() * ROLLBACK_ONE_IN < 1;
    while (!(await keep(database, { ...delivery, rollBack }))) {
      rolledBack += 1;
      rollBack = false;
    }
    done += size;
  }
  return rolledBack;
}

type EmailDelivery = {
  contaId: string;
  emailId: string;
  lidos: readonly ReadFile[];
  esperaMs: number;
  rollBack: boolean;
};

/** @returns false when the transaction was rolled back */
async function keep(
  database: Database,
  { contaId, emailId, lidos: readDocuments, esperaMs: delayMs, rollBack }: EmailDelivery,
): Promise<boolean> {
  try {
    await database.withConta(contaId, async (db) => {
      await saveParts(withDelay(db, delayMs), contaId, {
        emailId,
        parts: readDocuments,
        last: true,
        now: new Date(),
      });
      if (rollBack) throw new RolledBack();
    });
    return true;
  } catch (error) {
    if (error instanceof RolledBack || (error as { code?: string }).code === TIMEOUT) return false;
    throw error;
  }
}

class RolledBack extends Error {}

/** The same transaction with a delay between its writes and the publishing statement. */
function withDelay(db: Db, delayMs: number): Db {
  return createDb({
    query: async (statement) => {
      if (statement.text.includes("publica(")) await sleep(delayMs);
      return await senderOf(db).query(statement);
    },
  });
}

type Parties = { cnpj: string; fornecedor: string; caminho: string };

async function readNota(numero: number, { cnpj, fornecedor, caminho }: Parties): Promise<ReadFile> {
  const xml = writeCopy({ numero, digVal: `digest ${numero}` })
    .replaceAll(inventChave(numero), inventChave(numero, { documento: fornecedor }))
    .replace(`<CNPJ>${FORNECEDOR}</CNPJ><xNome>`, `<CNPJ>${fornecedor}</CNPJ><xNome>`)
    .replace(`<CNPJ>${NOSSA}</CNPJ>`, `<CNPJ>${cnpj}</CNPJ>`);
  return await toReadDocument(xml, { caminho });
}

async function insertEmail({ asOwner }: Pick<TestContext, "asOwner">, contaId: string): Promise<string> {
  const id = newId();
  await asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, now(), now(), 1, 'em-leitura')`,
    [contaId, id, id],
  );
  return id;
}

function cnpjOf(base: string, n: number): string {
  return `${base}${String(n + 1).padStart(6, "0")}`;
}
