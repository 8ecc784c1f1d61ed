// `npm run test:long -- rest-fuzz [requests] [seed]`: valid and invalid requests, generated from
// the OpenAPI document, to every route of REST v1. None may cause a server error, and every status
// must be documented.
import { fuzzRest } from "../api/fuzz-rest.ts";

const requests = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

const started = performance.now();
const { byStatus, violations } = await fuzzRest({ requests, seed });
const seconds = Math.round((performance.now() - started) / 1000);
const counts = Object.entries(byStatus).map(([status, total]) => `${status}: ${total}`);
console.log(`${requests} pedidos, semente ${seed}, ${seconds} s · ${counts.join(", ")}`);
for (const what of violations.slice(0, 40)) console.log(`errado: ${what}`);
console.log(`${violations.length} errados`);
process.exitCode = violations.length === 0 ? 0 : 1;
