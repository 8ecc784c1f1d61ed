// `npm run test:long -- rest-fuzz [requests] [seed]`: valid and invalid requests, generated from
// the OpenAPI document, to every route of REST v1. None may cause a server error, and every status
// must be documented.
import { fuzzRest } from "../rest-fuzz.ts";

const pedidos = Number(process.argv[2] ?? 10_000);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);

const started = performance.now();
const { porStatus, errado } = await fuzzRest({ pedidos, semente });
const seconds = Math.round((performance.now() - started) / 1000);
const told = Object.entries(porStatus).map(([status, quantos]) => `${status}: ${quantos}`);
console.log(`${pedidos} pedidos, semente ${semente}, ${seconds} s · ${told.join(", ")}`);
for (const what of errado.slice(0, 40)) console.log(`errado: ${what}`);
console.log(`${errado.length} errados`);
process.exitCode = errado.length === 0 ? 0 : 1;
