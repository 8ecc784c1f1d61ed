import { setTimeout as sleep } from "node:timers/promises";
import { type Database, newId, type Sql } from "../src/db/index.ts";
import { keepArquivos, type Lido } from "../src/services/captura/keep-arquivos.ts";
import { createRandom } from "./acaso.ts";
import type { TestContext } from "./context.ts";
import { toLido, writeCopia } from "./copias.ts";
import { inventChave } from "./wire-notas.ts";

/** One e-mail in this many is rolled back at the end and ingested again. */
const DESISTE_EM = 12;
/** SQLSTATE of a cancelled statement: the transaction is rolled back and the job runs again. */
const TIMEOUT = "57014";
const FORNECEDOR = "11444777000161";
const NOSSA = "11222333000181";

/** The load of a conta: each writer has its own supplier and company. porEmail: most notas of one
 * e-mail; atrasoMs: longest delay just before publishing. */
export type Escrita = {
  contaId: string;
  escritores: number;
  notas: number;
  porEmail: number;
  atrasoMs: number;
  semente: number;
};

/** Each writer ingests one e-mail after the other, each in one transaction with a random delay
 * before publishing. Some are rolled back and repeated.
 * @returns transactions that were rolled back at the end */
export async function writeNotas(
  t: Pick<TestContext, "asOwner" | "createEmpresa">,
  database: Database,
  escrita: Escrita,
): Promise<number> {
  const { escritores, notas } = escrita;
  const share = Math.ceil(notas / escritores);
  const parts = Array.from({ length: escritores }, (_, n) => {
    const first = n * share;
    return runEscritor(t, database, { ...escrita, n, first, last: Math.min(first + share, notas) });
  });
  return (await Promise.all(parts)).reduce((sum, each) => sum + each, 0);
}

type Parte = Escrita & { n: number; first: number; last: number };

async function runEscritor(
  t: Pick<TestContext, "asOwner" | "createEmpresa">,
  database: Database,
  { contaId, porEmail, atrasoMs, semente, n, first, last }: Parte,
): Promise<number> {
  const random = createRandom(semente + n);
  const quem = { cnpj: cnpjOf("22333444", n), fornecedor: cnpjOf("55666777", n) };
  await t.createEmpresa(contaId, { cnpj: quem.cnpj, nome: `Filial ${n}` });
  let desistidas = 0;
  for (let done = first; done < last; ) {
    const size = Math.min(1 + Math.floor(random() * porEmail), last - done);
    const lidos = await Promise.all(
      Array.from({ length: size }, (_, i) => readNota(done + i + 1, { ...quem, caminho: String(i + 1) })),
    );
    const entrega = { contaId, emailId: await insertEmail(t, contaId), lidos, esperaMs: random() * atrasoMs };
    let desiste = random() * DESISTE_EM < 1;
    while (!(await keep(database, { ...entrega, desiste }))) {
      desistidas += 1;
      desiste = false;
    }
    done += size;
  }
  return desistidas;
}

type Entrega = {
  contaId: string;
  emailId: string;
  lidos: readonly Lido[];
  esperaMs: number;
  desiste: boolean;
};

/** @returns false when the transaction was rolled back */
async function keep(
  database: Database,
  { contaId, emailId, lidos, esperaMs, desiste }: Entrega,
): Promise<boolean> {
  try {
    await database.withContaSql(contaId, async (sql) => {
      await keepArquivos(hesitate(sql, esperaMs), contaId, { emailId, lidos, last: true, agora: new Date() });
      if (desiste) throw new Desistiu();
    });
    return true;
  } catch (error) {
    if (error instanceof Desistiu || (error as { code?: string }).code === TIMEOUT) return false;
    throw error;
  }
}

class Desistiu extends Error {}

/** The same transaction with a delay between its writes and the publishing statement. */
function hesitate(sql: Sql, esperaMs: number): Sql {
  return {
    ...sql,
    query: async (text, values) => {
      if (text.includes("publica(")) await sleep(esperaMs);
      return await sql.query(text, values);
    },
  };
}

type DeQuem = { cnpj: string; fornecedor: string; caminho: string };

async function readNota(numero: number, { cnpj, fornecedor, caminho }: DeQuem): Promise<Lido> {
  const xml = writeCopia({ numero, digVal: `digest ${numero}` })
    .replaceAll(inventChave(numero), inventChave(numero, { documento: fornecedor }))
    .replace(`<CNPJ>${FORNECEDOR}</CNPJ><xNome>`, `<CNPJ>${fornecedor}</CNPJ><xNome>`)
    .replace(`<CNPJ>${NOSSA}</CNPJ>`, `<CNPJ>${cnpj}</CNPJ>`);
  return await toLido(xml, { caminho });
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
