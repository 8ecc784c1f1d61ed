// `npm run test:long -- custo [seconds] [seed] [door]`: inputs whose cost is out of proportion to
// their size, at every public entry point. More than 50 ms of CPU per KB (of at least 1 KB) is a
// failure.
import { openArena } from "../cost/arena.ts";
import { huntCosts } from "../cost/hunt.ts";
import { knownOf } from "../cost/known-recipes.ts";
import { failuresOf, LIMITS, writeReport } from "../cost/report.ts";

/** Elements in each known recipe: some 500 KB. */
const KNOWN_SIZE = 40_000;

const seconds = Number(process.argv[2] ?? 600);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const entryPoint = process.argv[4];

const arena = await openArena({ semente: seed, samples: true });
try {
  const templates = arena.molds.filter(
    (template) => entryPoint === undefined || template.door === entryPoint,
  );
  const isMail = ({ target }: { target: string }): boolean => target === "mail";
  // Two processes run two hunts at once.
  const searches = [templates.filter((template) => !isMail(template)), templates.filter(isMail)];
  const found = await Promise.all(
    searches.map((some) =>
      huntCosts({ ...arena, molds: some, known: knownOf(some, KNOWN_SIZE), seconds, semente: seed }),
    ),
  );
  const results = found.flat();
  console.log(`${seconds} s, semente ${seed}`);
  for (const line of writeReport(results)) console.log(line);
  const failures = failuresOf(results);
  console.log(`${failures.length} portas acima de ${LIMITS.msPerKb} ms de CPU por KB`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await arena.dispose();
}
