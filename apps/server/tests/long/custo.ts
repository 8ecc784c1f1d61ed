// `npm run test:long -- custo [seconds] [seed] [door]`: inputs whose cost is out of proportion to
// their size, at every public entry point. More than 50 ms of CPU per KB (of at least 1 KB) is a
// failure.
import { openArena } from "../custo/arena.ts";
import { huntCosts } from "../custo/hunt.ts";
import { knownOf } from "../custo/known.ts";
import { failuresOf, LIMITS, writeReport } from "../custo/report.ts";

/** Elements in each known recipe: some 500 KB. */
const KNOWN_SIZE = 40_000;

const seconds = Number(process.argv[2] ?? 600);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const door = process.argv[4];

const arena = await openArena({ semente, zoo: true });
try {
  const molds = arena.molds.filter((mold) => door === undefined || mold.door === door);
  const isMail = ({ target }: { target: string }): boolean => target === "mail";
  // Two processes run two hunts at once.
  const hunts = [molds.filter((mold) => !isMail(mold)), molds.filter(isMail)];
  const found = await Promise.all(
    hunts.map((some) =>
      huntCosts({ ...arena, molds: some, known: knownOf(some, KNOWN_SIZE), seconds, semente }),
    ),
  );
  const results = found.flat();
  console.log(`${seconds} s, semente ${semente}`);
  for (const line of writeReport(results)) console.log(line);
  const failures = failuresOf(results);
  console.log(`${failures.length} portas acima de ${LIMITS.msPerKb} ms de CPU por KB`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await arena.dispose();
}
