// `npm run test:long -- backup [documentos] [por segundo] [semente]`: a first backup while documents arrive, a second one, everything verified,
// one flipped bit found, and all of it restored on an empty host.
import { proveBackup } from "../backup-prova.ts";

const documentos = Number(process.argv[2] ?? 20_000);
const porSegundo = Number(process.argv[3] ?? 50);
const semente = Number(process.argv[4] ?? Date.now() % 1_000_000);
console.log(`backup: ${documentos} documentos, ${porSegundo} por segundo enquanto isso, semente ${semente}`);
const errado = await proveBackup({ documentos, porSegundo, semente, say: (line) => console.log(line) });
for (const what of errado.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 ? 0 : 1;
