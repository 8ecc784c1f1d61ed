// `npm run test:long -- pop3 [messages] [fault name]`: the POP3 fault suite (product facts C.3, R1):
// damaged RETR replies, wrong sizes and uids. Fails on a wrong byte, a hang or an uncaught error.
import { performance } from "node:perf_hooks";
import { DEFAULT_NETWORK } from "../../src/network/endpoint.ts";
import type { MessageRef } from "../../src/source/mail-source.ts";
import { openMailSource } from "../../src/source/open.ts";
import {
  CLASSES,
  createMessages,
  type FaultClass,
  type FaultTally,
  runFault,
} from "../../src/tests/pop3-faults.ts";
import { mailboxOf, type Pop3Script, startPop3 } from "../../src/tests/pop3-server.ts";

const SEED = 20_261_120;
const MESSAGES = Number(process.argv[2] ?? 5_000);
const ONLY = process.argv[3] ?? "";
const CAIXA = 100;
const PARALLEL_CAIXAS = 24;
/** Number of messages for a fault class that costs a whole deadline each. */
const SLOW = 240;
const SLOW_CAIXA = 10;

let loose = 0;
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => {
    loose++;
    console.error(event, error);
  });
}

function boxesOf(mensagens: readonly Buffer[], size = CAIXA): Buffer[][] {
  const count = Math.ceil(mensagens.length / size);
  return Array.from({ length: count }, (_, n) => mensagens.slice(n * size, (n + 1) * size));
}

async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CAIXAS }, worker));
  return results;
}

function sum(tallies: readonly FaultTally[]): FaultTally {
  return tallies.reduce((all, one) => ({
    mensagens: all.mensagens + one.mensagens,
    identical: all.identical + one.identical,
    retried: all.retried + one.retried,
    wrong: all.wrong + one.wrong,
    hung: all.hung + one.hung,
    unexpected: [...all.unexpected, ...one.unexpected],
  }));
}

async function measure(
  nome: string,
  fault: FaultClass,
  script: (box: readonly Buffer[]) => Partial<Pop3Script>,
): Promise<boolean> {
  const usable = createMessages(MESSAGES, SEED).filter(fault.serve ?? (() => true));
  const boxes = fault.slow === true ? boxesOf(usable.slice(0, SLOW), SLOW_CAIXA) : boxesOf(usable);
  const begin = performance.now();
  const tally = sum(
    await inParallel(boxes, (box, index) =>
      runFault(fault, box, { seed: SEED + index, script: script(box) }),
    ),
  );
  const { mensagens, identical, retried, wrong, hung: stuck, unexpected: unexpectedErrors } = tally;
  const good = ((identical + retried) / mensagens) * 100;
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(
    `${nome.padEnd(36)} ${String(mensagens).padStart(6)} ${String(identical).padStart(6)} ${String(retried).padStart(6)} ${good
      .toFixed(2)
      .padStart(
        7,
      )} % ${String(wrong).padStart(4)} ${String(stuck).padStart(4)} ${String(unexpectedErrors.length).padStart(4)} ${seconds.padStart(6)} s`,
  );
  for (const strange of unexpectedErrors.slice(0, 3)) console.log(`  ${strange}`);
  return identical + retried === mensagens && wrong + stuck + unexpectedErrors.length === 0;
}

const SIZES: [string, (message: Buffer) => number][] = [
  ["LIST menor", (message) => message.length >> 1],
  ["LIST maior", (message) => message.length * 3 + 7],
  ["LIST zero", () => 0],
  ["LIST negativo", () => -1],
];

const UIDLS: [string, (box: readonly Buffer[]) => Partial<Pop3Script>][] = [
  ["sem UIDL", () => ({ replies: { UIDL: "-ERR unknown command\r\n" } })],
  ["UIDL repetido", (box) => ({ uids: box.map((_, n) => `uid-${n % 7}`) })],
  ["UIDL todo igual", (box) => ({ uids: box.map(() => "uid") })],
];

/**
 * Between two listings the server loses a tenth, gains a tenth and reverses the order. @returns new
 * messages taken for old ones, old ones fetched again
 */
async function renumber(
  box: readonly Buffer[],
  ids: (box: readonly Buffer[]) => Partial<Pop3Script>,
): Promise<[number, number]> {
  const kept = box.slice(box.length / 10);
  const gained = createMessages(box.length / 10, SEED * 7);
  const before = await listOnce(box, ids(box));
  const second = [...gained, ...kept].reverse();
  const after = await listOnce(second, ids(second));
  const known = new Set(before.map(({ uid }) => uid));
  const uidOf = new Map(box.map((message, index) => [message, before[index]?.uid]));
  let skipped = 0;
  let again = 0;
  for (const [index, message] of second.entries()) {
    const uid = after[index]?.uid;
    const isNew = !uidOf.has(message);
    if (isNew && uid !== undefined && known.has(uid)) skipped++;
    if (!isNew && uidOf.get(message) !== uid) again++;
  }
  return [skipped, again];
}

async function listOnce(mensagens: readonly Buffer[], script: Partial<Pop3Script>): Promise<MessageRef[]> {
  const server = await startPop3({ mensagens, ...script });
  const source = await openMailSource(mailboxOf(server.porta), { ...DEFAULT_NETWORK, permitirPrivado: true });
  const { refs } = await source.list();
  await source.close();
  await server.stop();
  return refs;
}

const begin = performance.now();
let allGood = true;
console.log(`${MESSAGES} mensagens, semente ${SEED}`);
console.log(
  `${"falha no primeiro RETR".padEnd(36)} ${"mens.".padStart(6)} ${"ident.".padStart(6)} ${"repet.".padStart(6)} ${"certas".padStart(9)} err. pres. estr.`,
);
for (const fault of CLASSES.filter(({ nome }) => nome.includes(ONLY)))
  allGood = (await measure(fault.nome, fault, () => ({}))) && allGood;

const [whole] = CLASSES;
if (whole === undefined) throw new Error("no classes");
for (const [nome, size] of SIZES.filter(([nome]) => nome.includes(ONLY))) {
  const lie = (box: readonly Buffer[]): Partial<Pop3Script> => ({ tamanhos: box.map(size) });
  allGood = (await measure(nome, whole, lie)) && allGood;
}
const uidls = UIDLS.filter(([nome]) => nome.includes(ONLY));
for (const [nome, ids] of uidls) allGood = (await measure(nome, whole, ids)) && allGood;

if (uidls.length > 0)
  console.log("entre duas visitas o servidor renumera, esquece um décimo e ganha um décimo");
for (const [nome, ids] of uidls) {
  const results = await inParallel(boxesOf(createMessages(MESSAGES, SEED)), (box) => renumber(box, ids));
  const skipped = results.reduce((total, [one]) => total + one, 0);
  const again = results.reduce((total, [, one]) => total + one, 0);
  console.log(`${nome.padEnd(36)} novas tomadas por velhas ${skipped}; velhas buscadas outra vez ${again}`);
  allGood = allGood && skipped === 0;
}
console.log(`soltos ${loose}; ${((performance.now() - begin) / 1000).toFixed(0)} s`);
process.exitCode = allGood && loose === 0 ? 0 : 1;
