// `npm run test:long -- matar-repositorio [kills] [seed]`: kills the worker (kill -9) once during
// each of many repository ZIPs, between the first document and the last commit.
// Each ZIP must be made once, byte for byte as without a kill.
import { killDuringRepositorios } from "../faults/kill-during-repositorio.ts";

const DOCUMENTS = 8_000;

const kills = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { midway, resumeMs, violations } = await killDuringRepositorios({ kills, documents: DOCUMENTS, seed });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `repositório: ${kills} golpes (${midway} enquanto o ZIP era feito), pronto em até ${resumeMs} ms, semente ${seed}, ${seconds} s`,
);
for (const what of violations) console.log(`errado: ${what}`);
if (midway === 0) console.log("errado: nenhum golpe caiu enquanto um ZIP era feito");
process.exitCode = violations.length === 0 && midway > 0 && resumeMs < 60_000 ? 0 : 1;
