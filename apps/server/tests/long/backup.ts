// `npm run test:long -- backup [documentos] [por segundo] [semente] [KB por e-mail]`: makes two backups
// while documents arrive, verifies all objects, finds one flipped bit, and restores on an empty host.
import { proveBackup } from "../backup/prove-backup.ts";

const [documents = 20_000, perSecond = 50, seed = Date.now() % 1_000_000, kb = 6] = process.argv
  .slice(2)
  .map(Number);
console.log(
  `backup: ${documents} documentos em e-mails de ${kb} KB, ${perSecond} por segundo enquanto isso, semente ${seed}`,
);
const say = (line: string): void => console.log(line);
const violations = await proveBackup({ documentos: documents, perSecond, kb, seed, say });
for (const what of violations.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = violations.length === 0 ? 0 : 1;
